"""Pages: the ladder, rating history, comparison of two versions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from collection.games import game_filter, get_game, requested_game
from decks.models import Deck
from simulator.engine.game_system import GameSystem
from simulator.models.ratings import RatingRun
from simulator.ratings.history import deck_history, history_chart
from simulator.ratings.ladder import ladder, ladder_misfit, leaders
from simulator.reports.comparison import compare_versions, find_visible_version

MAX_RUNGS = 200


@require_safe
def ratings_page(request: HttpRequest) -> HttpResponse:
    system = requested_game(request.GET)
    rungs = ladder(system)
    rated = RatingRun.objects.order_by().values_list("system", flat=True).distinct()
    context = {
        "system": system,
        "games": game_filter({"game": system.code}, rated),
        "rungs": rungs[:MAX_RUNGS],
        "leaders": leaders(system, rungs),
        "misfit": ladder_misfit(rungs),
    }
    return render(request, "simulator/ratings.html", context)


@never_cache
@require_safe
def deck_ratings_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Rating history of a deck's versions."""
    deck = get_object_or_404(Deck.objects.visible_to(request.user), pk=pk)
    history = deck_history(deck)
    context = {"deck": deck, "history": history, "picture": history_chart(history)}
    return render(request, "simulator/deck_ratings.html", context)


@never_cache
@require_safe
def versions_page(request: HttpRequest, before: int, after: int) -> HttpResponse:
    """Compares two versions by their ids, of decks visible to the user."""
    old, new = (find_visible_version(pk, user=request.user) for pk in (before, after))
    if old is None or new is None or old.deck.system != new.deck.system:
        raise Http404
    context = {"before": old, "after": new, "comparison": compare_versions(old, new)}
    return render(request, "simulator/compare.html", context)


def get_system(code: str | None) -> GameSystem:
    """The game with this code; without a code, the first game."""
    return get_game(code or "")
