"""Public decks that somebody's cards suffice for, or nearly: all of them are compared, each in about a microsecond."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from collection.models import Card
from decks.models import Deck, DeckLine, DeckQuerySet

from .models import Requirement
from .needs import Stock, bits_lacking, stock_bits, units_of

FILLED_AT_ONCE = 1_000
NEARLY = 3


@dataclass(frozen=True, slots=True)
class Near:
    """A deck, and how many of its cards are missing."""

    deck: int
    missing: int


def card_numbers(system: str) -> dict[str, int]:
    return dict(Card.objects.filter(system=system).values_list("code", "pk"))


def requirements_fill(decks: DeckQuerySet, *, system: str, most: int = FILLED_AT_ONCE) -> int:
    """Write down what current versions need of which nobody knows it yet; how many were written, at most so many."""
    versions = list(
        decks.filter(current__requirement=None).exclude(current=None).values_list("current_id", flat=True)[:most]
    )
    if not versions:
        return 0
    needs: dict[int, dict[str, int]] = {version: {} for version in versions}
    for version, code, count in (
        DeckLine.objects.filter(version__in=versions).order_by().values_list("version_id", "card", "count")
    ):
        needs[version][code] = needs[version].get(code, 0) + count
    numbers = card_numbers(system)
    rows = []
    for version, cards in needs.items():
        units, beyond = units_of(cards, numbers)
        packed = units.to_bytes((units.bit_length() + 7) // 8, "little")
        rows.append(Requirement(version_id=version, units=packed, beyond=beyond))
    Requirement.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
    return len(rows)


def nearly_buildable(decks: DeckQuerySet, *, there: Stock, system: str, most: int = NEARLY) -> list[Near]:
    """Which of the decks lack at most so many cards, the fewest first, then the newest."""
    requirements_fill(decks, system=system)
    numbers = card_numbers(system)
    counts = {numbers[code]: count for code, count in there.cards.items() if code in numbers}
    bits = stock_bits(counts)
    found = []
    rows: Any = (
        decks.order_by("-published_at", "-pk")
        .filter(current__requirement__isnull=False)
        .values_list("pk", "current__requirement__units", "current__requirement__beyond")
    )
    for deck, packed, beyond in rows.iterator(chunk_size=5_000):
        missing = _missing(packed, beyond, bits=bits, counts=counts)
        if missing <= most:
            found.append(Near(deck, missing))
    found.sort(key=lambda near: near.missing)
    return found


def _missing(packed: bytes, beyond: Mapping[str, int], *, bits: int, counts: Mapping[int, int]) -> int:
    return bits_lacking(int.from_bytes(packed, "little"), beyond, bits=bits, there=counts)


def decks_shown(near: list[Near]) -> list[tuple[Deck, int]]:
    """A page of them, in their order."""
    found = Deck.objects.select_related("owner", "current").in_bulk([one.deck for one in near])
    return [(found[one.deck], one.missing) for one in near if one.deck in found]
