"""Plays one deck against every reference deck, or all of them against each other."""

import json
from typing import Any

from django.core.management.base import CommandParser

from simulator.batches import round_robin, runner
from simulator.batches.runner import MatchupSpec
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.management.arguments import SimulationCommand


class Command(SimulationCommand):
    help = (
        "Play a deck against every reference deck, or with --all every reference deck against every other. "
        "A deck is a decklist file, a deck code, a link to a public deck or the name of a reference deck."
    )
    games_by_default = 100

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar="DECK", nargs="?")
        parser.add_argument("--all", action="store_true", help="all reference decks against each other, as a table")
        self.add_option_argument(parser)
        super().add_arguments(parser)

    def handle(self, *, deck: str | None, **options: Any) -> None:
        system = self.game_system(options["system"])
        opponents = [reference.deck for reference in system.reference_decks()]
        if not opponents:
            self.refuse(f"{system.name.en} has no reference decks.")
        if options["all"] == (deck is not None):
            self.refuse("Give either a DECK or --all.")
        games = options["games"]
        self.warn_if_rounded(games, played=games + games % 2, players=2)
        if deck is None:
            self.play_all(opponents, system=system, options=options)
        else:
            (deck_list,) = self.decks([deck], system=system)
            self.play_one(deck_list, opponents, system=system, options=options)

    def play_one(
        self, deck: DeckList, opponents: list[DeckList], *, system: GameSystem, options: dict[str, Any]
    ) -> None:
        reports = []
        for opponent in opponents:
            matchup = self.matchup([deck, opponent], system=system, options=options)
            total = 2 * matchup.pairs
            report = runner.play(matchup, jobs=options["jobs"], progress=self.progress(total)).report()
            reports.append({"opponent": opponent.name, **report})
            if not options["json"]:
                self.print_report(reports[-1])
            if report["games"] < total:
                self.stderr.write("Stopped early; the figures are of what was played.")
                break
        if options["json"]:
            self.stdout.write(json.dumps({"deck": deck.name, "matchups": reports}))

    def print_report(self, report: dict[str, Any]) -> None:
        low, high = report["interval"]
        score = "no game" if report["win_rate_a"] is None else f"{report['win_rate_a']:6.1%} ({low:.1%} to {high:.1%})"
        self.stdout.write(f"{report['opponent']:32} {score}  {report['games']} games")

    def play_all(self, decks: list[DeckList], *, system: GameSystem, options: dict[str, Any]) -> None:
        def make(first: int, second: int) -> MatchupSpec:
            return self.matchup([decks[first], decks[second]], system=system, options=options)

        names = [deck.name for deck in decks]
        total = 2 * make(0, 0).pairs * (len(decks) * (len(decks) - 1) // 2)
        table = round_robin.play(make, names, jobs=options["jobs"], progress=self.progress(total))
        policy = "/".join(dict.fromkeys(make(0, 0).policies))
        report = {"policy": policy, "seed": options["seed"], "rules_version": system.rules_version}
        report |= table.report()
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            self.stdout.write("\n".join([*table.table(), "", *table.summary()]))
            self.stdout.write(
                f"Policy {report['policy']}, rules {report['rules_version']}, seed {report['seed']}, "
                f"digest {report['digest']}"
            )
        if report["games"] < total:
            self.stderr.write(f"Stopped after {report['games']} of {total} games; the figures are of those.")
