"""Pages of simulations: the form, the user's list, and the live results."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.games import game_filter, games_in_order, installed_game, named_game, requested_game
from decks.reference_decks import ensure_name
from signum_site.core.numbers import parse_int
from signum_site.core.throttling import at_most, too_many_requests
from simulator import games
from simulator.api.serializers import ResultsSerializer
from simulator.batches.request import BatchRequestError
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.selectors import batch_systems, list_batches
from simulator.batches.services import batch_cancel, batch_resume, batch_start
from simulator.batches.visitors import StartThrottle, is_own, visitor_digest
from simulator.engine.decks import code, decklist
from simulator.engine.game_system import GameSystem
from simulator.models.batches import Batch
from simulator.reports.batch import batch_report
from simulator.reports.cards import deck_card_report
from simulator.reports.charts import advantages, heat_map, turns_chart
from simulator.reports.comparison import compare_entrants, find_visible_version
from simulator.reports.csv_export import batch_table
from simulator.reports.engine import engine_report

from .forms import FREE, PASTED, BatchForm

if TYPE_CHECKING:
    from decks.models import Visitor

STOP_POLLING = 286
TOUR_GAMES = 40


@never_cache
@require_safe
def batch_list(request: HttpRequest) -> HttpResponse:
    visitor = visitor_digest(request)
    chosen = game_filter(request.GET, batch_systems(user=request.user, visitor=visitor))
    system = chosen.chosen.code if chosen.chosen is not None else ""
    batches = list_batches(user=request.user, visitor=visitor, system=system)
    context = {"batches": batches, "games": chosen, "system": chosen.chosen}
    return render(request, "simulator/batches/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def batch_new(request: HttpRequest) -> HttpResponse:
    system = _game_of_form(request)
    is_tour = "tour" in (request.POST or request.GET)
    if request.method != "POST":
        initial = _initial_deck(request.GET, system) | (_tour_initial(system) if is_tour else {})
        form = BatchForm(initial=initial, system=system, user=request.user)
        return render(request, "simulator/batches/new.html", _form_context(request, form, system))
    form = BatchForm(request.POST, system=system, user=request.user)
    is_valid, throttle = form.is_valid(), StartThrottle()
    if is_valid and not throttle.allow_request(request, None):
        return too_many_requests(request, throttle)
    try:
        # Parsed even if the form is invalid, so that the user sees all errors at once.
        batch_request = parse_batch_request(form.raw(), user=request.user)
        if is_valid:
            batch = batch_start(
                request=batch_request, user=request.user, visitor=visitor_digest(request, remember=True)
            )
            return redirect(reverse("simulation", args=[batch.token]) + ("?tour=1" if is_tour else ""))
    except BatchRequestError as error:
        form.add_refusals(error)
    return render(request, "simulator/batches/new.html", _form_context(request, form, system), status=400)


@never_cache
@require_safe
def batch_page(request: HttpRequest, token: str) -> HttpResponse:
    """Anyone with the address may see it."""
    context = _batch_context(request, token)
    if "tour" in request.GET and context["system"] is not None:
        context["tour_code"] = context["report"].rows[0].first.code(system=context["system"])
    return render(request, "simulator/batches/page.html", context)


@never_cache
@require_safe
def batch_live(request: HttpRequest, token: str) -> HttpResponse:
    """The part that changes while games are played.

    The last response tells the browser to stop polling.
    """
    context = _batch_context(request, token) | {"is_part": True}
    status = 200 if context["batch"].is_active else STOP_POLLING
    return render(request, "simulator/batches/live.html", context, status=status)


@never_cache
@require_safe
def batch_cards(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Card figures of one deck of the batch."""
    batch = get_object_or_404(Batch, token=token)
    entrant = get_object_or_404(batch.entrants.defer("text"), number=number)
    figures = deck_card_report(entrant, batch=batch)
    return render(request, "simulator/batches/cards_page.html", {"batch": batch, "figures": figures})


@never_cache
@require_safe
def batch_compare(request: HttpRequest, token: str) -> HttpResponse:
    """Compares two decks of the batch, by their numbers."""
    batch = get_object_or_404(Batch, token=token)
    entrants = {str(entrant.number): entrant for entrant in batch.entrants.defer("text")}
    before, after = (entrants.get(request.GET.get(name, "")) for name in ("before", "after"))
    if before is None or after is None or not batch.is_duel:
        raise Http404
    context = {
        "batch": batch,
        "before": before,
        "after": after,
        "entrants": entrants.values(),
        "comparison": compare_entrants(before, after, batch=batch),
    }
    return render(request, "simulator/batches/compare.html", context)


@require_POST
def batch_stop(request: HttpRequest, token: str) -> HttpResponse:
    batch_cancel(_get_own_batch(request, token))
    return redirect("simulation", token=token)


@require_POST
@at_most(StartThrottle)
def batch_continue(request: HttpRequest, token: str) -> HttpResponse:
    batch = _get_own_batch(request, token)
    try:
        batch_resume(batch, user=request.user, visitor=visitor_digest(request))
    except BatchRequestError as error:
        context = _batch_context(request, token) | {"refused": error}
        return render(request, "simulator/batches/page.html", context, status=400)
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
    response = JsonResponse(ResultsSerializer(report).data)
    response["Content-Disposition"] = f'attachment; filename="simulation-{token}.json"'
    return response


def _batch_context(request: HttpRequest, token: str) -> dict[str, Any]:
    batch = get_object_or_404(Batch.objects.select_related("owner"), token=token)
    report, is_table = batch_report(batch), batch.kind == Batch.Kind.TABLE
    # Cards are loaded only once the batch has ended: until then the browser polls every second.
    with_cards = not is_table and not batch.is_active and report.rows
    return {
        "batch": batch,
        "report": report,
        "heat": heat_map(report) if is_table and batch.is_duel else [],
        "turns": turns_chart(report.sums, batch=batch),
        "advantages": advantages(report) if batch.is_duel else [],
        "figures": deck_card_report(report.rows[0].first, batch=batch) if with_cards else None,
        "system": games.systems().get(batch.system),
        "engine": engine_report(batch.system) if batch.is_active else None,
        "is_own": is_own(batch, request),
    }


def _get_own_batch(request: HttpRequest, token: str) -> Batch:
    batch = get_object_or_404(Batch, token=token)
    if not is_own(batch, request):
        raise Http404
    return batch


def _game_of_form(request: HttpRequest) -> GameSystem:
    """The game of the deck in the address; without a deck, the game that the form or the address names."""
    if request.method == "POST":
        return requested_game(request.POST if named_game(request.POST) else request.GET)
    return _game_of_deck(request.GET, user=request.user) or requested_game(request.GET)


def _game_of_deck(query: Mapping[str, str], *, user: "Visitor") -> GameSystem | None:
    """The game of the deck that `?deck=` names, in the ways of _initial_deck; None if it names none."""
    value, systems = query.get("deck", "").strip(), games.systems()
    number = parse_int(value)
    if number is not None:
        version = find_visible_version(number, user=user)
        return installed_game(version.deck.system) if version is not None else None
    for system in (requested_game(query), *games_in_order()):
        if value and value.casefold() in (reference.deck.name.casefold() for reference in system.reference_decks()):
            return system
    try:
        return systems[code.decode(value, systems=systems).system]
    except code.DeckCodeError:
        return None


def _initial_deck(query: Mapping[str, str], system: GameSystem) -> dict[str, str]:
    """Initial form values from `?deck=`.

    It is a version id, the name of a reference deck, or a deck code. `?name=` names the deck of a code.
    """
    value = query.get("deck", "").strip()
    if parse_int(value) is not None:
        return {"deck": f"version:{value}"}
    names = {reference.deck.name.casefold(): reference.deck.name for reference in system.reference_decks()}
    if value.casefold() in names:
        return {"deck": f"reference:{names[value.casefold()]}"}
    return {"deck": PASTED, "text": _expand_code(value, query.get("name", ""))} if value else {}


def _expand_code(text: str, name: str) -> str:
    """The decklist of a code with a name; other texts unchanged.

    A code itself holds no name.
    """
    if not name.strip():
        return text
    try:
        deck = code.decode(text, systems=games.systems())
    except code.DeckCodeError:
        return text
    return decklist.render(ensure_name(deck, name), system=installed_game(deck.system))


def _form_context(request: HttpRequest, form: BatchForm, system: GameSystem) -> dict[str, Any]:
    """The context of the form page.

    `plain_form` is the same address without the tour, so a user who leaves the tour keeps the deck.
    """
    is_tour = "tour" in (request.POST or request.GET)
    query = request.GET.copy()
    query.pop("tour", None)
    return {"form": form, "system": system, "is_tour": is_tour, "plain_form": f"{request.path}?{query.urlencode()}"}


def _tour_initial(system: GameSystem) -> dict[str, Any]:
    """Initial form values of the guided tour.

    Enough games to show a result within seconds.
    """
    opponent = f"reference:{system.reference_decks()[-1].deck.name}" if system.reference_decks() else ""
    return {"kind": Batch.Kind.CHOSEN, "others": [opponent], "games": FREE, "free_games": TOUR_GAMES}
