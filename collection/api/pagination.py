"""Pages of found cards; a cursor names a card, so that cards added before it cause no gaps or repetitions."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from collection.search import SearchResult
from signum_site.core.api.pagination import KeysetPage, KeysetPagination
from signum_site.core.api.parameters import Flag, Number, Text

from .serializers import SearchSerializer

MAX_CARDS, DEFAULT_CARDS = 200, 60
CURSOR = Text("cursor", "Where to go on: taken from `next` or `previous` of an answer.")
LIMIT = Number("limit", 1, MAX_CARDS, f"Cards in an answer, 1 to {MAX_CARDS}; {DEFAULT_CARDS} without it.")
FACETS = Flag("facets", "With `1`, how many cards each value of each facet would leave.")


class CardPagination(KeysetPagination):
    """Adds how the query was understood, and facets if they are requested."""

    parameters = (CURSOR, LIMIT, FACETS)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        results: SearchResult = queryset
        limit = LIMIT.read(request, DEFAULT_CARDS)
        first = _first_position(CURSOR.read(request), results)
        answer = {"query": results.text, "complaints": results.complaints, "corrections": results.corrections}
        if FACETS.read(request):
            answer["facets"] = results.facets()
        page = _page(results, first=first, limit=limit, more=SearchSerializer(answer).data)
        return super().paginate_queryset(page, request, view)


def _first_position(cursor: str, results: SearchResult) -> int:
    """Return the position at which the page begins."""
    if not cursor:
        return 0
    number = results.index.number_of.get(cursor)
    if number is None or number not in results.numbers:
        sentence = _("“%(given)s” is no cursor of this query. Begin again without one.")
        raise ValidationError({"cursor": [sentence % {"given": cursor[:40]}]})
    return results.numbers.index(number)


def _page(results: SearchResult, *, first: int, limit: int, more: dict[str, Any]) -> KeysetPage:
    """Return the cards of a page, with cursors of its neighbours."""

    def cursor(position: int) -> str:
        return results.cards(first=position, count=1)[0].code

    return KeysetPage(
        rows=results.cards(first=first, count=limit),
        next=cursor(first + limit) if first + limit < results.total else "",
        previous=cursor(max(0, first - limit)) if first else "",
        count=results.total,
        more=more,
    )
