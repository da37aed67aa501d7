"""API: ladders of decks and leading cards, rating history of a deck."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from decks.models import Deck
from signum_site.core.numbers import parse_int
from simulator.ratings.history import deck_history
from simulator.ratings.ladder import ladder, leaders
from simulator.views.ratings import get_system

PAGE_SIZE = 50


class RatingSerializer(serializers.Serializer):
    name = serializers.CharField()
    content_hash = serializers.CharField()
    face = serializers.CharField(help_text="The code of the card that leads the deck.")
    is_reference = serializers.BooleanField()
    rating = serializers.FloatField(help_text="On the Elo scale; the reference decks have 1500 on average.")
    interval = serializers.ListField(child=serializers.FloatField(), help_text="95 %.")
    games = serializers.IntegerField()
    opponents = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["preliminary", "usable", "established"])
    policy = serializers.CharField()
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()


class LeaderSerializer(serializers.Serializer):
    """What to expect of a deck led by this card."""

    code = serializers.CharField()
    name = serializers.CharField()
    decks = serializers.IntegerField(help_text="Rated decks that it leads.")
    rating = serializers.FloatField(help_text="On the scale of the decks.")
    interval = serializers.ListField(child=serializers.FloatField(), help_text="95 %.")
    games = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["preliminary", "usable", "established"])
    policy = serializers.CharField()
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()


class PointSerializer(serializers.Serializer):
    day = serializers.DateField()
    rating = serializers.FloatField()
    interval = serializers.ListField(child=serializers.FloatField(), help_text="95 %.")
    games = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["preliminary", "usable", "established"])
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()


class VersionHistorySerializer(serializers.Serializer):
    version = serializers.IntegerField()
    id = serializers.IntegerField()
    content_hash = serializers.CharField()
    history = PointSerializer(many=True, help_text="The last value of each day, the oldest first.")


class RatingsPageSerializer(serializers.Serializer):
    count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = RatingSerializer(many=True)


class RatingsView(APIView):
    """The ladder of reference decks and public decks."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="ratings_list",
        parameters=[OpenApiParameter("system", str), OpenApiParameter("page", int)],
        responses={200: RatingsPageSerializer},
    )
    def get(self, request: Request) -> Response:
        """The strongest first, 50 a page."""
        text = request.query_params.get("page", "1")
        rungs = ladder(get_system(request.query_params.get("system")))
        pages = max(1, -(-len(rungs) // PAGE_SIZE))
        page = parse_int(text, minimum=1, maximum=pages)
        if page is None:
            message = _("There is no page %(given)s; pages go from 1 to %(pages)s.")
            return Response({"detail": message % {"given": text[:40], "pages": pages}}, status=404)
        results = [rung.as_json() for rung in rungs[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]]
        return Response({"count": len(rungs), "page": page, "pages": pages, "results": results})


class LeadersView(APIView):
    """The ladder of the cards that lead decks."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="ratings_leaders",
        parameters=[OpenApiParameter("system", str)],
        responses={200: LeaderSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """The strongest first: a mean over the rated decks each leads, with what those differ in its interval."""
        rungs = leaders(get_system(request.query_params.get("system")), [])
        return Response([rung.as_json() for rung in rungs])


class DeckRatingsView(APIView):
    """How the versions of a deck were rated, day by day."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="ratings_deck", responses={200: VersionHistorySerializer(many=True)})
    def get(self, request: Request, pk: int) -> Response:
        """The newest version first; of a deck you may see."""
        deck = get_object_or_404(Deck.objects.visible_to(request.user), pk=pk)
        return Response([version.as_json() for version in deck_history(deck)])
