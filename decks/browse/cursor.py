"""Places in a long list of decks: a page begins behind one, so that the last page costs as much as the first."""

from datetime import UTC, datetime, timedelta

from django.db.models import Q

from decks.models import Deck, DeckQuerySet

LONGEST_PLACE = 60
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class BadCursor(ValueError):
    """A text that says no place in a list."""


def cursor_of(deck: Deck, column: str) -> str:
    """What to ask for the decks behind this one with."""
    value = getattr(deck, column)
    if isinstance(value, datetime):
        value = (value - _EPOCH) // timedelta(microseconds=1)
    return f"{value}-{deck.pk}"


def rows_after(decks: DeckQuerySet, place: str, column: str) -> DeckQuerySet:
    """Those that follow the place, highest values first; BadCursor if it is none."""
    value, pk = _read(place, column)
    # Said as a range first: that is what an index can begin at.
    return decks.filter(**{f"{column}__lte": value}).exclude(Q(**{column: value}, pk__gte=pk))


def _read(place: str, column: str) -> tuple[int | datetime, int]:
    number, _dash, pk = place.rpartition("-")
    try:
        value, key = int(number), int(pk)
        if abs(key) > 2**62:
            raise BadCursor(place)
        if column in ("published_at", "changed_at"):
            return _EPOCH + timedelta(microseconds=value), key
    except (ValueError, OverflowError) as wrong:
        raise BadCursor(place) from wrong
    if abs(value) > 2**31 - 1:
        raise BadCursor(place)
    return value, key
