"""The first decks of a long list that pass tests no index can answer: legal in a format, buildable from what one owns.

One page looks through so many decks and no more, however few of them pass; none is passed over, and it says how far
it came.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from decks import decklists
from decks.availability.public_matches import compared
from decks.availability.requirements import Stock
from decks.models import Deck, DeckQuerySet, Verdict
from decks.rules import legality
from simulator.engine.decks.formats import Format
from simulator.engine.system import GameSystem

LOOKED_THROUGH = (40, 2_000)
"""First a few, and all the others only if the page is not full."""
CHECKED_AT_ONCE = 50

Test = Callable[[list[int]], Mapping[int, bool | None]]
"""Which of these decks pass; None for those that it cannot say of at once."""


@dataclass(frozen=True, slots=True)
class FilteredDecks:
    decks: list[Deck]
    looked_up_to: Deck | None = None
    """The last deck that was looked at, if there are more behind it and the list is not full."""


def first(decks: DeckQuerySet, count: int) -> list[Deck]:
    """With what a list shows of each."""
    return list(decks.select_related("owner", "current").prefetch_related("tags")[:count])


def first_passing(decks: DeckQuerySet, count: int, tests: Iterable[Test]) -> FilteredDecks:
    """So many of the decks, in their order."""
    passed: list[int] = []
    last = 0
    for begin, end in zip((0, *LOOKED_THROUGH), LOOKED_THROUGH, strict=False):
        window = list(decks.values_list("pk", flat=True)[begin:end])
        left: Mapping[int, bool | None] = dict.fromkeys(window, True)
        for test in tests:
            left = {**left, **test([pk for pk, passes in left.items() if passes])}
        for pk in window:
            if left[pk] is None:
                return FilteredDecks(_shown(passed), Deck.objects.filter(pk=last).first())
            passed += [pk] if left[pk] else []
            last = pk
            if len(passed) == count:
                return FilteredDecks(_shown(passed))
        if len(window) < end - begin:
            return FilteredDecks(_shown(passed))
    return FilteredDecks(_shown(passed), Deck.objects.filter(pk=last).first())


def legal_in(format: Format, *, system: GameSystem) -> Test:
    """By the verdicts there are (rules/legality.py); some of which nobody has asked for yet are given now, and kept."""
    key = legality.rules_key(format, system=system)
    known = Verdict.objects.filter(content_hash=OuterRef("current__content_hash"), rules=key)
    may_check = CHECKED_AT_ONCE

    def test(pks: list[int]) -> Mapping[int, bool | None]:
        nonlocal may_check
        rows = Deck.objects.filter(pk__in=pks).order_by().annotate(verdict=Subquery(known.values("legal")))
        verdicts = dict(rows.values_list("pk", "verdict"))
        unknown = [pk for pk in pks if verdicts.get(pk) is None][:may_check]
        may_check -= len(unknown)
        return {**dict.fromkeys(pks), **verdicts, **_checked(unknown, format=format, system=system)}

    return test


def buildable_from(there: Stock, *, system: str) -> Test:
    """By what versions need, as bits (availability/public_matches.py)."""

    def test(pks: list[int]) -> Mapping[int, bool | None]:
        decks = Deck.objects.filter(pk__in=pks)
        missing = {near.version: near.missing for near in compared(decks, there=there, system=system)}
        versions = decks.order_by().values_list("pk", "current_id")
        return {pk: missing[version] == 0 if version in missing else None for pk, version in versions}

    return test


def _checked(pks: list[int], *, format: Format, system: GameSystem) -> dict[int, bool]:
    decks = Deck.objects.filter(pk__in=pks).select_related("current").prefetch_related("current__lines")
    lists = {deck.pk: decklists.of_deck(deck) for deck in decks} if pks else {}
    return legality.verdicts_keep(lists, format=format, system=system)


def _shown(pks: list[int]) -> list[Deck]:
    found = {deck.pk: deck for deck in first(Deck.objects.filter(pk__in=pks), len(pks))}
    return [found[pk] for pk in pks if pk in found]
