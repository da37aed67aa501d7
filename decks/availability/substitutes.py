"""Which free cards could stand in for one that is missing, so that the deck has no more problems than before."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from decks.rules.house_formats import find_format
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks.decklist import DeckList
from simulator.engine.system import GameSystem

from .requirements import Counts

TRIED: Final = 3
"""Asking the game costs half a millisecond each time."""
MOST_CARDS: Final = 30


@dataclass(frozen=True, slots=True)
class Swap:
    out: str
    into: str


def swaps(deck: DeckList, *, missing: Counts, free: Counts, system: GameSystem, most: int = MOST_CARDS) -> list[Swap]:
    """For missing cards, at most so many, the nearest free one that the game lets into this deck."""
    format = find_format(deck.format, system=system)
    problems = len(system.check_deck(deck, format=format).problems)
    found: list[Swap] = []
    left = dict(free)
    for code in list(missing)[:most]:
        card = system.catalogue.get(code)
        if card is None:
            continue
        for other in nearest(card, deck=deck, free=left, system=system)[:TRIED]:
            tried = replaced(deck, out=code, into=other.code)
            if len(system.check_deck(tried, format=format).problems) <= problems:
                # It is in use now, and the deck is another one for what comes after.
                left[other.code], deck = 0, tried
                found.append(Swap(code, other.code))
                break
    return found


def nearest(card: CardSpec, *, deck: DeckList, free: Counts, system: GameSystem) -> list[CardSpec]:
    """Free cards of the same kind that are not in the deck, those most alike first."""
    used = {code for _, card_lines in deck.sections for code, _count in card_lines}
    same = [
        other
        for code, number in free.items()
        if number and code not in used and (other := system.catalogue.get(code)) and other.kind == card.kind
    ]
    return sorted(same, key=lambda other: (distance(card, other, system), other.code))


def distance(card: CardSpec, other: CardSpec, system: GameSystem) -> tuple[bool, int]:
    """The same colour first, then by how far the numbers lie apart, whatever numbers the game has."""
    colour = system.colour_facet
    apart = sum(abs(one - two) for one, two in _numbers(card, other, system))
    return bool(colour) and card.fact(colour) != other.fact(colour), apart


def _numbers(card: CardSpec, other: CardSpec, system: GameSystem) -> Iterator[tuple[int, int]]:
    for facet in system.facets:
        if facet.kind == "number":
            one, two = card.fact(facet.code), other.fact(facet.code)
            yield (one if isinstance(one, int) else 0), (two if isinstance(two, int) else 0)


def replaced(deck: DeckList, *, out: str, into: str) -> DeckList:
    """The deck with one copy of a card less, and one of another instead."""
    sections: dict[str, dict[str, int]] = {section: dict(card_lines) for section, card_lines in deck.sections}
    for counts in sections.values():
        if counts.get(out):
            counts[out] -= 1
            counts[into] = counts.get(into, 0) + 1
            if not counts[out]:
                del counts[out]
            break
    return DeckList.of(sections, system=deck.system, format=deck.format, name=deck.name)
