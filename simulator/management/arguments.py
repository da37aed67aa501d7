"""What the simulation commands share: reading decks, numbers and policies, refusing kindly, showing progress."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from simulator import games
from simulator.batches.runner import MatchupSpec, processors
from simulator.batches.selectors import DeckNotUsable, deck_named
from simulator.engine.decks.decklist import DeckList
from simulator.engine.system import GameSystem

MOST_GAMES = 1_000_000
_WHOLE = re.compile(r"-?[0-9]{1,20}", re.ASCII)


def whole_number(low: int, high: int) -> Callable[[str], int]:
    def read(given: str) -> int:
        if not _WHOLE.fullmatch(given) or not low <= int(given) <= high:
            raise argparse.ArgumentTypeError(f"{given!r} is not a whole number from {low} to {high}")
        return int(given)

    return read


class SimulationCommand(BaseCommand):
    """Base of the commands that play games."""

    games_by_default = 200

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=whole_number(2, MOST_GAMES), default=self.games_by_default, metavar="N",
                            help="games a match-up, in pairs with seats swapped, so even (%(default)s)")  # fmt: skip
        parser.add_argument("--seed", type=whole_number(0, 2**63 - 1), default=1, help="the batch's seed (%(default)s)")
        parser.add_argument(
            "--policy", default="greedy", help="who plays both decks, or A/B: A the first, B the second (%(default)s)"
        )
        parser.add_argument("--jobs", type=whole_number(1, 64), default=1, metavar="J",
                            help=f"processes; this machine has {processors()} processors (%(default)s)")  # fmt: skip
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def refuse(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(2)

    def tell_if_odd(self, games: int) -> None:
        """On stderr: whoever asked for JSON reads nothing else on stdout."""
        if games % 2:
            self.stderr.write(
                f"--games is {games}; games come in pairs with seats swapped, so {games + 1} are played a match-up."
            )

    def game_system(self, code: str) -> GameSystem:
        try:
            return games.system(code)
        except LookupError as unknown:
            self.refuse(str(unknown))

    def decks(self, given: Sequence[str], *, system: GameSystem) -> list[DeckList]:
        try:
            return [deck_named(one, system=system) for one in given]
        except DeckNotUsable as fault:
            self.refuse(str(fault))

    def matchup(self, decks: Sequence[DeckList], *, system: GameSystem, options: dict[str, Any]) -> MatchupSpec:
        try:
            policies = [system.policy_name(name) for name in options["policy"].split("/")]
        except LookupError as unknown:
            self.refuse(str(unknown))
        if len(policies) > 2:
            given = options["policy"]
            self.refuse(
                f"--policy {given} names {len(policies)} players; allowed are one, or two with a / between them."
            )
        first, second = (policies * 2)[:2]
        pairs = (options["games"] + 1) // 2
        return MatchupSpec(
            system=system.code, decks=(decks[0], decks[1]), policies=(first, second), seed=options["seed"], pairs=pairs
        )

    def progress(self, total: int) -> Callable[[int], None]:
        """A line that grows on a terminal; nothing anywhere else."""
        if not sys.stderr.isatty():
            return lambda games: None

        def show(games: int) -> None:
            filled = 30 * games // max(total, 1)
            end = "\n" if games >= total else ""
            self.stderr.write(f"\r[{'#' * filled:30}] {games} of {total} games{end}", ending="")

        return show
