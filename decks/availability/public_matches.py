"""Decks that somebody's cards suffice for, or nearly: all public ones are compared, each in about a microsecond, and
those that come with the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from collection.models import Card
from decks.decklists import card_counts
from decks.models import Deck, DeckLine, DeckQuerySet
from decks.reference_decks import ReadyMade, ready_made
from simulator.engine.system import GameSystem

from .models import Requirement
from .requirements import Stock, bits_lacking, lacking, stock_bits, units_of
from .selectors import Badges, badges_of, miniatures_of

FILLED_AT_ONCE = 1_000
NEARLY = 3


@dataclass(frozen=True, slots=True)
class PublicMatch:
    """The current version of a deck, and how many of its cards are missing."""

    version: int
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
        rows.append(Requirement(version_id=version, units=packed, beyond=beyond or None))
    Requirement.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
    return len(rows)


def compared(decks: DeckQuerySet, *, there: Stock, system: str) -> Iterator[PublicMatch]:
    """How many cards each deck lacks, in no order; decks of which it is not known yet what they need are not told."""
    requirements_fill(decks, system=system)
    numbers = card_numbers(system)
    counts = {numbers[code]: count for code, count in there.cards.items() if code in numbers}
    bits = stock_bits(counts)
    # No order and no further table: both would take the database longer than all the counting takes.
    rows = Requirement.objects.filter(version__in=decks.order_by().values("current"))
    for version, packed, beyond in rows.values_list("version", "units", "beyond").iterator(chunk_size=5_000):
        units = int.from_bytes(packed, "little")
        yield PublicMatch(version, bits_lacking(units, beyond or {}, bits=bits, there=counts))


def nearly_buildable(decks: DeckQuerySet, *, there: Stock, system: str, most: int = NEARLY) -> list[PublicMatch]:
    """Which of the decks lack at most so many cards, the fewest first, then the newest."""
    found = [near for near in compared(decks, there=there, system=system) if near.missing <= most]
    return sorted(found, key=lambda near: (near.missing, -near.version))


def ready_made_near(
    system: GameSystem, *, there: Stock, aside: Stock, most: int, only_free: bool
) -> list[tuple[ReadyMade, Badges]]:
    """Which of the decks that come with the game lack at most so many cards, the fewest first; without a query."""
    enough = there.without(aside) if only_free else there
    found = []
    for reference, one in zip(system.reference_decks(), ready_made(system), strict=True):
        cards = card_counts(reference.deck)
        missing = sum(lacking(cards, enough.cards).values())
        if missing <= most:
            need = Stock(cards, miniatures_of(cards, system))
            found.append((missing, one, badges_of(need, there=there, aside=aside)))
    return [(one, badge) for _missing, one, badge in sorted(found, key=lambda each: each[0])]


def present_matches(near: Sequence[PublicMatch]) -> list[tuple[Deck, int]]:
    """A page of them, in their order."""
    versions = [one.version for one in near]
    decks = Deck.objects.filter(current__in=versions).select_related("owner", "current")
    found = {deck.current_id: deck for deck in decks.prefetch_related("current__lines")}
    return [(found[one.version], one.missing) for one in near if one.version in found]
