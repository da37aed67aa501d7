"""The decks API: list, create, change, fork, compare and export.

See versions.py for versions, social.py for reactions and validation.py for checks that store nothing.
"""

from typing import Any, ClassVar, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from collection.games import installed_game
from decks import decklists
from decks.models import Deck, DeckVersion
from decks.services import TooMany, deck_create, deck_delete, deck_describe, deck_fork
from decks.social.share_links import visibility_set
from decks.transfer.exporter import KINDS, export
from signum_site.core.api.examples import text_example
from signum_site.core.api.pagination import ArrayPagination
from signum_site.core.api.parameters import Number
from signum_site.core.api.viewsets import ResourceViewSet
from signum_site.core.i18n import current_language
from signum_site.core.negotiation import FileNegotiation
from simulator.engine.decks.changes import changes

from . import examples
from .filters import MAX_NUMBER, DeckFilter
from .pagination import DeckPagination
from .responses import MISSING, REFUSED, UNREADABLE, deck_or_404, own_or_404, readable_deck, version_or_404
from .serializers import (
    ChangeSerializer,
    DeckBriefSerializer,
    DeckInSerializer,
    DeckListSerializer,
    DeckOutSerializer,
    PatchSerializer,
)

COMPARED = tuple(Number(name, 0, MAX_NUMBER, required=True) for name in ("before", "after"))


class DeckViewSet(ResourceViewSet):
    """The public decks and your own."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = DeckOutSerializer
    input_classes: ClassVar = {"create": DeckInSerializer, "partial_update": PatchSerializer}
    lookup_value_converter = "int"
    filter_backends = (DeckFilter,)
    pagination_class = DeckPagination

    def get_queryset(self) -> Any:
        return Deck.objects.public()

    def get_object(self) -> Deck:
        """Return the deck: any the user may see, to change it their own."""
        pk = self.kwargs["pk"]
        if self.action in ("partial_update", "destroy"):
            return own_or_404(self.request, pk)
        return deck_or_404(self.request, pk, *(() if self.action == "diff" else ("owner", "current")))

    @extend_schema(operation_id="decks_list", responses={200: DeckBriefSerializer(many=True)})
    def list(self, request: Request) -> Response:
        """The public decks, or your own."""
        page = self.paginate_queryset(self.filtered())
        return self.get_paginated_response(DeckBriefSerializer(page, many=True).data)

    @extend_schema(request=DeckInSerializer, responses={201: DeckOutSerializer, 400: UNREADABLE})
    def create(self, request: Request) -> Response:
        """Save a new deck. An illegal one may be saved too; it is only not simulated."""
        data = self.validated()
        decklist = readable_deck(data, user=request.user)
        if not decklist.name:
            raise ValidationError({"name": _("A deck has a name.")})
        try:
            deck = deck_create(
                owner=cast(Any, request.user),
                decklist=decklist,
                message=data.get("message", ""),
                notes=data.get("notes", ""),
            )
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        _describe(deck, data)
        return self.answer(deck, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: DeckOutSerializer, 404: MISSING})
    def retrieve(self, request: Request, pk: int) -> Response:
        """One deck with its cards."""
        return self.answer(self.get_object())

    @extend_schema(request=PatchSerializer, responses={200: DeckOutSerializer, 400: REFUSED, 404: MISSING})
    def partial_update(self, request: Request, pk: int) -> Response:
        """Change notes, tags and visibility. Cards are changed by a new version."""
        deck = self.get_object()
        installed_game(deck.system)  # before the change: the answer contains the cards
        _describe(deck, self.validated())
        return self.answer(self.get_object())

    @extend_schema(responses={204: None, 404: MISSING})
    def destroy(self, request: Request, pk: int) -> Response:
        """Delete a deck with all its versions."""
        deck_delete(deck=self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses={201: DeckOutSerializer, 400: REFUSED, 404: MISSING})
    @action(detail=True, methods=["post"], url_name="api_deck_fork", permission_classes=(IsAuthenticated,))
    def fork(self, request: Request, pk: int) -> Response:
        """Make your own private copy, with credit to where it came from."""
        source = self.get_object()
        try:
            deck = deck_fork(owner=cast(Any, request.user), version=cast(DeckVersion, source.current))
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return self.answer(deck, status=status.HTTP_201_CREATED)

    @extend_schema(
        parameters=[number.parameter for number in COMPARED],
        responses={200: ChangeSerializer(many=True), 400: REFUSED, 404: MISSING},
    )
    @action(
        detail=True,
        url_name="api_deck_diff",
        serializer_class=ChangeSerializer,
        pagination_class=ArrayPagination,
        filter_backends=(),
    )
    def diff(self, request: Request, pk: int) -> Response:
        """Cards in, out and changed between two versions."""
        deck = self.get_object()
        decks = []
        for number in COMPARED:
            decks.append(decklists.of_version(version_or_404(deck, number.read(request))))
        return self.list_answer(list(changes(*decks)))


class DeckExportViewSet(ResourceViewSet):
    """Files of a deck."""

    lookup_value_converter = "int"
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
    @action(detail=True, url_path="export/<slug:kind>", url_name="api_deck_export")
    def export(self, request: Request, pk: int, kind: str) -> HttpResponse:
        """A deck as text, Markdown, JSON or CSV."""
        deck = deck_or_404(request, pk, "current")
        if kind not in KINDS:
            names = {"kind": kind[:40], "known": ", ".join(KINDS)}
            raise NotFound(_("“%(kind)s” is no kind of export; those there are: %(known)s.") % names)
        system = installed_game(deck.system)
        exported = export(decklists.of_deck(deck), kind=kind, system=system, language=current_language())
        return HttpResponse(exported.content, content_type=exported.content_type)


def _describe(deck: Deck, data: dict[str, Any]) -> None:
    deck_describe(deck=deck, notes=data.get("notes"), tags=data.get("tags"))
    if data.get("visibility") and data["visibility"] != deck.visibility:
        visibility_set(deck=deck, visibility=data["visibility"])
