"""API for built decks, build plans and buildable decks."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from decks.availability import services
from decks.availability.build_plan import build_plan, system_from_request
from decks.availability.models import Built
from decks.availability.public_matches import load_matches
from decks.availability.selectors import visible_versions
from decks.models import Deck
from signum_site.core.api.pagination import NumberedPagination
from signum_site.core.api.viewsets import ResourceViewSet

from .filters import BuildableFilter
from .serializers import (
    ReserveAnswerSerializer,
    ReserveBuiltSerializer,
    ReserveNearSerializer,
    ReserveQuestionSerializer,
    ReserveRefusedSerializer,
)

MAX_RESULTS = 200
REFUSED = OpenApiResponse(ReserveRefusedSerializer, description="What was sent is refused; the sentence says why.")
MISSING = OpenApiResponse(
    ReserveRefusedSerializer, description="There is no such deck, or it is another user's private deck."
)


class NearlyPagination(NumberedPagination):
    page_size = MAX_RESULTS


class BuiltViewSet(ResourceViewSet):
    """The decks you have built."""

    permission_classes = (IsAuthenticated,)
    serializer_class = ReserveBuiltSerializer

    def get_queryset(self) -> Any:
        return Built.objects.filter(owner=self.request.user.pk).select_related("version__deck")

    def get_object(self) -> Deck:
        """Return the deck to build or to take apart."""
        pk = self.kwargs["pk"]
        deck = Deck.objects.visible_to(self.request.user).select_related("current").filter(pk=pk).first()
        if deck is None or deck.current is None:
            raise NotFound(_("There is no deck %(pk)s that you may see.") % {"pk": pk})
        return deck

    @extend_schema(responses=ReserveBuiltSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The decks you have built."""
        return self.list_answer(self.filtered())

    @extend_schema(request=None, responses={200: ReserveBuiltSerializer, 400: REFUSED, 404: MISSING})
    def update(self, request: Request, pk: int) -> Response:
        """Mark a deck as built, in its current version. Repeating it changes nothing."""
        deck = self.get_object()
        try:
            built = services.deck_build(owner=request.user, version=deck.current)  # type: ignore[arg-type]
        except services.TooManyBuilt as most:
            sentence = _("You have %(most)s decks built, the most there may be.") % {"most": most}
            raise ValidationError({"detail": sentence}) from most
        return self.answer(built)

    @extend_schema(responses={204: None, 404: MISSING})
    def destroy(self, request: Request, pk: int) -> Response:
        """Take a deck apart: its cards are free."""
        if services.deck_take_apart(owner=request.user, deck_id=pk) is None:
            self.get_object()
        return Response(status=status.HTTP_204_NO_CONTENT)


class BuildPlanViewSet(ResourceViewSet):
    """Which decks can be built, together or each by itself."""

    permission_classes = (IsAuthenticated,)
    serializer_class = ReserveNearSerializer
    input_classes: ClassVar = {"together": ReserveQuestionSerializer}
    filter_backends = (BuildableFilter,)
    pagination_class = NearlyPagination

    def get_queryset(self) -> Any:
        return Deck.objects.public()

    @extend_schema(request=ReserveQuestionSerializer, responses={200: ReserveAnswerSerializer, 400: REFUSED})
    def together(self, request: Request) -> Response:
        """Can these decks all be built at once; what conflicts, what is missing, which swaps help."""
        data = self.validated()
        ids = data["decks"]
        versions = visible_versions(request.user, ids)
        if len(versions) < len(set(ids)):
            visible = {version.deck_id for version in versions}
            unknown = ", ".join(str(pk) for pk in ids if pk not in visible)
            raise ValidationError({"detail": _("There is no deck %(pk)s that you may see.") % {"pk": unknown}})
        system = system_from_request(versions[0].deck.system)
        if any(version.deck.system != system.code for version in versions):
            raise ValidationError({"detail": _("All the decks must be of one game.")})
        plan = build_plan(request.user, versions, system=system, use_built=data["use_built"])
        return Response(ReserveAnswerSerializer(plan).data)

    @extend_schema(
        operation_id="reserve_buildable_retrieve",  # the name that generated clients know
        responses=ReserveNearSerializer(many=True),
    )
    def buildable(self, request: Request) -> Response:
        """Public decks you can build, or nearly: nearest and newest first, 200 a page."""
        near = load_matches(self.paginate_queryset(self.filtered()) or [])
        return self.get_paginated_response(self.get_serializer(near, many=True).data)
