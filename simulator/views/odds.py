"""Pages of the odds calculators."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from collection.games import first_game, games_in_order, get_game, named_game
from signum_site.core.htmx import render_part
from signum_site.core.i18n import current_language
from simulator.calculators import calculate, find_calculator


@require_safe
def odds_start(request: HttpRequest) -> HttpResponse:
    """Redirects to the first calculator of the requested game; without one, of the first game that has any."""
    named = named_game(request.GET)
    for system in [named] if named is not None else [first_game(), *games_in_order()]:
        if system.calculators:
            return redirect("odds", system=system.code, code=system.calculators[0].code)
    raise Http404


@require_safe
def odds(request: HttpRequest, system: str, code: str) -> HttpResponse:
    match = find_calculator(system, code)
    if match is None:
        get_game(system)
        raise Http404
    game, calculator = match
    language = current_language()
    context = {
        "system": game,
        "result": calculate(calculator, request.GET.dict(), language=language),
        "others": [(other.code, other.names[language]) for other in game.calculators],
    }
    return render_part(request, part="simulator/odds/answer.html", whole="simulator/odds/page.html", context=context)
