"""Export a game's catalogue for other tools."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from simulator import games
from simulator.engine.cards.card import CardSpec
from simulator.engine.game_system import Facet, GameSystem
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
            self.stdout.write(
                "\t".join([card.code, card.name(), card.kind, str(card.fact(system.colour_facet or "set") or "")])
            )


def serialize_card(card: CardSpec, *, system: GameSystem) -> dict[str, Any]:
    """Return the fields that every game has, then those of its facets, then the card's other facts by name."""
    facts = card.facts.as_json()
    fields: dict[str, Any] = {
        "code": card.code,
        "name": card.name(),
        "names": {language: card.name(language) for language in LANGUAGES},
        "type": card.kind,
        "text": card.text(),
        "texts": {language: card.text(language) for language in LANGUAGES},
        "rarity": card.rarity,
        "set": card.set_code,
        "source": card.source,
        "support": card.support,
    }
    for facet in system.facets:
        if facet.code not in ("kind", *fields):
            fields |= _facet_fields(facet, card, facts=facts, system=system)
    return fields | facts


def _facet_fields(facet: Facet, card: CardSpec, *, facts: dict[str, Any], system: GameSystem) -> dict[str, Any]:
    """Return the fields of a facet, also for cards that do not have it; names of cards and keywords are in English."""
    fact = facts.pop(facet.code, None)
    if facet.code == "cost" and any(other.code == "needs" for other in system.facets):
        return {"cost": _cost(card, system=system), "total_cost": fact}
    if facet.amounts:
        return {facet.code: _keywords(card, facet=facet), f"{facet.code.removesuffix('s')}_codes": fact or []}
    if facet.labels and all(value in system.catalogue for value in facet.labels):
        named = system.catalogue.get(str(fact or ""))
        return {
            facet.code: named.name() if named is not None else "",
            f"{facet.code}_code": named.code if named is not None else "",
        }
    if fact is None and facet.kind == "flag":
        return {facet.code: False}
    if fact is None and facet.code == system.colour_facet:
        return {facet.code: ""}
    return {facet.code: fact} if fact is not None or facet.kind in ("number", "ordered") else {}


def _cost(card: CardSpec, *, system: GameSystem) -> dict[str, Any] | None:
    """Return the cost as scenario files write it, with the buildings' English names.

    None for cards that have no cost.
    """
    total = card.fact("cost")
    if total is None:
        return None
    needs = card.fact("needs")
    names = [system.facet_label("needs", key, language="en") for key in needs] if isinstance(needs, tuple) else []
    prosperity = card.fact("cost_prosperity")
    return {
        "buildings": names,
        "any": card.fact("cost_any") or 0,
        "prosperity": total if prosperity is None else prosperity,
    }


def _keywords(card: CardSpec, *, facet: Facet) -> list[str]:
    """Return the card's keywords in English with their numbers: `Shot 3`."""
    codes = card.fact(facet.code)
    keywords = []
    for code in codes if isinstance(codes, tuple) else ():
        name, value = facet.label(code, language="en"), card.fact(f"{facet.amounts}{code}")
        if value is None:
            keywords.append(name)
        else:
            keywords.append(name.replace("X", str(value)) if "X" in name else f"{name} {value}")
    return keywords
