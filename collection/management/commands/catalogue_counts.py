"""Count cards by facet: for authors who look for gaps in the catalogue."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from simulator import games
from simulator.engine.game_system import Facet, GameSystem


class Command(BaseCommand):
    help = (
        "Count a game's cards by everything a search can filter by: type, faction, rarity, keyword, effect and so on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, **options: Any) -> None:
        try:
            system = games.system(options["system"])
        except LookupError as unknown:
            self.stderr.write(str(unknown))
            sys.exit(2)
        counts = {facet.code: count_cards(facet, system=system) for facet in system.facets if facet.kind != "number"}
        if options["json"]:
            self.stdout.write(json.dumps({"cards": len(system.catalogue), **counts}))
            return
        self.stdout.write(f"{len(system.catalogue)} cards")
        for code, values in counts.items():
            self.stdout.write(f"\n{code}")
            for value, count in values.items():
                self.stdout.write(f"  {count:4} {value}")


def count_cards(facet: Facet, *, system: GameSystem) -> dict[str, int]:
    """Count the cards with each value; known values that no card has count 0."""
    counts = dict.fromkeys(facet.labels, 0)
    for card in system.catalogue:
        value = facet.value(card)
        for item in value if isinstance(value, tuple) else () if value in (None, "") else (value,):
            name = str(item).lower() if isinstance(item, bool) else str(item)
            counts[name] = counts.get(name, 0) + 1
    return counts
