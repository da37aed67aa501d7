"""The card library as an API: search, sets, keywords, and all cards in one file."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from collection.library.listing import get_game
from collection.library.search_help import query_help
from collection.search import SearchResult, catalogue_index, search
from signum_site.core.api_query import Choice, Flag, Number
from signum_site.core.i18n import current_language
from signum_site.core.pagination import KeysetPage, KeysetPagination, PaginatedView
from simulator.engine.game_system import GameSystem
from simulator.engine.values import LANGUAGES

from . import data
from .serializers import (
    BulkSerializer,
    CardFoundSerializer,
    CardSerializer,
    KeywordSerializer,
    ProblemSerializer,
    SetSerializer,
)

MAX_CARDS, DEFAULT_CARDS = 200, 60

SYSTEM = OpenApiParameter("system", str, description="The game's code, such as `signum`. Without it, the first game.")
LANG = Choice("lang", LANGUAGES, "The language of names, texts and labels; else Accept-Language decides.")
QUERY = OpenApiParameter("q", str, description=query_help())
CURSOR = OpenApiParameter("cursor", str, description="Where to go on: taken from `next` or `previous` of an answer.")
LIMIT = Number("limit", 1, MAX_CARDS, f"Cards in an answer, 1 to {MAX_CARDS}; {DEFAULT_CARDS} without it.")
FACETS = Flag("facets", "With `1`, how many cards each value of each facet would leave.")


@method_decorator(conditional_page, name="dispatch")
class CatalogueView(PaginatedView):
    """Base view: game and language from the request, an ETag, cacheable responses."""

    def system(self, request: Request) -> GameSystem:
        try:
            return get_game(request.query_params.get("system", ""))
        except LookupError as fault:
            raise NotFound(str(fault)) from fault

    def language(self, request: Request) -> str:
        return LANG.read(request, current_language())

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-cache")
        patch_vary_headers(response, ["Accept-Language"])
        return response


class CardsView(CatalogueView):
    pagination_class = KeysetPagination

    @extend_schema(
        operation_id="cards_search",
        parameters=[QUERY, SYSTEM, LANG.parameter, CURSOR, LIMIT.parameter, FACETS.parameter],
        responses={200: CardFoundSerializer, 304: None, 400: ProblemSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Search cards. They come in the order of the query; terms that cannot be used are named in `complaints`."""
        language = self.language(request)
        results = search(
            system=self.system(request),
            text=request.query_params.get("q", ""),
            user=request.user,
            language=language,
        )
        limit = LIMIT.read(request, DEFAULT_CARDS)
        first = _first_position(request.query_params.get("cursor", ""), results)
        more = data.serialize_search(results) | (
            {"facets": data.serialize_facets(results)} if FACETS.read(request) else {}
        )
        page: Any = _slice(results, first=first, limit=limit, more=more)
        cards: Any = self.paginate_queryset(page)
        response = self.get_paginated_response([data.serialize_card(card, language) for card in cards])
        if results.is_personal:
            response["Cache-Control"] = "private, no-store"
        return response


class CardView(CatalogueView):
    @extend_schema(
        operation_id="cards_read",
        parameters=[LANG.parameter],
        responses={200: CardSerializer, 304: None, 404: ProblemSerializer},
    )
    def get(self, request: Request, system: str, code: str) -> Response:
        """One card; a withdrawn one too."""
        try:
            index = catalogue_index(get_game(system))
            entry = index.entries[index.number_of[code]]
        except LookupError:
            raise NotFound(
                _("There is no card “%(code)s” in “%(system)s”.") % {"code": code, "system": system}
            ) from None
        return Response(data.serialize_card(entry, self.language(request)))


class CardsBulkView(CatalogueView):
    @extend_schema(
        operation_id="cards_bulk",
        parameters=[SYSTEM],
        responses={(200, "application/json"): BulkSerializer, 304: None, 404: ProblemSerializer},
    )
    def get(self, request: Request) -> HttpResponse:
        """Every card of a game in all languages, as one file. Ask again with its ETag: it rarely changes."""
        system = self.system(request)
        body = data.serialize_catalogue(catalogue_index(system))
        response = HttpResponse(body, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="{system.code}-cards.json"'
        return response


class SetsView(CatalogueView):
    serializer_class = SetSerializer

    @extend_schema(
        operation_id="sets_list",
        parameters=[SYSTEM, LANG.parameter],
        responses={200: SetSerializer(many=True), 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """The sets of a game, and how many cards were printed in each."""
        return self.list_response(data.serialize_sets(catalogue_index(self.system(request)), self.language(request)))


class KeywordsView(CatalogueView):
    serializer_class = KeywordSerializer

    @extend_schema(
        operation_id="keywords_list",
        parameters=[
            SYSTEM,
            LANG.parameter,
            OpenApiParameter("q", OpenApiTypes.STR, description="Words in a name or meaning."),
        ],
        responses={200: KeywordSerializer(many=True), 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """The words and symbols of a game. Names in all languages, meaning, rule, and how many cards have them."""
        text = request.query_params.get("q", "")[:100]
        return self.list_response(data.serialize_terms(self.system(request), self.language(request), text=text))


def _first_position(cursor: str, results: SearchResult) -> int:
    """Return the position at which the page begins.

    A cursor names a card, so that cards added before it cause no gaps or repetitions.
    """
    if not cursor:
        return 0
    number = results.index.number_of.get(cursor)
    if number is None or number not in results.numbers:
        sentence = _("“%(given)s” is no cursor of this query. Begin again without one.")
        raise ValidationError({"cursor": [sentence % {"given": cursor[:40]}]})
    return results.numbers.index(number)


def _slice(results: SearchResult, *, first: int, limit: int, more: dict[str, Any]) -> KeysetPage:
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
