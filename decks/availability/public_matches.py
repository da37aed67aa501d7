"""Public and ready-made decks that a user can build, or nearly build.

All public decks are compared with the user's stock, each in about a microsecond.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from collection.models import Card
from decks.decklists import card_counts
from decks.models import Deck, DeckLine, DeckQuerySet
from decks.reference_decks import ReadyMade, ready_made
from simulator import games
from simulator.engine.game_system import GameSystem

from .models import Requirement
from .requirements import Stock, bits_lacking, lacking, parts_version, stock_bits, units_of, with_parts
from .selectors import Badges, badges_of, need_of

MAX_FILLED = 1_000
MAX_MISSING = 3


@dataclass(frozen=True, slots=True)
class PublicMatch:
    """The current version of a deck and the number of missing cards."""

    version: int
    missing: int


def card_numbers(system: str) -> dict[str, int]:
    return dict(Card.objects.filter(system=system).values_list("code", "pk"))


def requirements_fill(decks: DeckQuerySet, *, system: str, numbers: Mapping[str, int], most: int = MAX_FILLED) -> int:
    """Store requirements of current versions that are missing or out of date, up to `most`; return how many."""
    game = games.systems().get(system)
    parts = parts_version(game, numbers)
    outdated = Q(current__requirement=None) | ~Q(current__requirement__parts=parts)
    # In the order of their keys: two requests that refresh the same rows must not wait for each other.
    stale = decks.filter(outdated).exclude(current=None).order_by("current_id")
    versions = list(stale.values_list("current_id", flat=True)[:most])
    if not versions:
        return 0
    needs: dict[int, dict[str, int]] = {version: {} for version in versions}
    for version, code, count in (
        DeckLine.objects.filter(version__in=versions).order_by().values_list("version_id", "card", "count")
    ):
        needs[version][code] = needs[version].get(code, 0) + count
    rows = []
    for version, cards in needs.items():
        units, beyond = units_of(with_parts(cards, game), numbers)
        packed = units.to_bytes((units.bit_length() + 7) // 8, "little")
        rows.append(Requirement(version_id=version, units=packed, beyond=beyond or None, parts=parts))
    Requirement.objects.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["version"],
        update_fields=["units", "beyond", "parts"],
    )
    return len(rows)


def compare_decks(decks: DeckQuerySet, *, stock: Stock, system: str) -> Iterator[PublicMatch]:
    """Yield how many cards each deck lacks, in no order.

    Decks whose requirements are not stored yet, or out of date, are left out.
    """
    numbers = card_numbers(system)
    requirements_fill(decks, system=system, numbers=numbers)
    counts = {numbers[code]: count for code, count in stock.cards.items() if code in numbers}
    bits = stock_bits(counts)
    # No ordering and no joins: either would take longer than all the counting.
    parts = parts_version(games.systems().get(system), numbers)
    rows = Requirement.objects.filter(version__in=decks.order_by().values("current"), parts=parts)
    for version, packed, beyond in rows.values_list("version", "units", "beyond").iterator(chunk_size=5_000):
        units = int.from_bytes(packed, "little")
        yield PublicMatch(version, bits_lacking(units, beyond or {}, bits=bits, counts=counts))


def nearly_buildable(decks: DeckQuerySet, *, stock: Stock, system: str, most: int = MAX_MISSING) -> list[PublicMatch]:
    """Return the decks that lack at most `most` cards.

    Fewest missing cards first, then the newest.
    """
    matches = [match for match in compare_decks(decks, stock=stock, system=system) if match.missing <= most]
    return sorted(matches, key=lambda match: (match.missing, -match.version))


def ready_made_near(
    system: GameSystem, *, stock: Stock, reserved: Stock, most: int, only_free: bool
) -> list[tuple[ReadyMade, Badges]]:
    """Return the ready-made decks that lack at most `most` cards, fewest first.

    Needs no query.
    """
    usable = stock.without(reserved) if only_free else stock
    matches = []
    for reference, deck in zip(system.reference_decks(), ready_made(system), strict=True):
        need = need_of(card_counts(reference.deck), system)
        missing = sum(lacking(need.cards, usable.cards).values())
        if missing <= most:
            matches.append((missing, deck, badges_of(need, stock=stock, reserved=reserved)))
    return [(deck, badge) for _missing, deck, badge in sorted(matches, key=lambda match: match[0])]


def load_matches(matches: Sequence[PublicMatch]) -> list[tuple[Deck, int]]:
    """Load the decks of some matches in order, with the number of missing cards."""
    versions = [match.version for match in matches]
    decks = Deck.objects.filter(current__in=versions).select_related("owner", "current")
    by_version = {deck.current_id: deck for deck in decks.prefetch_related("current__lines")}
    return [(by_version[match.version], match.missing) for match in matches if match.version in by_version]
