"""Shared code of the simulation commands: arguments, errors and progress."""

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from simulator import games
from simulator.batches.runner import MatchupSpec, processors
from simulator.batches.selectors import DeckNotUsable, find_deck
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.totals import ENTRANTS
from simulator.engine.play.options import OptionError, parse_options
from simulator.engine.values import Facts

MAX_GAMES = 1_000_000
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_WHOLE = re.compile(r"-?[0-9]{1,20}", re.ASCII)


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """An argument type: a whole number within the range."""

    def read(text: str) -> int:
        if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return read


class SimulationCommand(BaseCommand):
    """Base of the commands that play games."""

    games_by_default = 200

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--games",
            type=whole_number(2, MAX_GAMES),
            default=self.games_by_default,
            metavar="N",
            help=f"games a match-up, in whole rounds: of two, in pairs ({self.games_by_default})",
        )
        parser.add_argument("--seed", type=whole_number(0, 2**63 - 1), default=1, help="the batch's seed (%(default)s)")
        parser.add_argument(
            "--policy", default="", help="who plays all decks, or A/B: A the first, B the second (the game's default)"
        )
        parser.add_argument("--jobs", type=whole_number(1, 64), default=1, metavar="J",
                            help=f"processes; this machine has {processors()} processors (%(default)s)")  # fmt: skip
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def add_option_argument(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--option", action="append", metavar="CODE=VALUE", help="an option of the game, as often as needed"
        )

    def refuse(self, sentence: str) -> NoReturn:
        """Prints the sentence on stderr and exits with code 2."""
        self.stderr.write(sentence)
        sys.exit(2)

    def warn_if_rounded(self, games: int, *, played: int, players: int) -> None:
        """Warns on stderr, because stdout may contain only JSON."""
        if games != played:
            kind = "pairs with seats swapped" if players == ENTRANTS else "rounds with every seating"
            self.stderr.write(f"--games is {games}; games come in {kind}, so {played} are played a match-up.")

    def game_system(self, code: str) -> GameSystem:
        try:
            return games.system(code)
        except LookupError as unknown:
            self.refuse(str(unknown))

    def decks(self, names: Sequence[str], *, system: GameSystem) -> list[DeckList]:
        try:
            return [find_deck(name, system=system) for name in names]
        except DeckNotUsable as fault:
            self.refuse(str(fault))

    def matchup(self, decks: Sequence[DeckList], *, system: GameSystem, options: dict[str, Any]) -> MatchupSpec:
        names = options["policy"] or system.standard_policy
        try:
            policies = [system.policy_name(name) for name in names.split("/")]
        except LookupError as unknown:
            self.refuse(str(unknown))
        if len(policies) not in (1, len(decks)):
            value = options["policy"]
            self.refuse(
                f"--policy {value} names {len(policies)} players; allowed are one, "
                f"or {NUMBERS.get(len(decks), len(decks))} with a / between them."
            )
        table_options = self.table_options(options.get("option") or [], system=system, players=len(decks))
        games_per_round = len(system.round_seatings(len(decks), table_options))
        return MatchupSpec(
            system=system.code,
            decks=tuple(decks),
            policies=tuple(policies * len(decks) if len(policies) == 1 else policies),
            seed=options["seed"],
            pairs=-(-options["games"] // games_per_round),
            options=table_options,
        )

    def table_options(self, texts: Sequence[str], *, system: GameSystem, players: int) -> Facts:
        """Options written as CODE=VALUE; values are JSON, or plain text."""
        raw: dict[str, Any] = {}
        for text in texts:
            code, equals, value = text.partition("=")
            if not equals:
                self.refuse(f"--option {text!r} is not CODE=VALUE.")
            try:
                raw[code] = json.loads(value)
            except ValueError:
                raw[code] = value
        try:
            return parse_options(raw, options=system.options, seats=players)
        except OptionError as error:
            self.refuse(f"--option: {error}")

    def progress(self, total: int) -> Callable[[int], None]:
        """A function that draws a progress bar on a terminal, and does nothing elsewhere."""
        if not sys.stderr.isatty():
            return lambda games: None

        def show(games: int) -> None:
            filled = 30 * games // max(total, 1)
            end = "\n" if games >= total else ""
            self.stderr.write(f"\r[{'#' * filled:30}] {games} of {total} games{end}", ending="")

        return show
