"""Pages of simulations: the form, one's own list, and the page of a batch, live while it is played."""

from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.games import first_game
from decks.reference_decks import ensure_name
from signum_site.core.numbers import parse_int
from signum_site.core.throttling import at_most, too_many_requests
from simulator import games
from simulator.batches.ownership import StartThrottle, is_own, visitor_of
from simulator.batches.request import LONGEST_TEXT, BatchRequestError, parse_batch_request
from simulator.batches.selectors import batches_listed
from simulator.batches.services import batch_cancel, batch_resume, batch_start
from simulator.engine.decks import code as deck_code
from simulator.engine.decks import decklist
from simulator.engine.system import GameSystem
from simulator.models.batches import Batch
from simulator.reports.batch import batch_report
from simulator.reports.cards import deck_card_report, figures_as_json
from simulator.reports.charts import advantages, heat_map, turns_chart
from simulator.reports.comparison import entrants_compared
from simulator.reports.csv_export import batch_table

from .forms import FREE, PASTED, BatchForm

STOP_POLLING = 286
GAMES_OF_THE_TOUR = 40


@never_cache
@require_safe
def batch_list(request: HttpRequest) -> HttpResponse:
    batches = batches_listed(user=request.user, visitor=visitor_of(request))
    return render(request, "simulator/batches/list.html", {"batches": batches})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def batch_new(request: HttpRequest) -> HttpResponse:
    system = _system(request.POST.get("system") or request.GET.get("system"))
    is_tour = "tour" in (request.POST or request.GET)
    if request.method != "POST":
        initial = _initial(request.GET, system) | (_few_games(system) if is_tour else {})
        form = BatchForm(initial=initial, system=system, user=request.user)
        return render(request, "simulator/batches/new.html", _form_context(request, form, system))
    form = BatchForm(request.POST, system=system, user=request.user)
    is_understood, throttle = form.is_valid(), StartThrottle()
    if is_understood and not throttle.allow_request(request, None):
        return too_many_requests(request, throttle)
    try:
        # Also if a field was not understood: whoever mends it should not learn of the next fault only then.
        asked = parse_batch_request(form.raw(), user=request.user)
        if is_understood:
            batch = batch_start(asked=asked, user=request.user, visitor=visitor_of(request, remember=True))
            return redirect(reverse("simulation", args=[batch.token]) + ("?tour=1" if is_tour else ""))
    except BatchRequestError as fault:
        form.take(fault)
    return render(request, "simulator/batches/new.html", _form_context(request, form, system), status=400)


@never_cache
@require_safe
def batch_page(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever has the address may look."""
    context = _context(request, token)
    if "tour" in request.GET and context["system"] is not None:
        context["tour_code"] = context["report"].matchups[0].row.first.code(system=context["system"])
    return render(request, "simulator/batches/page.html", context)


@never_cache
@require_safe
def batch_live(request: HttpRequest, token: str) -> HttpResponse:
    """What changes while games are played; the last answer tells the browser to stop asking."""
    context = _context(request, token) | {"is_part": True}
    status = 200 if context["batch"].is_active else STOP_POLLING
    return render(request, "simulator/batches/live.html", context, status=status)


@never_cache
@require_safe
def batch_cards(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """What the cards of one of its decks did."""
    batch = get_object_or_404(Batch, token=token)
    entrant = get_object_or_404(batch.entrants.defer("text"), number=number)
    figures = deck_card_report(entrant, batch=batch)
    return render(request, "simulator/batches/cards_page.html", {"batch": batch, "figures": figures})


@never_cache
@require_safe
def batch_compare(request: HttpRequest, token: str) -> HttpResponse:
    """Two of its decks, by their numbers."""
    batch = get_object_or_404(Batch, token=token)
    entrants = {str(one.number): one for one in batch.entrants.defer("text")}
    before, after = (entrants.get(request.GET.get(name, "")) for name in ("before", "after"))
    if before is None or after is None:
        raise Http404
    context = {
        "batch": batch,
        "before": before,
        "after": after,
        "entrants": entrants.values(),
        "comparison": entrants_compared(before, after, batch=batch),
    }
    return render(request, "simulator/batches/compare.html", context)


@require_POST
def batch_stop(request: HttpRequest, token: str) -> HttpResponse:
    batch_cancel(_own(request, token))
    return redirect("simulation", token=token)


@require_POST
@at_most(StartThrottle)
def batch_go_on(request: HttpRequest, token: str) -> HttpResponse:
    batch = _own(request, token)
    try:
        batch_resume(batch, user=request.user, visitor=visitor_of(request))
    except BatchRequestError as fault:
        return render(request, "simulator/batches/page.html", _context(request, token) | {"refused": fault}, status=400)
    return redirect("simulation", token=token)


@require_safe
def batch_csv(request: HttpRequest, token: str) -> HttpResponse:
    table = batch_table(batch_report(get_object_or_404(Batch, token=token), with_cards=True))
    response = HttpResponse(table, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="simulation-{token}.csv"'
    return response


@require_safe
def batch_json(request: HttpRequest, token: str) -> HttpResponse:
    report = batch_report(get_object_or_404(Batch, token=token), with_cards=True)
    told = report.as_full_json() | {"card_figures": figures_as_json(report.batch, [one.row for one in report.matchups])}
    response = JsonResponse(told, encoder=DjangoJSONEncoder)
    response["Content-Disposition"] = f'attachment; filename="simulation-{token}.json"'
    return response


def _context(request: HttpRequest, token: str) -> dict[str, Any]:
    batch = get_object_or_404(Batch.objects.select_related("owner"), token=token)
    report, is_table = batch_report(batch), batch.kind == Batch.Kind.TABLE
    # Cards are read once everything is played: while it is, the page is asked for every second.
    with_cards = not is_table and not batch.is_active and report.matchups
    return {
        "batch": batch,
        "report": report,
        "heat": heat_map(report) if is_table else [],
        "turns": turns_chart(report.together.totals, batch=batch),
        "advantages": advantages(report),
        "figures": deck_card_report(report.matchups[0].row.first, batch=batch) if with_cards else None,
        "system": games.systems().get(batch.system),
        "is_own": is_own(batch, request),
    }


def _own(request: HttpRequest, token: str) -> Batch:
    batch = get_object_or_404(Batch, token=token)
    if not is_own(batch, request):
        raise Http404
    return batch


def _system(code: str | None) -> GameSystem:
    """The game that was named, or the one most visitors know."""
    known = games.systems()
    if code is None and known:
        return first_game()
    if code not in known:
        raise Http404
    return known[code]


def _initial(asked: Mapping[str, str], system: GameSystem) -> dict[str, str]:
    """`?deck=` is the id of a version, the name of a reference deck, or a deck code, which `?name=` gives a name."""
    given = asked.get("deck", "").strip()[:LONGEST_TEXT]
    if parse_int(given) is not None:
        return {"deck": f"version:{given}"}
    names = {one.deck.name.casefold(): one.deck.name for one in system.reference_decks()}
    if given.casefold() in names:
        return {"deck": f"reference:{names[given.casefold()]}"}
    return {"deck": PASTED, "text": _written_out(given, asked.get("name", ""))} if given else {}


def _written_out(code: str, name: str) -> str:
    """A code holds no name: a deck that has one is written as a list."""
    if not name.strip():
        return code
    try:
        deck = deck_code.decode(code, systems=games.systems())
    except deck_code.DeckCodeError:
        return code
    return decklist.render(ensure_name(deck, name), system=games.system(deck.system))


def _form_context(request: HttpRequest, form: BatchForm, system: GameSystem) -> dict[str, Any]:
    """Whoever leaves the guided tour here keeps the deck: the address is the same, without the tour."""
    is_tour = "tour" in (request.POST or request.GET)
    asked = request.GET.copy()
    asked.pop("tour", None)
    return {"form": form, "system": system, "is_tour": is_tour, "plain_form": f"{request.path}?{asked.urlencode()}"}


def _few_games(system: GameSystem) -> dict[str, Any]:
    """What the guided tour asks for: enough to see something, over in seconds."""
    opponent = f"reference:{system.reference_decks()[-1].deck.name}" if system.reference_decks() else ""
    return {"kind": Batch.Kind.CHOSEN, "others": [opponent], "games": FREE, "free_games": GAMES_OF_THE_TOUR}
