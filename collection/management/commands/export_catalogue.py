"""Export a game's catalogue for other tools."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES


class Command(BaseCommand):
    help = "Print every card of a game: with --json all its fields and texts, without it a short table."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--system", default="signum", help="the game (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def handle(self, **options: Any) -> None:
        try:
            system = games.system(options["system"])
        except LookupError as unknown:
            self.stderr.write(str(unknown))
            sys.exit(2)
        if options["json"]:
            cards = [serialize_card(card, system=system) for card in system.catalogue]
            self.stdout.write(json.dumps({"cards": cards}, ensure_ascii=False))
            return
        for card in system.catalogue:
            self.stdout.write("\t".join([card.code, card.name(), card.kind, str(card.fact("faction") or "")]))


def serialize_card(card: CardSpec, *, system: GameSystem) -> dict[str, Any]:
    """Return the fields other tools rely on, then the card's other facts by name."""
    facts = card.facts.as_json()
    hero = system.catalogue.get(str(facts.pop("hero", "")))
    fields: dict[str, Any] = {
        "code": card.code,
        "name": card.name(),
        "names": {language: card.name(language) for language in LANGUAGES},
        "type": card.kind,
        "faction": facts.pop("faction", ""),
        "mercenary": facts.pop("mercenary", False),
        "cost": _cost(card, system=system),
        "strength": facts.pop("strength", None),
        "movement": facts.pop("movement", None),
        "health": facts.pop("health", None),
        "keywords": _keywords(card, system=system),
        "text": card.text(),
        "texts": {language: card.text(language) for language in LANGUAGES},
        "hero": hero.name() if hero is not None else "",
        "hero_code": hero.code if hero is not None else "",
        "rarity": card.rarity,
        "set": card.set_code,
        "source": card.source,
        "support": card.support,
        "keyword_codes": facts.pop("keywords", []),
        "total_cost": facts.pop("cost", None),
    }
    return fields | facts


def _cost(card: CardSpec, *, system: GameSystem) -> dict[str, Any] | None:
    """Return the cost as scenario files write it, with the buildings' English names.

    None for cards that have no cost.
    """
    total = card.fact("cost")
    if total is None:
        return None
    needs = card.fact("needs")
    names = [_label("needs", key, system=system) for key in needs] if isinstance(needs, tuple) else []
    prosperity = card.fact("cost_prosperity")
    return {
        "buildings": names,
        "any": card.fact("cost_any") or 0,
        "prosperity": total if prosperity is None else prosperity,
    }


def _keywords(card: CardSpec, *, system: GameSystem) -> list[str]:
    """Return the card's keywords in English with their numbers: `Shot 3`."""
    codes = card.fact("keywords")
    keywords = []
    for code in codes if isinstance(codes, tuple) else ():
        name, value = _label("keywords", code, system=system), card.fact(f"keyword_{code}")
        if value is None:
            keywords.append(name)
        else:
            keywords.append(name.replace("X", str(value)) if "X" in name else f"{name} {value}")
    return keywords


def _label(facet: str, value: str, *, system: GameSystem) -> str:
    for candidate in system.facets:
        if candidate.code == facet:
            return candidate.label(value, language="en")
    return value
