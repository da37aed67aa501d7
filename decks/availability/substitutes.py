"""Substitutes: free cards that can replace missing ones without new problems."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from decks.decklists import card_counts
from decks.rules.house_formats import find_format
from simulator.engine.cards.card import CardSpec
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem

from .requirements import Counts, lacking, with_parts

MAX_CANDIDATES: Final = 3
"""Every check of a candidate takes half a millisecond."""
MAX_SWAPS: Final = 30


@dataclass(frozen=True, slots=True)
class Swap:
    out: str
    into: str


def swaps(deck: DeckList, *, missing: Counts, free: Counts, system: GameSystem, most: int = MAX_SWAPS) -> list[Swap]:
    """Return swaps of missing cards for the most similar free cards that fit.

    At most `most` missing cards are tried.
    """
    format = find_format(deck.format, system=system)
    problems = len(system.report(deck, format=format).problems)
    result: list[Swap] = []
    unused = dict(free)
    for code in list(missing)[:most]:
        card = system.catalogue.get(code)
        # A missing part is in no section: there is nothing to swap.
        if card is None or code not in card_counts(deck):
            continue
        for other in nearest(card, deck=deck, free=unused, system=system)[:MAX_CANDIDATES]:
            candidate = replace_card(deck, out=code, into=other.code)
            if len(system.report(candidate, format=format).problems) <= problems:
                # The card is used up, and later swaps start from the changed deck.
                take_fielded(unused, other.code, system)
                unused[other.code], deck = 0, candidate
                result.append(Swap(code, other.code))
                break
    return result


def nearest(card: CardSpec, *, deck: DeckList, free: Counts, system: GameSystem) -> list[CardSpec]:
    """Return free cards of the same kind outside the deck, with free parts, most similar first."""
    used = card_counts(deck)
    same = [
        other
        for code, number in free.items()
        if number and code not in used and (other := system.catalogue.get(code)) and other.kind == card.kind
        if not lacking(with_parts({code: 1}, system), free)
    ]
    return sorted(same, key=lambda other: (distance(card, other, system), other.code))


def take_fielded(free: dict[str, int], code: str, system: GameSystem) -> None:
    """Take one copy of a card and its parts out of the free cards."""
    for each, count in with_parts({code: 1}, system).items():
        free[each] -= count


def distance(card: CardSpec, other: CardSpec, system: GameSystem) -> tuple[bool, int]:
    """Return a sort key: same colour first, then the sum of all number differences."""
    colour = system.colour_facet
    difference = sum(abs(first - second) for first, second in _number_pairs(card, other, system))
    return bool(colour) and card.fact(colour) != other.fact(colour), difference


def _number_pairs(card: CardSpec, other: CardSpec, system: GameSystem) -> Iterator[tuple[int, int]]:
    for facet in system.facets:
        if facet.kind == "number":
            first, second = card.fact(facet.code), other.fact(facet.code)
            yield (first if isinstance(first, int) else 0), (second if isinstance(second, int) else 0)


def replace_card(deck: DeckList, *, out: str, into: str) -> DeckList:
    """Return the deck with one copy of a card replaced by another card."""
    sections: dict[str, dict[str, int]] = {section: dict(card_lines) for section, card_lines in deck.sections}
    for counts in sections.values():
        if counts.get(out):
            counts[out] -= 1
            counts[into] = counts.get(into, 0) + 1
            if not counts[out]:
                del counts[out]
            break
    return DeckList.of(sections, system=deck.system, format=deck.format, name=deck.name)
