"""The card library for tools: cards by the query language of the pages, sets, keywords, everything in one file."""

from typing import Any

from django.conf import settings
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
from rest_framework.views import APIView

from collection.library.listing import game_named
from collection.library.search_help import query_help
from collection.search import SearchResult, catalogue_index, search
from signum_site.core.api_query import Choice, Flag, Number
from signum_site.core.i18n import current_language
from simulator.engine.system import GameSystem
from simulator.engine.values import LANGUAGES

from . import data as cards_as_data
from .serializers import (
    BulkSerializer,
    CardFoundSerializer,
    CardSerializer,
    KeywordSerializer,
    ProblemSerializer,
    SetSerializer,
)

MOST_CARDS, CARDS = 200, 60

SYSTEM = OpenApiParameter("system", str, description="The game's code, such as `signum`. Without it, the first game.")
LANG = Choice("lang", LANGUAGES, "The language of names, texts and labels; else Accept-Language decides.")
QUERY = OpenApiParameter("q", str, description=query_help())
CURSOR = OpenApiParameter("cursor", str, description="Where to go on: taken from `next` or `previous` of an answer.")
LIMIT = Number("limit", 1, MOST_CARDS, f"Cards in an answer, 1 to {MOST_CARDS}; {CARDS} without it.")
FACETS = Flag("facets", "With `1`, how many cards each value of each facet would leave.")


@method_decorator(conditional_page, name="dispatch")
class CatalogueView(APIView):
    """What all views here share: game and language from the request, an ETag, answers that may be kept."""

    def system(self, request: Request) -> GameSystem:
        try:
            return game_named(request.query_params.get("system", ""))
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
    @extend_schema(
        operation_id="cards_search",
        parameters=[QUERY, SYSTEM, LANG.parameter, CURSOR, LIMIT.parameter, FACETS.parameter],
        responses={200: CardFoundSerializer, 304: None, 400: ProblemSerializer, 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """Cards that a query finds, in its order. Terms that cannot be used are named in `complaints`."""
        language = self.language(request)
        found = search(
            system=self.system(request),
            text=request.query_params.get("q", ""),
            user=request.user,
            language=language,
        )
        limit = LIMIT.read(request, CARDS)
        first = _first(request.query_params.get("cursor", ""), found)
        data = cards_as_data.serialize_search(found, first=first, count=limit, language=language)
        if FACETS.read(request):
            data["facets"] = cards_as_data.serialize_facets(found)
        data["next"] = _address(request, found, first + limit) if first + limit < found.total else None
        data["previous"] = _address(request, found, max(0, first - limit)) if first else None
        return Response(data, headers={"Cache-Control": "private, no-store"} if found.asks_reader else None)


class CardView(CatalogueView):
    @extend_schema(
        operation_id="cards_read",
        parameters=[LANG.parameter],
        responses={200: CardSerializer, 304: None, 404: ProblemSerializer},
    )
    def get(self, request: Request, system: str, code: str) -> Response:
        """One card; a withdrawn one too."""
        try:
            index = catalogue_index(game_named(system))
            entry = index.entries[index.number_of[code]]
        except LookupError:
            raise NotFound(
                _("There is no card “%(code)s” in “%(system)s”.") % {"code": code, "system": system}
            ) from None
        return Response(cards_as_data.serialize_card(entry, self.language(request)))


class CardsBulkView(CatalogueView):
    @extend_schema(
        operation_id="cards_bulk",
        parameters=[SYSTEM],
        responses={(200, "application/json"): BulkSerializer, 304: None, 404: ProblemSerializer},
    )
    def get(self, request: Request) -> HttpResponse:
        """Every card of a game in all languages, as one file. Ask again with its ETag: it rarely changes."""
        system = self.system(request)
        body = cards_as_data.serialize_catalogue(catalogue_index(system))
        response = HttpResponse(body, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="{system.code}-cards.json"'
        return response


class SetsView(CatalogueView):
    @extend_schema(
        operation_id="sets_list",
        parameters=[SYSTEM, LANG.parameter],
        responses={200: SetSerializer(many=True), 404: ProblemSerializer},
    )
    def get(self, request: Request) -> Response:
        """The sets of a game, and how many cards were printed in each."""
        return Response(cards_as_data.serialize_sets(catalogue_index(self.system(request)), self.language(request)))


class KeywordsView(CatalogueView):
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
        """The words and symbols of a game: names in all languages, meaning, rule, and how many cards have them."""
        text = request.query_params.get("q", "")[:100]
        return Response(cards_as_data.serialize_terms(self.system(request), self.language(request), text=text))


def _first(cursor: str, found: SearchResult) -> int:
    """Where the answer begins. A cursor names a card: new cards before it do not make the reader miss or repeat any."""
    if not cursor:
        return 0
    number = found.index.number_of.get(cursor)
    if number is None or number not in found.numbers:
        sentence = _("“%(given)s” is no cursor of this query. Begin again without one.")
        raise ValidationError({"cursor": [sentence % {"given": cursor[:40]}]})
    return found.numbers.index(number)


def _address(request: Request, found: SearchResult, first: int) -> str:
    asked = request.query_params.copy()
    asked["cursor"] = found.cards(first=first, count=1)[0].code
    return f"{settings.SITE_URL}{request.path}?{asked.urlencode()}"
