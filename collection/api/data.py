"""Cards, facets, sets and glossary terms as plain data, for the API."""

import json
from functools import lru_cache
from typing import Any

from django.urls import reverse

from collection.images.card_images import face_url
from collection.library.glossary import present_glossary
from collection.search import CardEntry, CatalogueIndex, SearchResult, field_table
from simulator.engine.game_system import GameSystem


def serialize_card(entry: CardEntry, language: str) -> dict[str, Any]:
    return {
        **_serialize_common(entry),
        "name": entry.names[language],
        "names": dict(entry.names),
        "text": entry.texts[language],
        "flavour": entry.flavours[language],
        "page": reverse("card", args=[entry.system, entry.code]),
        "image": face_url(entry, language=language, size="large"),
    }


def serialize_search(results: SearchResult) -> dict[str, Any]:
    """Serialize how a query was understood."""
    return {
        "query": results.text,
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
    counts: dict[str, int] = {}
    for entry in index.entries:
        for code in entry.sets if not entry.withdrawn else ():
            counts[code] = counts.get(code, 0) + 1
    field = field_table(index.system).get("set")
    return [
        {"code": code, "name": field.label(code, language) if field else code, "cards": count}
        for code, count in sorted(counts.items())
    ]


def serialize_terms(system: GameSystem, language: str, *, text: str = "") -> list[dict[str, Any]]:
    return [
        {
            "code": entry.term.code,
            "group": group.code,
            "name": entry.name,
            "names": dict(entry.term.names),
            "also": list(entry.term.also),
            "meaning": entry.meaning,
            "rule": entry.term.rule,
            "symbol": entry.term.symbol,
            "cards": entry.cards,
            "query": entry.query,
        }
        for group in present_glossary(system, language=language, text=text)
        for entry in group.terms
    ]


@lru_cache(maxsize=4)
def serialize_catalogue(index: CatalogueIndex) -> bytes:
    """Serialize every card of a game; cached, as an index never changes."""
    catalogue = {
        "system": index.system.code,
        "rules_version": index.system.rules_version,
        "digest": index.digest,
        "cards": [
            _serialize_common(entry)
            | {"names": dict(entry.names), "texts": dict(entry.texts), "flavours": dict(entry.flavours)}
            for entry in index.entries
        ],
    }
    return json.dumps(catalogue, ensure_ascii=False).encode()


def _serialize_common(entry: CardEntry) -> dict[str, Any]:
    """Return the fields that do not depend on the language."""
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
