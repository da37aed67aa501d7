"""Lists the decks that come with a game."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from simulator import games
from simulator.engine.game_system import GameSystem, ReferenceDeck


class Command(BaseCommand):
    help = "List the decks that come with a game: first opponents, examples, and what a gauntlet is made of."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, **options: Any) -> None:
        try:
            system = games.system(options["system"])
        except LookupError as unknown:
            self.stderr.write(str(unknown))
            sys.exit(2)
        decks = [serialize_reference_deck(reference, system=system) for reference in system.reference_decks()]
        if options["json"]:
            self.stdout.write(json.dumps(decks, ensure_ascii=False))
            return
        for deck in decks:
            led_by = f" ({deck['hero']}, {deck['faction']})" if deck["hero"] else ""
            self.stdout.write(f"{deck['name']}{led_by}: {deck['summary']}")


def serialize_reference_deck(reference: ReferenceDeck, *, system: GameSystem) -> dict[str, Any]:
    """Name, hero, faction and summary.

    Hero and faction are empty in a game without heroes.
    """
    heroes = [system.catalogue[code] for code, _ in reference.deck.section("hero")]
    hero = heroes[0] if heroes else None
    return {
        "name": reference.deck.name,
        "hero": hero.name() if hero is not None else "",
        "faction": str(hero.fact("faction") or "") if hero is not None else "",
        "summary": reference.summary.en,
        "summaries": dict(reference.summary),
        "format": reference.deck.format,
        "cards": sum(reference.deck.size(code) for code, _ in reference.deck.sections),
    }
