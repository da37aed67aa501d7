"""The decks API: list, create, change, fork and export.

See versions.py for versions and validation.py for checks that store nothing.
"""

from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from decks import decklists
from decks.browse.public_decks import ORDERS, own_page, parse_query, public_page
from decks.models import Deck, DeckVersion
from decks.services import TooMany, deck_create, deck_delete, deck_describe, deck_fork
from decks.social.share_links import visibility_set
from decks.transfer.exporter import KINDS, export
from signum_site.core.api_examples import text_example
from signum_site.core.api_query import Choice, Flag, Number
from signum_site.core.i18n import current_language
from signum_site.core.negotiation import FileNegotiation
from signum_site.core.pagination import (
    SHAPE_PARAMETER,
    KeysetPage,
    KeysetPagination,
    PaginatedView,
    deprecated,
    has_new_shape,
    page_schema,
)
from simulator import games

from . import examples
from .responses import (
    MISSING,
    REFUSED,
    UNREADABLE,
    deck_or_404,
    own_or_404,
    readable_deck,
)
from .serializers import DeckBriefSerializer, DeckInSerializer, DeckListSerializer, DeckOutSerializer, PatchSerializer

MINE = Flag("mine", "Your own decks instead of the public ones.")
RATING = Number("rating", 0, 10_000, "Rated so high or higher.")
BUILDABLE = Flag("buildable", "Only decks your collection has the cards for.")
ORDER = Choice("order", list(ORDERS))
SEARCH = [
    MINE.parameter,
    OpenApiParameter("q", description="Words of the name."),
    OpenApiParameter("face", description="The card that leads the deck, by name or code."),
    OpenApiParameter("colour", description="The side, such as a faction."),
    OpenApiParameter("card", description="A card the deck contains, by name or code."),
    OpenApiParameter("format", description="A format the deck is legal in."),
    OpenApiParameter("tag"),
    RATING.parameter,
    BUILDABLE.parameter,
    ORDER.parameter,
    OpenApiParameter("after", description="Part of `next`: the page begins after this deck."),
    OpenApiParameter("before", description="Part of `previous`: the page ends before this deck."),
]


class DeckPagination(KeysetPagination):
    """Adds `sentences`, and the keys of older clients."""

    cursor_query_param = "after"
    previous_query_param = "before"

    def get_paginated_response(self, data: Any) -> Response:
        response = super().get_paginated_response(data)
        if not has_new_shape(self.request):
            response.data |= {"decks": data, "following": self.keyset_page.next}
        return response

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        sentences = {"type": "array", "items": {"type": "string"}, "description": "What could not be understood."}
        sentences["example"] = []
        page = page_schema(
            schema,
            sentences=sentences,
            decks=deprecated(schema, "use `results`."),
            following=deprecated({"type": "string", "example": ""}, "follow `next`."),
        )
        page["required"].append("sentences")
        page["properties"]["count"] |= {"nullable": True, "description": "Null where counting would read every deck."}
        return page

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [SHAPE_PARAMETER]


class DecksView(PaginatedView):
    """The public decks or your own; and a new deck."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = DeckBriefSerializer
    pagination_class = DeckPagination

    @extend_schema(operation_id="decks_list", parameters=SEARCH, responses={200: DeckBriefSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """The public decks, or your own."""
        params = request.query_params.dict()
        params |= {"buildable": "1" if BUILDABLE.read(request) else "", "order": ORDER.read(request, "new")}
        RATING.read(request, 0)
        if MINE.read(request):
            page = own_page(user=request.user, after=params.get("after", ""), before=params.get("before", ""))
        else:
            page = public_page(parse_query(params), user=request.user)
        return self.list_response(
            KeysetPage(
                rows=page.decks,
                next=page.following,
                previous=page.previous,
                count=page.count,
                more={"sentences": page.sentences},
            )
        )

    @extend_schema(request=DeckInSerializer, responses={201: DeckOutSerializer, 400: UNREADABLE})
    def post(self, request: Request) -> Response:
        """Save a new deck. An illegal one may be saved too; it is only not simulated."""
        serializer = DeckInSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        decklist = readable_deck(serializer.validated_data, user=request.user)
        if not decklist.name:
            raise ValidationError({"name": _("A deck has a name.")})
        try:
            deck = deck_create(
                owner=cast(Any, request.user),
                decklist=decklist,
                message=serializer.validated_data.get("message", ""),
                notes=serializer.validated_data.get("notes", ""),
            )
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        _describe(deck, serializer.validated_data)
        return Response(DeckOutSerializer(deck).data, status=status.HTTP_201_CREATED)


class DeckView(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: DeckOutSerializer, 404: MISSING})
    def get(self, request: Request, pk: int) -> Response:
        """One deck with its cards."""
        return Response(DeckOutSerializer(deck_or_404(request, pk)).data)

    @extend_schema(request=PatchSerializer, responses={200: DeckOutSerializer, 400: REFUSED, 404: MISSING})
    def patch(self, request: Request, pk: int) -> Response:
        """Change notes, tags and visibility. Cards are changed by a new version."""
        deck = own_or_404(request, pk)
        serializer = PatchSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        _describe(deck, serializer.validated_data)
        return Response(DeckOutSerializer(own_or_404(request, pk)).data)

    @extend_schema(responses={204: None, 404: MISSING})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a deck with all its versions."""
        deck_delete(deck=own_or_404(request, pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ForkView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={201: DeckOutSerializer, 400: REFUSED, 404: MISSING})
    def post(self, request: Request, pk: int) -> Response:
        """Make your own private copy, with credit to where it came from."""
        source = deck_or_404(request, pk)
        try:
            deck = deck_fork(owner=cast(Any, request.user), version=cast(DeckVersion, source.current))
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(DeckOutSerializer(deck).data, status=status.HTTP_201_CREATED)


class DeckExportView(APIView):
    content_negotiation_class = FileNegotiation

    @property
    def file_types(self) -> tuple[str, ...]:
        """The media types of the kind in the URL; any type for an unknown kind."""
        kind = self.kwargs["kind"]
        return (KINDS[kind][1],) if kind in KINDS else ("*/*",)

    @extend_schema(
        parameters=[OpenApiParameter("kind", enum=list(KINDS), location=OpenApiParameter.PATH)],
        responses={
            (200, "text/plain"): OpenApiResponse(str, examples=[text_example(examples.EXPORT_TEXT)]),
            (200, "text/markdown"): OpenApiResponse(str, examples=[text_example(examples.EXPORT_MARKDOWN)]),
            (200, "text/csv"): OpenApiResponse(str, examples=[text_example(examples.EXPORT_CSV)]),
            (200, "application/json"): DeckListSerializer,
            404: MISSING,
        },
    )
    def get(self, request: Request, pk: int, kind: str) -> HttpResponse:
        """A deck as text, Markdown, JSON or CSV."""
        deck = deck_or_404(request, pk)
        if kind not in KINDS:
            names = {"kind": kind[:40], "known": ", ".join(KINDS)}
            raise NotFound(_("“%(kind)s” is no kind of export; those there are: %(known)s.") % names)
        system = games.system(deck.system)
        exported = export(decklists.of_deck(deck), kind=kind, system=system, language=current_language())
        return HttpResponse(exported.content, content_type=exported.content_type)


def _describe(deck: Deck, data: dict[str, Any]) -> None:
    deck_describe(deck=deck, notes=data.get("notes"), tags=data.get("tags"))
    if data.get("visibility") and data["visibility"] != deck.visibility:
        visibility_set(deck=deck, visibility=data["visibility"])
