"""Plays two decks against each other."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from signum_site.core.numbers import parse_int
from simulator.batches import runner
from simulator.batches.runner import MatchupSpec
from simulator.engine.matches import match
from simulator.engine.play.chance import seed_of
from simulator.engine.play.event_log import Log
from simulator.management.arguments import SimulationCommand


class Command(SimulationCommand):
    help = (
        "Play two decks against each other. "
        "A deck is a decklist file, a deck code, a link to a public deck or the name of a reference deck."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck_a", metavar="DECK_A")
        parser.add_argument("deck_b", metavar="DECK_B")
        parser.add_argument("--replay", nargs=2, metavar=("K", "FILE"), help="write what happened in game K (from 0)")
        super().add_arguments(parser)

    def handle(self, *, deck_a: str, deck_b: str, **options: Any) -> None:
        system = self.game_system(options["system"])
        matchup = self.matchup(self.decks([deck_a, deck_b], system=system), system=system, options=options)
        if options["replay"]:
            self.write_replay(matchup, *options["replay"])
        self.warn_if_odd(options["games"])
        total = 2 * matchup.pairs
        played = runner.play(matchup, jobs=options["jobs"], progress=self.progress(total))
        report = played.report()
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            self.print_report(deck_a, deck_b, report=report)
        if report["games"] < total:
            self.stderr.write(f"Stopped after {report['games']} of {total} games; the figures are of those.")

    def print_report(self, deck_a: str, deck_b: str, *, report: dict[str, Any]) -> None:
        if not report["games"]:
            self.stdout.write("No game was played.")
            return
        low, high = report["interval"]
        rate = report["win_rate_a"]
        self.stdout.write(
            f"{deck_a} against {deck_b}: {report['wins_a']} won, {report['wins_b']} lost, {report['draws']} drawn of "
            f"{report['games']} games"
        )
        if rate is not None:
            self.stdout.write(f"  score {rate:.1%} (95 % interval {low:.1%} to {high:.1%})")
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

        Pairs are games 0 and 1, 2 and 3, and so on.
        """
        game = parse_int(number, maximum=2 * matchup.pairs - 1)
        if game is None:
            self.refuse(f"--replay: {number!r} is not one of the games 0 to {2 * matchup.pairs - 1}.")
        pair, swapped = divmod(game, 2)
        log = Log()
        result = match.play(
            system=matchup.rules,
            decks=matchup.decks,
            policies=matchup.policies,
            seed=seed_of(batch=matchup.seed, number=pair),
            seating=(1, 0) if swapped else (0, 1),
            log=log,
        )
        names = " / ".join(deck.name for deck in matchup.decks)
        header = [f"# {matchup.system}, rules {matchup.rules.rules_version}", f"# {names}", f"# {result.line()}"]
        try:
            Path(file).write_text("\n".join([*header, *log.lines()]) + "\n")
        except OSError as fault:
            self.refuse(f"--replay: {file} cannot be written: {fault.strerror}.")
