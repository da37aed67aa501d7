"""API for deck versions: history, single versions, save and restore."""

from typing import Any, ClassVar, cast

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from collection.games import installed_game
from decks import decklists
from decks.selectors import versions_of
from decks.services import TooMany, VersionConflict, version_restore, version_save
from decks.transfer.exporter import as_data
from signum_site.core.api.viewsets import ResourceViewSet

from .filters import VersionFilter
from .responses import MISSING, REFUSED, UNREADABLE, deck_or_404, own_or_404, readable_deck, version_or_404
from .serializers import ConflictSerializer, VersionCardsSerializer, VersionInSerializer, VersionOutSerializer

VERSIONS_PER_PAGE = 100


def conflict_response(conflict: VersionConflict) -> Response:
    answer = {
        "detail": _("Somebody saved version %(number)s in the meantime.") % {"number": conflict.current.number},
        "current": conflict.current,
        "merged": decklists.sections_of(conflict.merged),
    }
    return Response(ConflictSerializer(answer).data, status=status.HTTP_409_CONFLICT)


class VersionViewSet(ResourceViewSet):
    """The versions of a deck."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = VersionOutSerializer
    input_classes: ClassVar = {"create": VersionInSerializer}
    filter_backends = (VersionFilter,)
    lookup_url_kwarg = "number"
    lookup_value_converter = "int"

    def get_queryset(self) -> Any:
        return versions_of(deck_or_404(self.request, self.kwargs["pk"]))

    @extend_schema(responses={200: VersionOutSerializer(many=True), 400: REFUSED, 404: MISSING})
    def list(self, request: Request, pk: int) -> Response:
        """The history, newest first, a hundred at a time."""
        return self.list_answer(self.filtered(), most=VERSIONS_PER_PAGE)

    @extend_schema(
        request=VersionInSerializer,
        responses={201: VersionOutSerializer, 400: UNREADABLE, 404: MISSING, 409: ConflictSerializer},
    )
    def create(self, request: Request, pk: int) -> Response:
        """Save the next version. `parent` is the number of the version the changes began with. If another version was
        saved since, the answer is 409 with the current version and both people's changes merged; what was sent is kept
        as the draft, unless there is one that says something else."""
        deck = own_or_404(request, pk)
        data = self.validated()
        decklist = readable_deck({"system": deck.system, **data}, user=request.user)
        if decklist.system != deck.system:
            raise ValidationError({"detail": _("A deck stays a deck of its game.")})
        try:
            version = version_save(
                deck=deck,
                author=cast(Any, request.user),
                decklist=decklist,
                message=data.get("message", ""),
                parent=data["parent"],
            )
        except VersionConflict as conflict:
            return conflict_response(conflict)
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return self.answer(version, status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: VersionCardsSerializer, 404: MISSING})
    def retrieve(self, request: Request, pk: int, number: int) -> Response:
        """The cards of one version."""
        deck = deck_or_404(request, pk)
        version = version_or_404(deck, number)
        cards = as_data(decklists.of_version(version), system=installed_game(deck.system))
        return Response(VersionCardsSerializer({**cards, "version": version}).data)

    @extend_schema(
        request=None, responses={201: VersionOutSerializer, 400: REFUSED, 404: MISSING, 409: ConflictSerializer}
    )
    @action(detail=True, methods=["post"], url_name="api_deck_restore", permission_classes=(IsAuthenticated,))
    def restore(self, request: Request, pk: int, number: int) -> Response:
        """Restore an old state as a new version."""
        deck = own_or_404(request, pk)
        version, message = version_or_404(deck, number), _("Version %(number)s again") % {"number": number}
        try:
            restored = version_restore(deck=deck, author=cast(Any, request.user), version=version, message=message)
        except VersionConflict as conflict:
            return conflict_response(conflict)
        except TooMany as refused:
            raise ValidationError({"detail": str(refused)}) from refused
        return self.answer(restored, status=status.HTTP_201_CREATED)
