"""The rules of docs/rules/signum.md that explain a card.

They depend on its type, marks and keywords.
"""

from collections.abc import Iterator
from typing import Final

from simulator.engine.cards.card import CardSpec
from simulator.games.signum.cards.keywords import BY_CODE

OF_TYPE: Final = {
    "hero": ("S-1.5", "S-2.1", "S-14.1"),
    "character": ("S-1.6", "S-2.6", "S-5.3", "S-5.5", "S-5.6"),
    "spell": ("S-1.7", "S-5.7"),
    "relic": ("S-1.8", "S-5.8"),
    "tactic": ("S-1.7", "S-5.11"),
    "building": ("S-1.9", "S-4.4", "S-4.5", "S-4.6"),
    "terrain": ("S-6.1", "S-6.2", "S-6.3", "S-6.4"),
}


def rules_of(card: CardSpec) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_rules(card)))


def _rules(card: CardSpec) -> Iterator[str]:
    yield from OF_TYPE.get(card.kind, ())
    if card.fact("cost_any") is not None:
        yield "S-5.1"
    if card.fact("mercenary"):
        yield "S-2.5"
    if card.fact("hero"):
        yield "S-2.7"
    if card.fact("class_card") or card.fact("class_building"):
        yield "S-5.13"
    if "ruins" in _values(card, "traits"):
        yield "S-6.5"
    for code in _values(card, "keywords"):
        yield BY_CODE[code].id


def _values(card: CardSpec, fact: str) -> tuple[str, ...]:
    values = card.fact(fact)
    return values if isinstance(values, tuple) else ()
