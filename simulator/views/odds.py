"""The pages that answer how a fight will end."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from signum_site.core.htmx import render_part
from signum_site.core.i18n import current_language
from simulator import games
from simulator.calculators import calculation, calculator_of


@require_safe
def odds_start(request: HttpRequest) -> HttpResponse:
    """The first calculator there is."""
    for system in games.systems().values():
        if system.calculators:
            return redirect("odds", system=system.code, code=system.calculators[0].code)
    raise Http404


@require_safe
def odds(request: HttpRequest, system: str, code: str) -> HttpResponse:
    found = calculator_of(system, code)
    if found is None:
        raise Http404
    game, calculator = found
    language = current_language()
    context = {
        "system": game,
        "result": calculation(calculator, request.GET.dict(), language=language),
        "others": [(each.code, each.names[language]) for each in game.calculators],
    }
    return render_part(request, part="simulator/odds/answer.html", whole="simulator/odds/page.html", context=context)
