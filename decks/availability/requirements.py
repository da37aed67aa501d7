"""Requirements of decks and stocks of cards, as counts and as bits.

Bits allow comparing very many decks with one stock. Bit `4 × card + k` stands for copy k + 1 of the card with that
number. What a stock lacks for a deck is then one `and` and one bit count, about a microsecond.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from simulator.engine.game_system import GameSystem

Counts = Mapping[str, int]

COPIES: Final = 4
UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Stock:
    """Counts of cards and miniatures by card code."""

    cards: Counts = field(default_factory=dict)
    miniatures: Counts = field(default_factory=dict)

    def without(self, other: "Stock") -> "Stock":
        """Return the stock without another stock; counts never go below zero."""
        return Stock(_subtract(self.cards, other.cards), _subtract(self.miniatures, other.miniatures))


NOTHING: Final = Stock()


def _subtract(counts: Counts, other: Counts) -> Counts:
    return {code: max(0, number - other.get(code, 0)) for code, number in counts.items()}


def _sum(parts: Iterable[Counts]) -> Counts:
    total: dict[str, int] = {}
    for counts in parts:
        for code, number in counts.items():
            total[code] = total.get(code, 0) + number
    return total


def together(stocks: Iterable[Stock]) -> Stock:
    """Return the sum of several stocks."""
    parts = list(stocks)
    return Stock(_sum(part.cards for part in parts), _sum(part.miniatures for part in parts))


def lacking(needs: Counts, available: Counts) -> Counts:
    """Return by how much each need exceeds the available count, where it does."""
    return {code: number - available.get(code, 0) for code, number in needs.items() if number > available.get(code, 0)}


def with_parts(cards: Counts, system: GameSystem | None) -> Counts:
    """Return what must be owned to field some cards: the cards and their parts."""
    if system is None or not system.has_parts:
        return cards
    known = ((system.catalogue.get(code), count) for code, count in cards.items())
    parts = (
        {part: number * count for part, number in system.parts(card).items()}
        for card, count in known
        if card is not None
    )
    return _sum([cards, *parts])


def parts_version(system: GameSystem | None, numbers: Mapping[str, int]) -> str:
    """Return a hash of the parts of all cards and of the numbers of those parts; empty for a game without parts."""
    if system is None or not system.has_parts:
        return ""
    content = hashlib.sha256()
    for card in sorted(system.catalogue, key=lambda card: card.code):
        parts = [(code, count, numbers.get(code)) for code, count in sorted(system.parts(card).items())]
        if parts:
            content.update(repr((card.code, parts)).encode())
    return content.hexdigest()[:16]


# --- as bits


def units_of(needs: Counts, numbers: Mapping[str, int]) -> tuple[int, dict[str, int]]:
    """Return the bits of some needs and what the bits cannot hold.

    The latter are counts above four copies by card number, and the total of unknown cards.
    """
    units = 0
    beyond: dict[str, int] = {}
    for code, count in needs.items():
        number = numbers.get(code)
        if number is None:
            beyond[UNKNOWN] = beyond.get(UNKNOWN, 0) + count
            continue
        units |= ((1 << min(count, COPIES)) - 1) << (number * COPIES)
        if count > COPIES:
            beyond[str(number)] = count
    return units, beyond


def stock_bits(counts: Mapping[int, int]) -> int:
    """Return the bits of available counts by card number."""
    bits = 0
    for number, count in counts.items():
        bits |= ((1 << min(count, COPIES)) - 1) << (number * COPIES)
    return bits


def bits_lacking(units: int, beyond: Mapping[str, int], *, bits: int, counts: Mapping[int, int]) -> int:
    """Return the number of missing copies: the sum of what `lacking` returns."""
    missing = (units & ~bits).bit_count()
    for number, count in beyond.items():
        if number == UNKNOWN:
            missing += count
        else:
            missing += count - max(COPIES, min(count, counts.get(int(number), 0)))
    return missing
