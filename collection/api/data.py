"""Cards, facets, sets and words as plain data, for the API and the bulk file."""

import json
from functools import lru_cache
from typing import Any

from django.urls import reverse

from collection.images.card_images import face_url
from collection.library.glossary import present_glossary
from collection.search import CardEntry, CatalogueIndex, SearchResult, field_table
from simulator.engine.system import GameSystem


def serialize_card(entry: CardEntry, language: str) -> dict[str, Any]:
    return {
        **_plain(entry),
        "name": entry.names[language],
        "names": dict(entry.names),
        "text": entry.texts[language],
        "flavour": entry.flavours[language],
        "page": reverse("card", args=[entry.system, entry.code]),
        "image": face_url(entry, language=language, size="large"),
    }


def serialize_search(results: SearchResult, *, first: int, count: int, language: str) -> dict[str, Any]:
    return {
        "query": results.text,
        "count": results.total,
        "next": None,
        "previous": None,
        "results": [serialize_card(entry, language) for entry in results.cards(first=first, count=count)],
        "complaints": [
            {"term": complaint.term, "reason": complaint.reason, "instead": complaint.instead}
            for complaint in results.complaints
        ],
        "corrections": results.corrections,
    }


def serialize_facets(results: SearchResult) -> list[dict[str, Any]]:
    return [
        {
            "code": facet.code,
            "name": facet.name,
            "kind": facet.kind,
            "values": [
                {
                    "value": value.value,
                    "label": value.label,
                    "count": value.count,
                    "chosen": value.chosen,
                    "query": value.query,
                }
                for value in facet.values
            ],
        }
        for facet in results.facets()
    ]


def serialize_sets(index: CatalogueIndex, language: str) -> list[dict[str, Any]]:
    counted: dict[str, int] = {}
    for entry in index.entries:
        for code in entry.sets if not entry.withdrawn else ():
            counted[code] = counted.get(code, 0) + 1
    field = field_table(index.system).get("set")
    return [
        {"code": code, "name": field.label(code, language) if field else code, "cards": cards}
        for code, cards in sorted(counted.items())
    ]


def serialize_terms(system: GameSystem, language: str, *, text: str = "") -> list[dict[str, Any]]:
    return [
        {
            "code": shown.term.code,
            "group": group.code,
            "name": shown.name,
            "names": dict(shown.term.names),
            "also": list(shown.term.also),
            "meaning": shown.meaning,
            "rule": shown.term.rule,
            "symbol": shown.term.symbol,
            "cards": shown.cards,
            "query": shown.query,
        }
        for group in present_glossary(system, language=language, text=text)
        for shown in group.terms
    ]


@lru_cache(maxsize=4)
def serialize_catalogue(index: CatalogueIndex) -> bytes:
    """Made once for every state of a catalogue; an index lives as long as its digest."""
    whole = {
        "system": index.system.code,
        "rules_version": index.system.rules_version,
        "digest": index.digest,
        "cards": [
            _plain(entry) | {"names": dict(entry.names), "texts": dict(entry.texts), "flavours": dict(entry.flavours)}
            for entry in index.entries
        ],
    }
    return json.dumps(whole, ensure_ascii=False).encode()


def _plain(entry: CardEntry) -> dict[str, Any]:
    """What needs no language."""
    return {
        "system": entry.system,
        "code": entry.code,
        "kind": entry.kind,
        "rarity": entry.rarity,
        "set": entry.set_code,
        "sets": list(entry.sets),
        "source": entry.source,
        "support": entry.support,
        "withdrawn": entry.withdrawn,
        "facts": entry.facts,
    }
