"""Queries about collections, for pages and the API."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Prefetch, Q, QuerySet, Sum

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

from .counts import piece_kinds
from .models import COUNTS, MINIATURES, Collection, Entry, Holding, LedgerBatch

HOLDINGS_PER_PAGE = 48
BATCHES_PER_PAGE = 20
MAX_LISTED_ENTRIES = 8
HOLDING_FILTERS = ("all", "cards", "miniatures", "unpainted", "wanted", "trade")


@dataclass(frozen=True, slots=True)
class CollectionTotals:
    """The sums over one or several collections."""

    cards: int = 0
    unpainted: int = 0
    painted: int = 0
    wanted: int = 0
    trade: int = 0
    kinds: int = 0
    """The number of different cards."""
    pieces: int = 0
    """Parts of other cards, which are miniatures and not cards: see counts.py."""

    @property
    def miniatures(self) -> int:
        return self.unpainted + self.painted + self.pieces


def totals(collection: Collection) -> CollectionTotals:
    return _present_sums(collection.holdings.aggregate(**_sums([collection.system])))


def totals_by_collection(collections: Sequence[Collection]) -> dict[int, CollectionTotals]:
    """Return the sums of each collection by its id; one query. A collection without holdings is left out."""
    sums = _sums(collection.system for collection in collections)
    holdings: QuerySet[Any] = Holding.objects.filter(collection__in=collections).order_by()
    rows = holdings.values("collection_id").annotate(**sums)
    return {row["collection_id"]: _present_sums({name: row[name] for name in sums}) for row in rows}


def _sums(systems: Iterable[str]) -> dict[str, Any]:
    """The sums of a collection; pieces are stored as cards and counted apart."""
    kinds = {system: piece_kinds(system) for system in sorted(set(systems))}
    pieces = [Q(collection__system=system, printing__card__kind__in=mine) for system, mine in kinds.items() if mine]
    return {
        "kinds": Count("printing__card", filter=Q(cards__gt=0), distinct=True),
        **({"pieces": Sum("cards", filter=reduce(or_, pieces))} if pieces else {}),
        # Last, because later sums could not use the fields any more.
        **{field: Sum(field) for field in COUNTS},
    }


def _present_sums(sums: dict[str, Any]) -> CollectionTotals:
    found = {name: number or 0 for name, number in sums.items()}
    return CollectionTotals(**found | {"cards": found["cards"] - found.get("pieces", 0)})


def system_of(collection: Collection) -> GameSystem | None:
    return games.systems().get(collection.system)


def holdings_of(*, collection: Collection, text: str = "", show: str = "all") -> QuerySet[Holding]:
    """Return holdings, sorted by name in the user's language."""
    language = current_language()
    rows = Holding.objects.held().filter(collection=collection).select_related("printing__card")
    kinds = piece_kinds(collection.system)
    pieces = Q(cards__gt=0, printing__card__kind__in=kinds) if kinds else Q()
    if show == "miniatures":
        rows = rows.filter(Q(unpainted__gt=0) | Q(painted__gt=0) | pieces)
    elif show == "cards" and kinds:
        rows = rows.filter(~Q(printing__card__kind__in=kinds), cards__gt=0)
    elif show in COUNTS:
        rows = rows.filter(**{f"{show}__gt": 0})
    words = tidy(text)
    if words:
        matches = Q(printing__code__iexact=words) | Q(place__icontains=words) | Q(note__icontains=words)
        for language_code in ("en", "es", "it"):
            matches |= Q(**{f"printing__card__name_{language_code}__icontains": words})
        rows = rows.filter(matches)
    return rows.order_by(f"printing__card__name_{language}", "printing__code")


def holdings_page(*, collection: Collection, text: str = "", show: str = "all", page: str | int = 1) -> Page[Holding]:
    """Return a page of holdings; two queries."""
    return Paginator(holdings_of(collection=collection, text=text, show=show), HOLDINGS_PER_PAGE).get_page(page)


def history_page(*, collection: Collection, page: str | int = 1) -> Page[LedgerBatch]:
    """Return a page of batches, latest first, with their first entries."""
    first = Entry.objects.order_by("pk").select_related("printing__card", "undone_by")
    # A slice in a prefetch is a window function: a batch of thousands costs no more than a small one.
    first_of_batch = Prefetch("entries", queryset=first[:MAX_LISTED_ENTRIES], to_attr="first_entries")
    batches: QuerySet[Any] = (
        LedgerBatch.objects.filter(collection=collection)
        .annotate(size=Count("entries"), standing=Count("entries", filter=Q(entries__undone_by=None)))
        .prefetch_related(first_of_batch)
        .order_by("-pk")
    )
    return Paginator(batches, BATCHES_PER_PAGE).get_page(page)


def batches_of(*, collection: Collection) -> QuerySet[LedgerBatch]:
    """Return batches with all their entries, latest first, for the API."""
    entries = Entry.objects.order_by("pk").select_related("printing", "undone_by")
    return collection.batches.order_by("-pk").prefetch_related(Prefetch("entries", queryset=entries))


def entries_page(*, batch: LedgerBatch, page: str | int = 1) -> Page[Entry]:
    entries = batch.entries.order_by("pk").select_related("printing__card", "undone_by")
    return Paginator(entries, 100).get_page(page)


def amounts_of(*fields: str) -> Callable[[Any, str], dict[str, int]]:
    """Return a function for searches: the sum of these fields by card code.

    It adds up all printings and all of the user's collections, in one query.
    """

    def amounts(user: Any, system: str) -> dict[str, int]:
        rows = Holding.objects.filter(collection__owner=user.pk, collection__system=system)
        sums = rows.values_list("printing__card__code").annotate(number=sum_of(fields)).order_by()
        return {code: number for code, number in sums if number}

    return amounts


def miniatures_of(user: Any, system: str) -> dict[str, int]:
    """Return the user's miniatures by card code, pieces included; one query."""
    figures = sum_of(MINIATURES)
    rows = Holding.objects.filter(collection__owner=user.pk, collection__system=system)
    sums = rows.values_list("printing__card__code", "printing__card__kind").annotate(
        figures=figures, copies=Sum("cards")
    )
    kinds = piece_kinds(system)
    amounts = {code: number + (copies if kind in kinds else 0) for code, kind, number, copies in sums.order_by()}
    return {code: number for code, number in amounts.items() if number}


def sum_of(fields: tuple[str, ...]) -> Sum:
    total: Any = F(fields[0])
    for field in fields[1:]:
        total = total + F(field)
    return Sum(total)


def main_counts_of(user: Any, cards: list[Any]) -> dict[str, int]:
    """Return the user's counts of these cards by code; one query.

    Counts only the first printings, in the main collection of each game.
    """
    systems, codes = {card.system for card in cards}, [card.code for card in cards]
    rows = Holding.objects.filter(
        collection__owner=user.pk, collection__main=True, collection__system__in=systems, printing__code__in=codes
    )
    return dict(rows.values_list("printing__code", "cards"))
