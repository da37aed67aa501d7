"""API for built decks, build plans and buildable decks."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from decks.models import Deck
from signum_site.core.api_examples import with_example
from signum_site.core.api_query import Flag, Number
from signum_site.core.pagination import NumberedPagination, PaginatedView

from . import api_examples, services
from .allocation import Shortage
from .build_plan import MAX_DECKS, build_plan, system_from_request
from .models import Built
from .public_matches import MAX_MISSING, load_matches, nearly_buildable
from .selectors import owned, reserved, visible_versions

MAX_RESULTS = 200

MISSING_CARDS = Number("most", 0, 3, "How many cards may be missing: 0 to 3.")
FREE = Flag("free", "1: leave the cards of built decks alone.")


@with_example(api_examples.BUILT)
class ReserveBuiltSerializer(serializers.ModelSerializer):
    deck = serializers.IntegerField(source="version.deck_id")
    version = serializers.IntegerField(source="version.number")
    name = serializers.CharField(source="version.name")

    class Meta:
        model = Built
        fields = ("deck", "version", "name", "at")


@with_example(api_examples.QUESTION)
class ReserveQuestionSerializer(serializers.Serializer):
    decks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), allow_empty=False, max_length=MAX_DECKS
    )
    use_built = serializers.BooleanField(default=False)


class ReserveWantedBySerializer(serializers.Serializer):
    deck = serializers.IntegerField()
    count = serializers.IntegerField()


class ReserveShortSerializer(serializers.Serializer):
    card = serializers.CharField()
    there = serializers.IntegerField()
    needed = serializers.IntegerField()
    missing = serializers.IntegerField()
    conflict = serializers.BooleanField()
    by = ReserveWantedBySerializer(many=True)


class ReserveSwapSerializer(serializers.Serializer):
    deck = serializers.IntegerField()
    out = serializers.CharField()
    into = serializers.CharField()


@with_example(api_examples.ANSWER)
class ReserveAnswerSerializer(serializers.Serializer):
    decks = serializers.ListField(child=serializers.IntegerField())
    buildable = serializers.BooleanField()
    table_ready = serializers.BooleanField()
    cards = ReserveShortSerializer(many=True)
    miniatures = ReserveShortSerializer(many=True)
    together = serializers.ListField(child=serializers.IntegerField())
    swaps = ReserveSwapSerializer(many=True)


@with_example(api_examples.NEAR)
class ReserveNearSerializer(serializers.Serializer):
    deck = serializers.IntegerField()
    missing = serializers.IntegerField()


class ReserveRefusedSerializer(serializers.Serializer):
    detail = serializers.CharField()


REFUSED = OpenApiResponse(ReserveRefusedSerializer, description="What was sent is refused; the sentence says why.")
MISSING = OpenApiResponse(
    ReserveRefusedSerializer, description="There is no such deck, or it is somebody's private one."
)


class NearlyPagination(NumberedPagination):
    page_size = MAX_RESULTS


class ReserveView(PaginatedView):
    serializer_class = ReserveBuiltSerializer
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=ReserveBuiltSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The decks you have built."""
        built = Built.objects.filter(owner=request.user.pk).select_related("version__deck")
        return self.list_response(built)


class BuiltView(APIView):
    permission_classes = (IsAuthenticated,)

    def deck(self, pk: int) -> Deck:
        deck = Deck.objects.visible_to(self.request.user).select_related("current").filter(pk=pk).first()
        if deck is None or deck.current is None:
            raise NotFound(_("There is no deck %(pk)s that you may see.") % {"pk": pk})
        return deck

    @extend_schema(request=None, responses={200: ReserveBuiltSerializer, 400: REFUSED, 404: MISSING})
    def put(self, request: Request, pk: int) -> Response:
        """Mark a deck as built, in its current version; twice is once."""
        deck = self.deck(pk)
        try:
            built = services.deck_build(owner=request.user, version=deck.current)  # type: ignore[arg-type]
        except services.TooManyBuilt as most:
            sentence = _("You have %(most)s decks built, the most there may be.") % {"most": most}
            raise ValidationError({"detail": sentence}) from most
        return Response(ReserveBuiltSerializer(built).data)

    @extend_schema(responses={204: None, 404: MISSING})
    def delete(self, request: Request, pk: int) -> Response:
        """Take a deck apart: its cards are free."""
        if services.deck_take_apart(owner=request.user, deck_id=pk) is None:
            self.deck(pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TogetherView(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=ReserveQuestionSerializer, responses={200: ReserveAnswerSerializer, 400: REFUSED})
    def post(self, request: Request) -> Response:
        """Can these decks all be built at once; what conflicts, what is missing, which swaps help."""
        serializer = ReserveQuestionSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        ids = serializer.validated_data["decks"]
        versions = visible_versions(request.user, ids)
        if len(versions) < len(set(ids)):
            visible = {version.deck_id for version in versions}
            unknown = ", ".join(str(pk) for pk in ids if pk not in visible)
            raise ValidationError({"detail": _("There is no deck %(pk)s that you may see.") % {"pk": unknown}})
        system = system_from_request(versions[0].deck.system)
        if any(version.deck.system != system.code for version in versions):
            raise ValidationError({"detail": _("All the decks must be of one game.")})
        plan = build_plan(request.user, versions, system=system, use_built=serializer.validated_data["use_built"])
        return Response(
            {
                "decks": [version.deck_id for version in plan.versions],
                "buildable": plan.answer.buildable,
                "table_ready": plan.answer.table_ready,
                "cards": [serialize_shortage(short) for short in plan.answer.cards],
                "miniatures": [serialize_shortage(short) for short in plan.answer.miniatures],
                "together": [version.deck_id for version in plan.answer.fitting],
                "swaps": [
                    {"deck": version.deck_id, "out": swap.out, "into": swap.into} for version, swap in plan.swaps
                ],
            }
        )


def serialize_shortage(short: Shortage[Any]) -> dict[str, Any]:
    return {
        "card": short.code,
        "there": short.there,
        "needed": short.wanted,
        "missing": short.missing,
        "conflict": short.is_conflict,
        "by": [{"deck": version.deck_id, "count": count} for version, count in short.by],
    }


class NearlyView(PaginatedView):
    serializer_class = ReserveNearSerializer
    pagination_class = NearlyPagination
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="reserve_buildable_retrieve",  # the name that generated clients know
        parameters=[
            OpenApiParameter("system", str, description="The game; without it, the first there is."),
            MISSING_CARDS.parameter,
            FREE.parameter,
        ],
        responses=ReserveNearSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Public decks you can build, or nearly: nearest and newest first, 200 a page."""
        system = system_from_request(request.query_params.get("system", ""))
        most = MISSING_CARDS.read(request, MAX_MISSING)
        stock = owned(request.user, system.code)
        if FREE.read(request):
            stock = stock.without(reserved(request.user, system.code))
        matches = nearly_buildable(
            Deck.objects.public().filter(system=system.code), stock=stock, system=system.code, most=most
        )
        near = load_matches(self.paginate_queryset(matches) or [])  # type: ignore[type-var]
        return self.get_paginated_response([{"deck": deck.pk, "missing": missing} for deck, missing in near])
