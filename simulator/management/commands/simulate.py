"""Plays two or more decks against each other."""

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from signum_site.core.numbers import parse_int
from simulator.batches import runner
from simulator.batches.request import MAX_DIFFERENCE, MIN_DIFFERENCE, MIN_TEST_GAMES, USUAL_TEST_GAMES
from simulator.batches.runner import MatchupSpec
from simulator.engine.game_system import MAX_SEATS, GameSystem
from simulator.engine.matches import match
from simulator.engine.matches.totals import ENTRANTS
from simulator.engine.play.chance import Chance, seed_of
from simulator.engine.play.event_log import Log
from simulator.engine.statistics.sequential import FIRST, NEITHER, OPEN, SECOND
from simulator.management.arguments import SimulationCommand, whole_number


def points(text: str) -> float:
    """An argument type: points of the score, as a share."""
    low, high = 100 * MIN_DIFFERENCE, 100 * MAX_DIFFERENCE
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not low <= number <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of points from {low:g} to {high:g}, such as 5")
    return number / 100


class Command(SimulationCommand):
    help = (
        "Play two or more decks against each other. "
        "A deck is a decklist file, a deck code, a link to a public deck or the name of a reference deck."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("decks", nargs="+", metavar="DECK")
        parser.add_argument(
            "--players",
            type=whole_number(2, MAX_SEATS),
            help="decks at the table; reference decks, drawn by the seed, fill it",
        )
        self.add_option_argument(parser)
        parser.add_argument(
            "--test",
            type=points,
            metavar="POINTS",
            help="stop as soon as it is clear which of two decks is better by so many points of the score, "
            f"at the latest after --games ({USUAL_TEST_GAMES})",
        )
        parser.add_argument("--replay", nargs=2, metavar=("K", "FILE"), help="write what happened in game K (from 0)")
        super().add_arguments(parser)
        parser.set_defaults(games=None)

    def handle(self, *, decks: list[str], **options: Any) -> None:
        test = options["test"]
        options["games"] = options["games"] or (self.games_by_default if test is None else USUAL_TEST_GAMES)
        system = self.game_system(options["system"])
        names = self.table(decks, system=system, players=options["players"], seed=options["seed"])
        matchup = self.matchup(self.decks(names, system=system), system=system, options=options)
        self.refuse_unfit(matchup)
        if test is not None and len(names) != ENTRANTS:
            self.refuse(f"--test compares two decks, not {len(names)}.")
        if test is not None and options["games"] < MIN_TEST_GAMES:
            self.refuse(f"--games {options['games']} are too few for a test: at least {MIN_TEST_GAMES}.")
        if options["replay"]:
            self.write_replay(matchup, *options["replay"])
        total = matchup.games_per_round * matchup.pairs
        self.warn_if_rounded(options["games"], played=total, players=len(names))
        played = runner.play(matchup, jobs=options["jobs"], progress=self.progress(total), test=test)
        report = played.report()
        if options["json"]:
            self.stdout.write(json.dumps(report))
        elif not report["games"]:
            self.stdout.write("No game was played.")
        else:
            if len(names) == ENTRANTS:
                if test is not None:
                    self.print_verdict(*names, report=report)
                self.print_result(*names, report=report)
            else:
                self.print_table(report)
            self.print_report(report)
        if report["games"] < total and played.verdict == OPEN:
            self.stderr.write(f"Stopped after {report['games']} of {total} games; the figures are of those.")

    def refuse_unfit(self, matchup: MatchupSpec) -> None:
        """Refuses decks that cannot sit at one table."""
        options = matchup.rules.table_options(matchup.options)
        problems = matchup.rules.check_table(matchup.decks, options=options).errors
        if problems:
            self.refuse(" ".join(problem.message for problem in problems))

    def table(self, decks: list[str], *, system: GameSystem, players: int | None, seed: int) -> list[str]:
        """The decks that were named, and reference decks drawn by the seed if more players are asked for."""
        number = players if players is not None else len(decks)
        if number < len(decks):
            self.refuse(f"{len(decks)} decks are too many for {number} players.")
        if number not in system.seats:
            allowed = ", ".join(str(seats) for seats in system.seats)
            self.refuse(f"{number} decks: {system.name.en} is played by {allowed}.")
        if number > len(decks) and not system.reference_decks():
            self.refuse(f"{system.name.en} has no reference decks; name {number} decks.")
        references = [reference.deck.name for reference in system.reference_decks()]
        Chance(seed).stream("tables").shuffle(references)
        named = {deck.casefold() for deck in decks}
        references.sort(key=lambda name: name.casefold() in named)  # decks that sit there already come last
        missing = number - len(decks)
        return [*decks, *(references[place % len(references)] for place in range(missing))]

    def print_verdict(self, deck_a: str, deck_b: str, *, report: dict[str, Any]) -> None:
        """Which deck is better, and how sure that is."""
        test, games = 100 * report["test"], report["games"]
        sentences = {
            FIRST: f"{deck_a} is better.",
            SECOND: f"{deck_b} is better.",
            NEITHER: f"Neither deck is better by {test:g} points.",
            OPEN: f"Not clear after {games} games.",
        }
        self.stdout.write(sentences[report["verdict"]])
        self.stdout.write(
            "  of two equal decks, each is called better in at most 5 % of the tests; "
            f"one that is better by {test:g} points is missed in at most 5 %"
        )
        self.stdout.write("  score and interval are those at the stop, not unbiased:")

    def print_result(self, deck_a: str, deck_b: str, *, report: dict[str, Any]) -> None:
        low, high = report["interval"]
        rate = report["win_rate_a"]
        self.stdout.write(
            f"{deck_a} against {deck_b}: {report['wins_a']} won, {report['wins_b']} lost, {report['draws']} drawn of "
            f"{report['games']} games"
        )
        if rate is not None:
            self.stdout.write(f"  score {rate:.1%} (95 % interval {low:.1%} to {high:.1%})")

    def print_table(self, report: dict[str, Any]) -> None:
        """One line per deck of a table of more than two."""
        self.stdout.write(f"{report['players']} players, {report['games']} games")
        for deck in report["decks"]:
            low, high = deck["interval"]
            places = " / ".join(str(count) for count in deck["places"])
            share = "–" if deck["share"] is None else f"{deck['share']:.1%}"
            self.stdout.write(
                f"  {deck['deck']}: share {share} (95 % interval {low:.1%} to {high:.1%}); games by place {places}"
            )

    def print_report(self, report: dict[str, Any]) -> None:
        """How the games ended, who played, and the digest."""
        reasons = ", ".join(f"{reason} {count}" for reason, count in report["reasons"].items())
        self.stdout.write(f"  ended by {reasons or 'nothing'}; {report['mean_turns'] or 0:.1f} turns on average")
        self.stdout.write(
            f"  {report['games_per_second']} games a second; policy {report['policy']}, "
            f"rules {report['rules_version']}, seed {report['seed']}"
        )
        self.stdout.write(f"  digest {report['digest']}")
        for error in report["errors"]:
            self.stdout.write(f"  the game with seed {error['seed']} broke down: {error['error']}")

    def write_replay(self, matchup: MatchupSpec, number: str, file: str) -> None:
        """Plays game K with a log and writes its events.

        Games are numbered round by round: of two players, a pair is games 0 and 1, 2 and 3, and so on.
        """
        last = matchup.games_per_round * matchup.pairs - 1
        game = parse_int(number, maximum=last)
        if game is None:
            self.refuse(f"--replay: {number!r} is not one of the games 0 to {last}.")
        pair, place = divmod(game, matchup.games_per_round)
        log = Log()
        result = match.play(
            system=matchup.rules,
            decks=matchup.decks,
            policies=matchup.policies,
            seed=seed_of(batch=matchup.seed, number=pair),
            seating=matchup.rules.round_seatings(len(matchup.decks), matchup.options)[place],
            options=matchup.options,
            log=log,
        )
        names = " / ".join(deck.name for deck in matchup.decks)
        header = [f"# {matchup.system}, rules {matchup.rules.rules_version}", f"# {names}", f"# {result.line()}"]
        try:
            Path(file).write_text("\n".join([*header, *log.lines()]) + "\n")
        except OSError as fault:
            self.refuse(f"--replay: {file} cannot be written: {fault.strerror}.")
