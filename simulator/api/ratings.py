"""API: ladders of decks and leading cards, rating history of a deck."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from decks.models import Deck
from signum_site.core.api.examples import with_example
from signum_site.core.api.filters import ParameterFilter
from signum_site.core.api.pagination import ArrayPagination, CountedPagination
from signum_site.core.api.parameters import Text
from signum_site.core.api.serializers import OutputSerializer
from signum_site.core.api.viewsets import ResourceViewSet
from simulator import games
from simulator.ratings.history import deck_history
from simulator.ratings.ladder import ladder, leaders
from simulator.views.ratings import get_system

from . import examples

SYSTEM = Text("system", "The game; `game` means the same.", also="game")
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


class NotableMatchUpSerializer(OutputSerializer):
    opponent = serializers.CharField()
    score = RoundedField()
    interval = IntervalField()
    expected = RoundedField(help_text="What the ratings predict.")


@with_example(examples.RATING)
class RatingSerializer(OutputSerializer):
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
    misfit = RoundedField(
        allow_null=True, help_text="How far its scores are from what the ratings predict, beyond luck, in percent."
    )
    matchups = NotableMatchUpSerializer(many=True, help_text="Best and worst against reference decks, in percent.")


@with_example(examples.LEADER)
class LeaderSerializer(OutputSerializer):
    """The mean rating of the decks led by this card."""

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


class PointSerializer(OutputSerializer):
    day = serializers.DateField()
    rating = RoundedField(source="points")
    interval = IntervalField()
    games = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATUSES)
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()


@with_example(examples.HISTORY)
class VersionHistorySerializer(OutputSerializer):
    version = serializers.IntegerField(source="version.number")
    id = serializers.IntegerField(source="version.pk")
    content_hash = serializers.CharField(source="version.content_hash")
    history = PointSerializer(source="points", many=True, help_text="The last value of each day, the oldest first.")


class LadderPagination(CountedPagination):
    page_size = 50


class LadderFilter(ParameterFilter):
    """Takes one of the games."""

    parameters = (SYSTEM,)

    def filter_queryset(self, request: Request, queryset: Any, view: Any) -> Any:
        return get_system(SYSTEM.read(request) or None)


class RatingViewSet(ResourceViewSet):
    """Ladders of a game, and the history of a deck."""

    permission_classes = (AllowAny,)
    serializer_class = RatingSerializer
    pagination_class = LadderPagination
    filter_backends = (LadderFilter,)

    def get_queryset(self) -> Any:
        """Return all games; the filter takes one."""
        return games.systems()

    @extend_schema(operation_id="ratings_list", responses={200: RatingSerializer(many=True)})
    def list(self, request: Request) -> Response:
        """The ladder of reference decks and public decks. The strongest first, 50 a page."""
        return self.list_answer(ladder(self.filtered()))

    @extend_schema(operation_id="ratings_leaders", responses={200: LeaderSerializer(many=True)})
    @action(
        detail=False,
        url_name="api_ratings_leaders",
        serializer_class=LeaderSerializer,
        pagination_class=ArrayPagination,
    )
    def leaders(self, request: Request) -> Response:
        """The ladder of the cards that lead decks. The strongest first: a mean over the rated decks each leads, with
        what those differ in its interval."""
        return self.list_answer(leaders(self.filtered(), []))

    @extend_schema(operation_id="ratings_deck", responses={200: VersionHistorySerializer(many=True)})
    @action(
        detail=False,
        url_path="decks/<int:pk>",
        url_name="api_ratings_deck",
        serializer_class=VersionHistorySerializer,
        pagination_class=ArrayPagination,
        filter_backends=(),
    )
    def history(self, request: Request, pk: int) -> Response:
        """How the versions of a deck were rated, day by day. The newest version first; of a deck you may see."""
        deck = get_object_or_404(Deck.objects.visible_to(request.user), pk=pk)
        return self.list_answer(deck_history(deck))
