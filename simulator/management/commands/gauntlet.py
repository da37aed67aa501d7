"""One deck against every reference deck."""

import json
from typing import Any

from django.core.management.base import CommandParser

from simulator import matchups
from simulator.management.arguments import SimulationCommand


class Command(SimulationCommand):
    help = "Play a deck against every reference deck. A deck is a decklist file or the name of a reference deck."
    games_by_default = 100

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar="DECK")
        super().add_arguments(parser)

    def handle(self, *, deck: str, **options: Any) -> None:
        system = self.game_system(options["system"])
        (mine,) = self.decks([deck], system=system)
        opponents = [reference.deck for reference in system.reference_decks()]
        if not opponents:
            self.refuse(f"{system.name.en} has no reference decks.")
        reports = []
        for opponent in opponents:
            matchup = self.matchup([mine, opponent], system=system, options=options)
            total = 2 * matchup.pairs
            report = matchups.play(matchup, jobs=options["jobs"], progress=self.progress(total)).report()
            reports.append({"opponent": opponent.name, **report})
            if not options["json"]:
                self.tell(reports[-1])
            if report["games"] < total:
                self.stderr.write("Stopped early; the figures are of what was played.")
                break
        if options["json"]:
            self.stdout.write(json.dumps({"deck": mine.name, "matchups": reports}))

    def tell(self, report: dict[str, Any]) -> None:
        low, high = report["interval"]
        score = "no game" if report["win_rate_a"] is None else f"{report['win_rate_a']:6.1%} ({low:.1%} to {high:.1%})"
        self.stdout.write(f"{report['opponent']:32} {score}  {report['games']} games")
