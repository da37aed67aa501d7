"""Reads: what somebody owns, as pages and tools show it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Prefetch, Q, QuerySet, Sum

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.system import GameSystem
from simulator.engine.values import tidy

from .models import COUNTS, Collection, Entry, Holding, LedgerBatch

HOLDINGS_A_PAGE = 48
BATCHES_A_PAGE = 20
ENTRIES_SHOWN = 8
SHOWN = ("all", "cards", "miniatures", "unpainted", "wanted", "trade")


@dataclass(frozen=True, slots=True)
class CollectionTotals:
    """The sums over a collection, or several."""

    cards: int = 0
    unpainted: int = 0
    painted: int = 0
    wanted: int = 0
    trade: int = 0
    kinds: int = 0
    """How many different cards."""

    @property
    def miniatures(self) -> int:
        return self.unpainted + self.painted


def totals(holdings: QuerySet[Holding]) -> CollectionTotals:
    sums = holdings.aggregate(
        kinds=Count("printing__card", filter=Q(cards__gt=0), distinct=True), **{what: Sum(what) for what in COUNTS}
    )
    return CollectionTotals(**{name: number or 0 for name, number in sums.items()})


def system_of(collection: Collection) -> GameSystem | None:
    return games.systems().get(collection.system)


def holdings_page(*, collection: Collection, text: str = "", show: str = "all", page: str | int = 1) -> Page[Holding]:
    """One page of what is held, by name in the reader's language; two queries, however much there is."""
    language = current_language()
    rows = Holding.objects.held().filter(collection=collection).select_related("printing__card")
    if show == "miniatures":
        rows = rows.filter(Q(unpainted__gt=0) | Q(painted__gt=0))
    elif show in COUNTS:
        rows = rows.filter(**{f"{show}__gt": 0})
    words = tidy(text)
    if words:
        named = Q(printing__code__iexact=words) | Q(place__icontains=words) | Q(note__icontains=words)
        for known in ("en", "es", "it"):
            named |= Q(**{f"printing__card__name_{known}__icontains": words})
        rows = rows.filter(named)
    rows = rows.order_by(f"printing__card__name_{language}", "printing__code")
    return Paginator(rows, HOLDINGS_A_PAGE).get_page(page)


def history_page(*, collection: Collection, page: str | int = 1) -> Page[LedgerBatch]:
    """Batches, the latest first, each with its first entries and how many there are."""
    first = Entry.objects.order_by("pk").select_related("printing__card", "undone_by")
    # A slice in a prefetch is a window function: a batch of thousands costs no more than one of eight.
    from_each = Prefetch("entries", queryset=first[:ENTRIES_SHOWN], to_attr="first_entries")
    batches: QuerySet[Any] = (
        LedgerBatch.objects.filter(collection=collection)
        .annotate(size=Count("entries"), standing=Count("entries", filter=Q(entries__undone_by=None)))
        .prefetch_related(from_each)
        .order_by("-pk")
    )
    return Paginator(batches, BATCHES_A_PAGE).get_page(page)


def batches_page(*, collection: Collection, page: str | int = 1) -> Page[LedgerBatch]:
    """Batches with all their entries, for tools."""
    entries = Entry.objects.order_by("pk").select_related("printing", "undone_by")
    batches = collection.batches.order_by("-pk").prefetch_related(Prefetch("entries", queryset=entries))
    return Paginator(batches, BATCHES_A_PAGE).get_page(page)


def entries_page(*, batch: LedgerBatch, page: str | int = 1) -> Page[Entry]:
    entries = batch.entries.order_by("pk").select_related("printing__card", "undone_by")
    return Paginator(entries, 100).get_page(page)


def amounts_of(*what: str) -> Callable[[Any, str], dict[str, int]]:
    """Of each card of a game, over all its printings and all collections of one person: for searches, one query."""

    def amounts(user: Any, system: str) -> dict[str, int]:
        rows = Holding.objects.filter(collection__owner=user.pk, collection__system=system)
        summed = rows.values_list("printing__card__code").annotate(number=sum_of(what)).order_by()
        return {code: number for code, number in summed if number}

    return amounts


def sum_of(what: tuple[str, ...]) -> Sum:
    added: Any = F(what[0])
    for further in what[1:]:
        added = added + F(further)
    return Sum(added)


def main_counts_of(user: Any, cards: list[Any]) -> dict[str, int]:
    """How many of these cards' first printings lie in the main collection of their game, by code; one query."""
    systems, codes = {card.system for card in cards}, [card.code for card in cards]
    rows = Holding.objects.filter(
        collection__owner=user.pk, collection__main=True, collection__system__in=systems, printing__code__in=codes
    )
    return dict(rows.values_list("printing__code", "cards"))
