"""Cursors for keyset pagination of decks: every page costs the same."""

from datetime import UTC, datetime, timedelta

from django.db.models import Q

from decks.models import Deck, DeckQuerySet

MAX_CURSOR_LENGTH = 60
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class BadCursor(ValueError):
    """Raised for a text that is not a cursor."""


def cursor_of(deck: Deck, column: str) -> str:
    """Return the cursor for the decks after this one."""
    value = getattr(deck, column)
    if isinstance(value, datetime):
        value = (value - _EPOCH) // timedelta(microseconds=1)
    return f"{value}-{deck.pk}"


def rows_after(decks: DeckQuerySet, cursor: str, column: str) -> DeckQuerySet:
    """Return the decks after a cursor; raise BadCursor if it is invalid.

    The decks are ordered by the column, highest values first.
    """
    value, pk = _parse_cursor(cursor, column)
    # The range condition comes first: an index can start there.
    return decks.filter(**{f"{column}__lte": value}).exclude(Q(**{column: value}, pk__gte=pk))


def rows_before(decks: DeckQuerySet, cursor: str, column: str) -> DeckQuerySet:
    """Return the decks before a cursor; raise BadCursor if it is invalid."""
    value, pk = _parse_cursor(cursor, column)
    return decks.filter(**{f"{column}__gte": value}).exclude(Q(**{column: value}, pk__lte=pk))


def _parse_cursor(cursor: str, column: str) -> tuple[int | datetime, int]:
    number, _dash, pk = cursor.rpartition("-")
    try:
        value, key = int(number), int(pk)
        if abs(key) > 2**62:
            raise BadCursor(cursor)
        if column in ("published_at", "changed_at"):
            return _EPOCH + timedelta(microseconds=value), key
    except (ValueError, OverflowError) as error:
        raise BadCursor(cursor) from error
    if abs(value) > 2**31 - 1:
        raise BadCursor(cursor)
    return value, key
