"""Reads: cards as a page shows them, in the reader's language."""

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import get_language

from simulator import games
from simulator.engine.system import Facet, GameSystem
from simulator.engine.values import LANGUAGES, Fact

from .models import Card


def reading_language() -> str:
    language = (get_language() or "en")[:2]
    return language if language in LANGUAGES else "en"


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card in one language."""

    row: Card
    name: str
    text: str
    kind: str
    facts: tuple[tuple[str, str], ...] = ()
    other_names: tuple[tuple[str, str], ...] = ()


def card_shown(row: Card) -> CardShown:
    """The card with everything a search could ask of it, each with its name."""
    language = reading_language()
    system = games.systems().get(row.system)
    facets = system.facets if system else ()
    facts = [(facet.names[language], _told(facet, row.fact(facet.code), language)) for facet in facets]
    return CardShown(
        row=row,
        name=row.name(language),
        text=row.text(language),
        kind=_kind(row, system, language),
        facts=tuple((name, told) for name, told in facts if told),
        other_names=tuple((other, row.name(other)) for other in LANGUAGES if other != language),
    )


def cards_by_kind() -> list[tuple[str, list[CardShown]]]:
    """Every current card, under the word for its kind; in one query."""
    language, systems = reading_language(), games.systems()
    rows = Card.objects.current().order_by("system", "kind", f"name_{language}")
    shown = [
        CardShown(
            row=row,
            name=row.name(language),
            text=row.text(language),
            kind=_kind(row, systems.get(row.system), language),
        )
        for row in rows
    ]
    return [(kind, list(cards)) for kind, cards in groupby(shown, key=lambda card: card.kind)]


def _kind(row: Card, system: GameSystem | None, language: str) -> str:
    for facet in system.facets if system else ():
        if facet.code == "kind":
            return facet.label(row.kind, language=language)
    return row.kind


def _told(facet: Facet, fact: Fact | list[str] | None, language: str) -> str:
    """A fact as words; nothing for what a card does not have, and for a no."""
    if fact is None or fact is False or fact == "":
        return ""
    if fact is True:
        return "✓"
    values = fact if isinstance(fact, list | tuple) else [str(fact)]
    return ", ".join(facet.label(str(value), language=language) for value in values)
