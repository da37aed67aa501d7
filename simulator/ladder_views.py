"""The ladder, as a page and for tools, and two versions compared."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simulator import games
from simulator.engine.system import GameSystem

from .comparing import version_seen, versions_compared
from .ladder import ladder, leaders

PAGE = 50


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


class RatingsPageSerializer(serializers.Serializer):
    count = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = RatingSerializer(many=True)


@require_safe
def ratings_page(request: HttpRequest) -> HttpResponse:
    system = _system(request.GET.get("system"))
    rungs = ladder(system)
    context = {"system": system, "rungs": rungs[: 4 * PAGE], "leaders": leaders(rungs)}
    return render(request, "simulator/ratings.html", context)


@never_cache
@require_safe
def versions_page(request: HttpRequest, before: int, after: int) -> HttpResponse:
    """Two versions by their ids, of decks the reader may see."""
    one, other = (version_seen(pk, user=request.user) for pk in (before, after))
    if one is None or other is None or one.deck.system != other.deck.system:
        raise Http404
    context = {"before": one, "after": other, "comparison": versions_compared(one, other)}
    return render(request, "simulator/compare.html", context)


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
        given = request.query_params.get("page", "1")
        rungs = ladder(_system(request.query_params.get("system")))
        pages = max(1, -(-len(rungs) // PAGE))
        if not (given.isascii() and given.isdecimal() and len(given) < 7 and 1 <= int(given) <= pages):
            said = _("There is no page %(given)s; pages go from 1 to %(pages)s.")
            return Response({"detail": said % {"given": given[:40], "pages": pages}}, status=404)
        page = int(given)
        results = [rung.as_json() for rung in rungs[(page - 1) * PAGE : page * PAGE]]
        return Response({"count": len(rungs), "page": page, "pages": pages, "results": results})


def _system(code: str | None) -> GameSystem:
    known = games.systems()
    if code is None and known:
        return next(iter(known.values()))
    if code not in known:
        raise Http404
    return known[code]
