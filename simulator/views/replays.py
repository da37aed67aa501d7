"""Pages on which a game of a batch is watched again."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from signum_site.core.htmx import render_part
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator import games
from simulator.engine.matches.match import seatings
from simulator.engine.play.chance import seed_of
from simulator.models.batches import MatchUp
from simulator.replays import GamePlayed, game_text, present_step

MAX_STEP = 999_999_999


@require_safe
def replay(request: HttpRequest, token: str, matchup: int, pair: int, game: int) -> HttpResponse:
    row = matchup_named(token, matchup)
    if not row.batch.is_replayable:
        return render(request, "simulator/replay/gone.html", {"batch": row.batch}, status=410)
    played = game_named(row, pair, game)
    shown = present_step(played, _step(request.GET.get("step", "")), language=current_language())
    is_open = request.GET.get("open") == "1"
    context = {
        "system": games.system(played.system),
        "game": played,
        "names": played.seat_names,
        "shown": shown,
        "before": max(shown.number - 1, 0),
        "after": min(shown.number + 1, shown.last),
        "is_open": is_open,
        "open_part": "&open=1" if is_open else "",
        "back": reverse("simulation", args=[token]),
        "text_url": reverse("replay_text", args=[token, matchup, pair, game]),
    }
    return render_part(request, part="simulator/replay/step.html", whole="simulator/replay/page.html", context=context)


@require_safe
def replay_text(request: HttpRequest, token: str, matchup: int, pair: int, game: int) -> HttpResponse:
    """The whole game to keep."""
    row = matchup_named(token, matchup)
    if not row.batch.is_replayable:
        return render(request, "simulator/replay/gone.html", {"batch": row.batch}, status=410)
    answer = HttpResponse(
        game_text(game_named(row, pair, game), language=current_language()), content_type="text/plain; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{token}-{matchup}-{pair}-{game}.txt"'
    return answer


def matchup_named(token: str, number: int) -> MatchUp:
    rows = MatchUp.objects.select_related("batch", "first", "second").defer("figures", "cards", "outcomes")
    return get_object_or_404(rows, batch__token=token, number=number)


def game_named(row: MatchUp, pair: int, game: int) -> GamePlayed:
    system = games.system(row.batch.system)
    decks = (row.first.decklist(system=system), row.second.decklist(system=system))
    if pair >= max(row.planned_pairs, row.played_pairs) or game >= len(seatings(len(decks))):
        raise Http404
    return GamePlayed(
        system=system.code,
        decks=decks,
        policies=(row.batch.policy,) * len(decks),
        seed=seed_of(batch=row.batch.seed, number=pair),
        seating=seatings(len(decks))[game],
    )


def _step(typed: str) -> int:
    """What cannot be read is the beginning."""
    return parse_int(typed, maximum=MAX_STEP) or 0
