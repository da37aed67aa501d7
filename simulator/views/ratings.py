"""The ladder, the ratings of a deck's versions, and two versions compared."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from collection.games import first_game
from decks.models import Deck
from simulator import games
from simulator.engine.system import GameSystem
from simulator.ratings.history import deck_history, history_chart
from simulator.ratings.ladder import ladder, leaders
from simulator.reports.comparison import version_seen, versions_compared

MOST_SHOWN = 200


@require_safe
def ratings_page(request: HttpRequest) -> HttpResponse:
    system = system_named(request.GET.get("system"))
    rungs = ladder(system)
    context = {"system": system, "rungs": rungs[:MOST_SHOWN], "leaders": leaders(system, rungs)}
    return render(request, "simulator/ratings.html", context)


@never_cache
@require_safe
def deck_ratings_page(request: HttpRequest, pk: int) -> HttpResponse:
    """How the versions of a deck were rated."""
    deck = get_object_or_404(Deck.objects.visible_to(request.user), pk=pk)
    history = deck_history(deck)
    context = {"deck": deck, "history": history, "picture": history_chart(history)}
    return render(request, "simulator/deck_ratings.html", context)


@never_cache
@require_safe
def versions_page(request: HttpRequest, before: int, after: int) -> HttpResponse:
    """Two versions by their ids, of decks the reader may see."""
    one, other = (version_seen(pk, user=request.user) for pk in (before, after))
    if one is None or other is None or one.deck.system != other.deck.system:
        raise Http404
    context = {"before": one, "after": other, "comparison": versions_compared(one, other)}
    return render(request, "simulator/compare.html", context)


def system_named(code: str | None) -> GameSystem:
    known = games.systems()
    if code is None and known:
        return first_game()
    if code not in known:
        raise Http404
    return known[code]
