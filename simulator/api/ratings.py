"""API: ladders of decks and leading cards, rating history of a deck."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from decks.models import Deck
from signum_site.core.api_examples import with_example
from signum_site.core.pagination import CountedPagination, PaginatedView
from simulator.ratings.history import deck_history
from simulator.ratings.ladder import ladder, leaders
from simulator.views.ratings import get_system

from . import examples

STATUSES = ("preliminary", "usable", "established")


class RoundedField(serializers.FloatField):
    """A value on the Elo scale, of which one decimal is known at best."""

    def to_representation(self, value: Any) -> Any:
        return round(value, 1)


class IntervalField(serializers.ListField):
    """The 95 % interval of a rated row."""

    child = serializers.FloatField()

    def __init__(self, **kwargs: Any) -> None:
        options: dict[str, Any] = {"source": "*", "read_only": True, "help_text": "95 %."}
        super().__init__(**options | kwargs)

    def to_representation(self, value: Any) -> list[float]:
        return [round(value.low, 1), round(value.high, 1)]


@with_example(examples.RATING)
class RatingSerializer(serializers.Serializer):
    name = serializers.CharField()
    content_hash = serializers.CharField(source="rating.content_hash")
    face = serializers.CharField(help_text="The code of the card that leads the deck.")
    is_reference = serializers.BooleanField()
    opponents = serializers.IntegerField(source="rating.opponents")
    rating = RoundedField(
        source="rating.points", help_text="On the Elo scale; the reference decks have 1500 on average."
    )
    interval = IntervalField(source="rating")
    games = serializers.IntegerField(source="rating.games")
    status = serializers.ChoiceField(source="rating.status", choices=STATUSES)
    policy = serializers.CharField(source="rating.policy")
    rules_version = serializers.CharField(source="rating.rules_version")
    cards_version = serializers.CharField(source="rating.cards_version")


@with_example(examples.LEADER)
class LeaderSerializer(serializers.Serializer):
    """What to expect of a deck led by this card."""

    code = serializers.CharField(source="rating.code")
    name = serializers.CharField()
    decks = serializers.IntegerField(source="rating.decks", help_text="Rated decks that it leads.")
    rating = RoundedField(source="rating.points", help_text="On the scale of the decks.")
    interval = IntervalField(source="rating")
    games = serializers.IntegerField(source="rating.games")
    status = serializers.ChoiceField(source="rating.status", choices=STATUSES)
    policy = serializers.CharField(source="rating.policy")
    rules_version = serializers.CharField(source="rating.rules_version")
    cards_version = serializers.CharField(source="rating.cards_version")


class PointSerializer(serializers.Serializer):
    day = serializers.DateField()
    rating = RoundedField(source="points")
    interval = IntervalField()
    games = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATUSES)
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()


@with_example(examples.HISTORY)
class VersionHistorySerializer(serializers.Serializer):
    version = serializers.IntegerField(source="version.number")
    id = serializers.IntegerField(source="version.pk")
    content_hash = serializers.CharField(source="version.content_hash")
    history = PointSerializer(source="points", many=True, help_text="The last value of each day, the oldest first.")


class LadderPagination(CountedPagination):
    page_size = 50


class RatingsView(PaginatedView):
    """The ladder of reference decks and public decks."""

    permission_classes = (AllowAny,)
    serializer_class = RatingSerializer
    pagination_class = LadderPagination

    @extend_schema(
        operation_id="ratings_list",
        parameters=[OpenApiParameter("system", str)],
        responses={200: RatingSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """The ladder of reference decks and public decks. The strongest first, 50 a page."""
        return self.list_response(ladder(get_system(request.query_params.get("system"))))


class LeadersView(PaginatedView):
    """The ladder of the cards that lead decks."""

    permission_classes = (AllowAny,)
    serializer_class = LeaderSerializer

    @extend_schema(
        operation_id="ratings_leaders",
        parameters=[OpenApiParameter("system", str)],
        responses={200: LeaderSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """The ladder of the cards that lead decks. The strongest first: a mean over the rated decks each leads, with
        what those differ in its interval."""
        return self.list_response(leaders(get_system(request.query_params.get("system")), []))


class DeckRatingsView(PaginatedView):
    """How the versions of a deck were rated, day by day."""

    permission_classes = (AllowAny,)
    serializer_class = VersionHistorySerializer

    @extend_schema(operation_id="ratings_deck", responses={200: VersionHistorySerializer(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """How the versions of a deck were rated, day by day. The newest version first; of a deck you may see."""
        deck = get_object_or_404(Deck.objects.visible_to(request.user), pk=pk)
        return self.list_response(deck_history(deck))
