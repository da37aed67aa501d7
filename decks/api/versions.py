"""API for deck versions: history, single versions, save, restore and diff."""

from typing import Any, cast

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from decks import decklists
from decks.selectors import versions_of
from decks.services import TooMany, VersionConflict, version_restore, version_save
from decks.transfer.exporter import as_data
from signum_site.core.api_query import Number
from signum_site.core.pagination import PaginatedView
from simulator import games
from simulator.engine.decks.changes import changes

from .responses import (
    MISSING,
    REFUSED,
    UNREADABLE,
    deck_or_404,
    own_or_404,
    readable_deck,
    version_or_404,
)
from .serializers import (
    ChangeSerializer,
    ConflictSerializer,
    VersionCardsSerializer,
    VersionInSerializer,
    VersionOutSerializer,
)

VERSIONS_PER_PAGE = 100
MAX_NUMBER = 10**9 - 1
OLDER = Number("before", 0, MAX_NUMBER, "Only versions before this number: the next page.")
COMPARED = tuple(Number(name, 0, MAX_NUMBER, required=True) for name in ("before", "after"))


def serialize_conflict(conflict: VersionConflict) -> dict[str, Any]:
    return {
        "detail": _("Somebody saved version %(number)s in the meantime.") % {"number": conflict.current.number},
        "current": VersionOutSerializer(conflict.current).data,
        "merged": decklists.sections_of(conflict.merged),
    }


class VersionsView(PaginatedView):
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = VersionOutSerializer

    @extend_schema(
        parameters=[OLDER.parameter],
        responses={200: VersionOutSerializer(many=True), 400: REFUSED, 404: MISSING},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The history, newest first, a hundred at a time."""
        versions = versions_of(deck_or_404(request, pk))
        if OLDER.name in request.query_params:
            versions = versions.filter(number__lt=OLDER.read(request))
        return self.list_response(versions, most=VERSIONS_PER_PAGE)

    @extend_schema(
        request=VersionInSerializer,
        responses={201: VersionOutSerializer, 400: UNREADABLE, 404: MISSING, 409: ConflictSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Save the next version. `parent` is the number of the version the changes began with. If another version was
        saved since, the answer is 409 with the current version and both people's changes merged; what was sent is kept
        as the draft, unless there is one that says something else."""
        deck = own_or_404(request, pk)
        serializer = VersionInSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        decklist = readable_deck({"system": deck.system, **serializer.validated_data}, user=request.user)
        if decklist.system != deck.system:
            raise ValidationError({"detail": _("A deck stays a deck of its game.")})
        try:
            version = version_save(
                deck=deck,
                author=cast(Any, request.user),
                decklist=decklist,
                message=serializer.validated_data.get("message", ""),
                parent=serializer.validated_data["parent"],
            )
        except VersionConflict as conflict:
            return Response(serialize_conflict(conflict), status=status.HTTP_409_CONFLICT)
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(VersionOutSerializer(version).data, status=status.HTTP_201_CREATED)


class VersionView(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses={200: VersionCardsSerializer, 404: MISSING})
    def get(self, request: Request, pk: int, number: int) -> Response:
        """The cards of one version."""
        deck = deck_or_404(request, pk)
        version = version_or_404(deck, number)
        decklist = decklists.of_version(version)
        return Response(
            as_data(decklist, system=games.system(deck.system)) | {"version": VersionOutSerializer(version).data}
        )


class RestoreView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        request=None, responses={201: VersionOutSerializer, 400: REFUSED, 404: MISSING, 409: ConflictSerializer}
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Restore an old state as a new version."""
        deck = own_or_404(request, pk)
        version, message = version_or_404(deck, number), _("Version %(number)s again") % {"number": number}
        try:
            restored = version_restore(deck=deck, author=cast(Any, request.user), version=version, message=message)
        except VersionConflict as conflict:
            return Response(serialize_conflict(conflict), status=status.HTTP_409_CONFLICT)
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return Response(VersionOutSerializer(restored).data, status=status.HTTP_201_CREATED)


class DiffView(PaginatedView):
    serializer_class = ChangeSerializer

    @extend_schema(
        parameters=[number.parameter for number in COMPARED],
        responses={200: ChangeSerializer(many=True), 400: REFUSED, 404: MISSING},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Cards in, out and changed between two versions."""
        deck = deck_or_404(request, pk)
        decks = []
        for number in COMPARED:
            decks.append(decklists.of_version(version_or_404(deck, number.read(request))))
        return self.list_response(list(changes(*decks)))
