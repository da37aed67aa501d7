"""Pages that replay a game of a batch."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from collection.games import installed_game
from signum_site.core.htmx import render_part
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator.engine.play.chance import seed_of
from simulator.models.batches import Batch, MatchUp
from simulator.replays import GameSpec, game_text, present_step

MAX_STEP = 999_999_999


@require_safe
def replay(request: HttpRequest, token: str, matchup: int, pair: int, game: int) -> HttpResponse:
    row = get_matchup(token, matchup)
    if not row.batch.is_watchable:
        return _refusal(request, row.batch)
    spec = get_game(row, pair, game)
    step = present_step(spec, _parse_step(request.GET.get("step", "")), language=current_language())
    is_open = request.GET.get("open") == "1"
    context = {
        "system": installed_game(spec.system),
        "game": spec,
        "names": spec.seat_names,
        "title": _title(spec.seat_names),
        "shown": step,
        "before": max(step.number - 1, 0),
        "after": min(step.number + 1, step.last),
        "is_open": is_open,
        "open_part": "&open=1" if is_open else "",
        "back": reverse("simulation", args=[token]),
        "text_url": reverse("replay_text", args=[token, matchup, pair, game]),
    }
    return render_part(request, part="simulator/replay/step.html", whole="simulator/replay/page.html", context=context)


@require_safe
def replay_text(request: HttpRequest, token: str, matchup: int, pair: int, game: int) -> HttpResponse:
    """The whole game as a text file."""
    row = get_matchup(token, matchup)
    if not row.batch.is_watchable:
        return _refusal(request, row.batch)
    response = HttpResponse(
        game_text(get_game(row, pair, game), language=current_language()), content_type="text/plain; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{token}-{matchup}-{pair}-{game}.txt"'
    return response


def unwatchable_reason(batch: Batch) -> str:
    """Why no game of this batch can be shown, though it could be played again."""
    name = installed_game(batch.system).name[current_language()]
    return _("Replays are not available for %(game)s; the figures are in the report.") % {"game": name}


def get_matchup(token: str, number: int) -> MatchUp:
    rows = MatchUp.objects.select_related("batch", "first", "second").defer("figures", "cards", "outcomes")
    return get_object_or_404(rows, batch__token=token, number=number)


def get_game(row: MatchUp, pair: int, game: int) -> GameSpec:
    system = installed_game(row.batch.system)
    decks = tuple(entrant.decklist(system=system) for entrant in row.entrants)
    seatings = system.round_seatings(len(decks), row.batch.table_options)
    if pair >= max(row.planned_pairs, row.played_pairs) or game >= len(seatings):
        raise Http404
    return GameSpec(
        system=system.code,
        decks=decks,
        policies=(row.batch.policy,) * len(decks),
        seed=seed_of(batch=row.batch.seed, number=pair),
        seating=tuple(seatings[game]),
        options=row.batch.table_options,
    )


def _refusal(request: HttpRequest, batch: Batch) -> HttpResponse:
    if not batch.is_replayable:
        return render(request, "simulator/replay/gone.html", {"batch": batch}, status=410)
    context = {"batch": batch, "reason": unwatchable_reason(batch)}
    return render(request, "simulator/replay/unwatchable.html", context, status=404)


def _title(names: list[str]) -> str:
    if len(names) == 2:
        return _("%(first)s against %(second)s") % {"first": names[0], "second": names[1]}
    return ", ".join(names)


def _parse_step(text: str) -> int:
    """The step number; 0 for invalid text."""
    return parse_int(text, maximum=MAX_STEP) or 0
