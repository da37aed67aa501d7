"""Can these decks be built at once out of one stock: what is short, who wants it, and which of them go together."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic, TypeVar

from .requirements import Counts, Stock, lacking, together

MOST_TRIED: Final = 12
"""With more decks than this the largest set that goes together is not looked for: it would be thousands of sets."""

Deck = TypeVar("Deck")


@dataclass(frozen=True, slots=True)
class Short(Generic[Deck]):
    """A card, or its miniature, of which there is not enough for all who want it."""

    code: str
    there: int
    wanted: int
    by: tuple[tuple[Deck, int], ...]

    @property
    def missing(self) -> int:
        return self.wanted - self.there

    @property
    def is_conflict(self) -> bool:
        """Each deck alone could have it; only together they cannot."""
        return len(self.by) > 1 and all(count <= self.there for _, count in self.by)


@dataclass(frozen=True, slots=True)
class Allocation(Generic[Deck]):
    cards: tuple[Short[Deck], ...]
    miniatures: tuple[Short[Deck], ...]
    fitting: tuple[Deck, ...]
    """The most decks that can be built at once, the earlier ones preferred; all of them if nothing is short."""

    @property
    def buildable(self) -> bool:
        return not self.cards

    @property
    def table_ready(self) -> bool:
        return not self.cards and not self.miniatures

    @property
    def missing(self) -> int:
        return sum(short.missing for short in self.cards)


def build_together(decks: Sequence[tuple[Deck, Stock]], *, there: Stock) -> Allocation[Deck]:
    """What stands in the way of building all of them; `there` is what may be used for it."""
    needs = together(need for _, need in decks)
    cards = _short(needs.cards, there.cards, [(deck, need.cards) for deck, need in decks])
    miniatures = _short(needs.miniatures, there.miniatures, [(deck, need.miniatures) for deck, need in decks])
    return Allocation(cards=cards, miniatures=miniatures, fitting=_fitting(decks, there, cards))


def _short(needs: Counts, there: Counts, decks: list[tuple[Deck, Counts]]) -> tuple[Short[Deck], ...]:
    return tuple(
        Short(
            code=code,
            there=there.get(code, 0),
            wanted=needs[code],
            by=tuple((deck, need[code]) for deck, need in decks if need.get(code)),
        )
        for code in lacking(needs, there)
    )


def _fitting(decks: Sequence[tuple[Deck, Stock]], there: Stock, short: tuple[Short[Deck], ...]) -> tuple[Deck, ...]:
    if not short:
        return tuple(deck for deck, _ in decks)
    # Only what is short for all can be short for some; and who lacks something alone is in no set.
    codes = [one.code for one in short]
    alone = [
        (deck, [need.cards.get(code, 0) for code in codes])
        for deck, need in decks
        if not lacking(need.cards, there.cards)
    ]
    limits = [there.cards.get(code, 0) for code in codes]
    for size in range(min(len(alone), MOST_TRIED), 0, -1):
        for chosen in combinations(alone[:MOST_TRIED], size):
            if all(sum(need[place] for _, need in chosen) <= limit for place, limit in enumerate(limits)):
                return tuple(deck for deck, _ in chosen)
    return ()
