"""The card library as an API: search, sets, keywords, and all cards in one file."""

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from collection.game_filters import GameFilter
from collection.games import games_in_order
from collection.library.listing import get_game
from collection.search import CatalogueIndex, SearchResult, catalogue_index
from signum_site.core.api.parameters import Choice
from signum_site.core.api.viewsets import ResourceViewSet
from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.values import LANGUAGES

from .filters import CardFilter, TermFilter
from .game_serializers import GameSerializer
from .pagination import CardPagination
from .rows import LocalizedCard, sets_of
from .serializers import (
    BulkSerializer,
    CardFoundSerializer,
    CardSerializer,
    KeywordSerializer,
    ProblemSerializer,
    SetSerializer,
)

LANG = Choice("lang", LANGUAGES, "The language of names, texts and labels; else Accept-Language decides.")


@method_decorator(conditional_page, name="dispatch")
class CatalogueViewSet(ResourceViewSet):
    """Base of the resources of one game: its language, an ETag, cacheable answers."""

    filter_backends: Sequence[Any] = (GameFilter,)

    def get_queryset(self) -> Any:
        """Return all games; the filter takes one."""
        return games.systems()

    def get_language(self) -> str:
        return LANG.read(self.request, current_language())

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-cache")
        patch_vary_headers(response, ["Accept-Language"])
        return response


class CardViewSet(CatalogueViewSet):
    """The cards of a game."""

    serializer_class = CardSerializer
    pagination_class = CardPagination
    filter_backends = (GameFilter, CardFilter)
    lookup_path = "<slug:system>/<slug:code>"

    @extend_schema(
        operation_id="cards_search",
        filters=True,
        parameters=[LANG.parameter, *(parameter.parameter for parameter in CardPagination.parameters)],
        responses={200: CardFoundSerializer, 304: None, 400: ProblemSerializer, 404: ProblemSerializer},
    )
    def list(self, request: Request) -> Response:
        """Search cards. They come in the order of the query; terms that cannot be used are named in `complaints`."""
        results: SearchResult = self.filtered()
        rows: Any = self.paginate_queryset(results)  # type: ignore[arg-type]
        cards = self.get_serializer([LocalizedCard(entry, results.language) for entry in rows], many=True).data
        response = self.get_paginated_response(cards)
        if results.is_personal:
            response["Cache-Control"] = "private, no-store"
        return response

    @extend_schema(
        operation_id="cards_read",
        parameters=[LANG.parameter],
        responses={200: CardSerializer, 304: None, 404: ProblemSerializer},
    )
    def retrieve(self, request: Request, system: str, code: str) -> Response:
        """One card; a withdrawn one too."""
        try:
            index = catalogue_index(get_game(system))
            entry = index.entries[index.number_of[code]]
        except LookupError:
            raise NotFound(
                _("There is no card “%(code)s” in “%(system)s”.") % {"code": code, "system": system}
            ) from None
        return self.answer(LocalizedCard(entry, self.get_language()))

    @extend_schema(
        operation_id="cards_bulk",
        filters=True,
        responses={(200, "application/json"): BulkSerializer, 304: None, 404: ProblemSerializer},
    )
    @action(detail=False, url_name="api_cards_bulk", filter_backends=(GameFilter,))
    def bulk(self, request: Request) -> HttpResponse:
        """Every card of a game in all languages, as one file. Ask again with its ETag: it rarely changes."""
        system = self.filtered()
        response = HttpResponse(_catalogue_file(catalogue_index(system)), content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="{system.code}-cards.json"'
        return response


_files: dict[str, tuple[CatalogueIndex, bytes]] = {}
"""The file of each game, with the index it was made from."""


def _catalogue_file(index: CatalogueIndex) -> bytes:
    """Serialize every card of a game; one file is kept per game, as an index never changes."""
    known, file = _files.get(index.system.code, (None, b""))
    if known is not index:
        file = json.dumps(BulkSerializer(index).data, ensure_ascii=False).encode()
        _files[index.system.code] = index, file
    return file


class GameViewSet(ResourceViewSet):
    """The games of this site."""

    serializer_class = GameSerializer
    lookup_url_kwarg = "system"
    lookup_value_converter = "slug"

    @extend_schema(operation_id="games_list", responses={200: GameSerializer(many=True)})
    def list(self, request: Request) -> Response:
        """The games, with their sections, formats, computer players, search facets and table options."""
        return self.list_answer(games_in_order())

    @extend_schema(operation_id="games_read", responses={200: GameSerializer, 404: ProblemSerializer})
    def retrieve(self, request: Request, system: str) -> Response:
        """One game."""
        try:
            return self.answer(get_game(system))
        except LookupError as fault:
            raise NotFound(str(fault)) from fault


class SetViewSet(CatalogueViewSet):
    """The sets of a game."""

    serializer_class = SetSerializer

    @extend_schema(
        operation_id="sets_list",
        parameters=[LANG.parameter],
        responses={200: SetSerializer(many=True), 404: ProblemSerializer},
    )
    def list(self, request: Request) -> Response:
        """The sets of a game, and how many cards were printed in each."""
        system = self.filtered()
        return self.list_answer(sets_of(catalogue_index(system), self.get_language()))


class KeywordViewSet(CatalogueViewSet):
    """The words and symbols of a game."""

    serializer_class = KeywordSerializer
    filter_backends = (GameFilter, TermFilter)

    @extend_schema(
        operation_id="keywords_list",
        parameters=[LANG.parameter],
        responses={200: KeywordSerializer(many=True), 404: ProblemSerializer},
    )
    def list(self, request: Request) -> Response:
        """The words and symbols of a game. Names in all languages, meaning, rule, and how many cards have them."""
        return self.list_answer(self.filtered())
