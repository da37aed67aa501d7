"""What decks need and what there is, as plain numbers; and the same as bits, to compare very many decks with one stock.

Bit `4 × card + k` stands for copy k + 1 of the card with that number. What a stock lacks for a deck is then one `and`
and one count of bits, about a microsecond.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

Counts = Mapping[str, int]

COPIES: Final = 4
UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Stock:
    """Cards and miniatures by the card's code."""

    cards: Counts = field(default_factory=dict)
    miniatures: Counts = field(default_factory=dict)

    def without(self, other: "Stock") -> "Stock":
        """What is left when another part of it is put aside; never below nothing."""
        return Stock(_without(self.cards, other.cards), _without(self.miniatures, other.miniatures))


NOTHING: Final = Stock()


def _without(counts: Counts, other: Counts) -> Counts:
    return {code: max(0, number - other.get(code, 0)) for code, number in counts.items()}


def _sum(several: Iterable[Counts]) -> Counts:
    total: dict[str, int] = {}
    for counts in several:
        for code, number in counts.items():
            total[code] = total.get(code, 0) + number
    return total


def together(stocks: Iterable[Stock]) -> Stock:
    found = list(stocks)
    return Stock(_sum(one.cards for one in found), _sum(one.miniatures for one in found))


def lacking(needs: Counts, there: Counts) -> Counts:
    """By how much each need exceeds what is there; only what is short."""
    return {code: number - there.get(code, 0) for code, number in needs.items() if number > there.get(code, 0)}


# --- as bits


def units_of(needs: Counts, numbers: Mapping[str, int]) -> tuple[int, dict[str, int]]:
    """The bits of a need, and what lies beyond them: further copies by card number, and unknown cards as one sum."""
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


def stock_bits(there: Mapping[int, int]) -> int:
    """The bits of what is there, by card number."""
    bits = 0
    for number, count in there.items():
        bits |= ((1 << min(count, COPIES)) - 1) << (number * COPIES)
    return bits


def bits_lacking(units: int, beyond: Mapping[str, int], *, bits: int, there: Mapping[int, int]) -> int:
    """How many copies are missing: exactly what `lacking` would add up to."""
    missing = (units & ~bits).bit_count()
    for number, count in beyond.items():
        if number == UNKNOWN:
            missing += count
        else:
            missing += count - max(COPIES, min(count, there.get(int(number), 0)))
    return missing
