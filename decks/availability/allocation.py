"""Allocation: can several decks be built from one stock at the same time?

If not: which cards are short, which decks need them, and which decks fit together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic, TypeVar

from .requirements import Counts, Stock, lacking, together

MAX_DECKS_TRIED: Final = 12
"""The search for the largest fitting set considers only this many decks: more would be thousands of sets."""

Deck = TypeVar("Deck")


@dataclass(frozen=True, slots=True)
class Shortage(Generic[Deck]):
    """A card or miniature that there is not enough of for all decks."""

    code: str
    there: int
    wanted: int
    by: tuple[tuple[Deck, int], ...]

    @property
    def missing(self) -> int:
        return self.wanted - self.there

    @property
    def is_conflict(self) -> bool:
        """Whether every deck alone has enough, but not all of them together."""
        return len(self.by) > 1 and all(count <= self.there for _, count in self.by)


@dataclass(frozen=True, slots=True)
class Allocation(Generic[Deck]):
    cards: tuple[Shortage[Deck], ...]
    miniatures: tuple[Shortage[Deck], ...]
    fitting: tuple[Deck, ...]
    """The largest set of decks that can be built together, preferring earlier ones."""

    @property
    def buildable(self) -> bool:
        return not self.cards

    @property
    def table_ready(self) -> bool:
        return not self.cards and not self.miniatures

    @property
    def missing(self) -> int:
        return sum(short.missing for short in self.cards)


def build_together(decks: Sequence[tuple[Deck, Stock]], *, stock: Stock) -> Allocation[Deck]:
    """Allocate `stock` to all decks and report what is short."""
    needs = together(need for _, need in decks)
    cards = _find_shortages(needs.cards, stock.cards, [(deck, need.cards) for deck, need in decks])
    miniatures = _find_shortages(needs.miniatures, stock.miniatures, [(deck, need.miniatures) for deck, need in decks])
    return Allocation(cards=cards, miniatures=miniatures, fitting=_find_fitting(decks, stock, cards))


def _find_shortages(needs: Counts, available: Counts, decks: list[tuple[Deck, Counts]]) -> tuple[Shortage[Deck], ...]:
    return tuple(
        Shortage(
            code=code,
            there=available.get(code, 0),
            wanted=needs[code],
            by=tuple((deck, need[code]) for deck, need in decks if need.get(code)),
        )
        for code in lacking(needs, available)
    )


def _find_fitting(
    decks: Sequence[tuple[Deck, Stock]], stock: Stock, shortages: tuple[Shortage[Deck], ...]
) -> tuple[Deck, ...]:
    if not shortages:
        return tuple(deck for deck, _ in decks)
    # Only cards short for all decks can be short for some. A deck that lacks cards on its own fits no set.
    codes = [shortage.code for shortage in shortages]
    candidates = [
        (deck, [need.cards.get(code, 0) for code in codes])
        for deck, need in decks
        if not lacking(need.cards, stock.cards)
    ]
    limits = [stock.cards.get(code, 0) for code in codes]
    for size in range(min(len(candidates), MAX_DECKS_TRIED), 0, -1):
        for chosen in combinations(candidates[:MAX_DECKS_TRIED], size):
            if all(sum(need[index] for _, need in chosen) <= limit for index, limit in enumerate(limits)):
                return tuple(deck for deck, _ in chosen)
    return ()
