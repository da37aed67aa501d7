"""Filters no index can answer: legal in a format, buildable from a collection.

Each page examines a limited number of decks, however few of them pass. It skips none and reports how far it got.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from decks import decklists
from decks.availability.public_matches import compare_decks
from decks.availability.requirements import Stock
from decks.models import Deck, DeckQuerySet, Verdict
from decks.rules import legality
from simulator.engine.decks.formats import Format
from simulator.engine.game_system import GameSystem

EXAMINED = (40, 2_000)
"""Examine a few decks first, the rest only if the page is not full."""
MAX_CHECKS = 50

Test = Callable[[list[int]], Mapping[int, bool | None]]
"""Tells which of these decks pass; None means not known yet."""


@dataclass(frozen=True, slots=True)
class FilteredDecks:
    decks: list[Deck]
    examined_up_to: Deck | None = None
    """The last deck examined, if more follow and the list is not full."""


def load_decks(decks: DeckQuerySet, count: int) -> list[Deck]:
    """Load the first decks with the related rows that a list shows."""
    return list(decks.select_related("owner", "current").prefetch_related("tags")[:count])


def first_passing(decks: DeckQuerySet, count: int, tests: Iterable[Test]) -> FilteredDecks:
    """Return up to `count` decks that pass all tests, in order."""
    passed: list[int] = []
    last = 0
    for begin, end in zip((0, *EXAMINED), EXAMINED, strict=False):
        window = list(decks.values_list("pk", flat=True)[begin:end])
        results: Mapping[int, bool | None] = dict.fromkeys(window, True)
        for test in tests:
            results = {**results, **test([pk for pk, passes in results.items() if passes])}
        for pk in window:
            if results[pk] is None:
                return FilteredDecks(_load_in_order(passed), Deck.objects.filter(pk=last).first())
            passed += [pk] if results[pk] else []
            last = pk
            if len(passed) == count:
                return FilteredDecks(_load_in_order(passed))
        if len(window) < end - begin:
            return FilteredDecks(_load_in_order(passed))
    return FilteredDecks(_load_in_order(passed), Deck.objects.filter(pk=last).first())


def legal_in(format: Format, *, system: GameSystem) -> Test:
    """Build a test for legality in a format.

    It uses stored verdicts (rules/legality.py), and computes and stores a limited number of missing ones.
    """
    key = legality.rules_key(format, system=system)
    known = Verdict.objects.filter(content_hash=OuterRef("current__content_hash"), rules=key)
    budget = MAX_CHECKS

    def test(pks: list[int]) -> Mapping[int, bool | None]:
        nonlocal budget
        rows = Deck.objects.filter(pk__in=pks).order_by().annotate(verdict=Subquery(known.values("legal")))
        verdicts = dict(rows.values_list("pk", "verdict"))
        unknown = [pk for pk in pks if verdicts.get(pk) is None][:budget]
        budget -= len(unknown)
        return {**dict.fromkeys(pks), **verdicts, **_check(unknown, format=format, system=system)}

    return test


def buildable_from(stock: Stock, *, system: str) -> Test:
    """Build a test for decks that a stock has all cards for.

    It compares the requirements of versions as bits (availability/public_matches.py).
    """

    def test(pks: list[int]) -> Mapping[int, bool | None]:
        decks = Deck.objects.filter(pk__in=pks)
        missing = {match.version: match.missing for match in compare_decks(decks, stock=stock, system=system)}
        versions = decks.order_by().values_list("pk", "current_id")
        return {pk: missing[version] == 0 if version in missing else None for pk, version in versions}

    return test


def _check(pks: list[int], *, format: Format, system: GameSystem) -> dict[int, bool]:
    decks = Deck.objects.filter(pk__in=pks).select_related("current").prefetch_related("current__lines")
    lists = {deck.pk: decklists.of_deck(deck) for deck in decks} if pks else {}
    return legality.verdicts_store(lists, format=format, system=system)


def _load_in_order(pks: list[int]) -> list[Deck]:
    decks = {deck.pk: deck for deck in load_decks(Deck.objects.filter(pk__in=pks), len(pks))}
    return [decks[pk] for pk in pks if pk in decks]
