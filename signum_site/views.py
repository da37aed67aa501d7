"""Home, about and error pages."""

import sys

import structlog
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from redis.exceptions import RedisError

from collection.games import GameNotInstalled, UnknownGame, first_game, games_in_order, named_game, requested_game

from .accounts.models import SecondFactorNeeded
from .accounts.views import YEAR_S
from .selectors import site_statistics
from .templatetags.game_links import address_in_game, remembered_game

log = structlog.get_logger(__name__)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front of a game: the default game's, unless the address names another."""
    named = named_game(request.GET)
    system, last = named or first_game(), remembered_game(request)
    tiles = [game for game in games_in_order() if game is not system]
    context = {
        "system": system,
        "is_first_front": named is None,
        "figures": site_statistics(system),
        "tiles": sorted(tiles, key=lambda game: game is not last),
    }
    return render(request, "home.html", context)


@require_POST
def game_set(request: HttpRequest) -> HttpResponse:
    """Remember the game that the menu leads to, and open the present page for this game."""
    game = requested_game(request.POST)
    response = HttpResponseRedirect(address_in_game(request.POST.get("page", ""), game))
    response.set_cookie(
        settings.GAME_COOKIE_NAME, game.code, max_age=YEAR_S, samesite="Lax", secure=settings.HTTPS, httponly=True
    )
    return response


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    named_game(request.GET)  # an unknown game is not found
    return render(request, "about.html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    detail = _("This request cannot be understood.")
    if isinstance(exception, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        detail = _("This request is too large: at most %(most)s bytes are read.") % {"most": most}
    return _minimal_response(request, 400, detail=detail)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    needs_second_factor = isinstance(exception, SecondFactorNeeded)
    return render(request, "403.html", {"needs_second_factor": needs_second_factor}, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403.html", {"stale_form": True}, status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        detail = _("There is nothing at %(path)s. What there is, /api/ lists.") % {"path": request.path}
        return JsonResponse({"detail": detail}, status=404)
    # The page lists the games if the address names one that there is not, or a row of one.
    context = {
        "is_unknown_game": isinstance(exception, UnknownGame),
        "missing": str(exception) if isinstance(exception, GameNotInstalled) else "",
        "known_games": games_in_order(),
    }
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the error page without database and session, as either may have failed."""
    fault = sys.exc_info()[1]
    if isinstance(fault, Error):
        log.error("database_failed", reason=str(fault).strip())
        detail = _("The database cannot be reached. Try again in a minute.")
        return _minimal_response(request, 503, detail=detail, title=_("The database cannot be reached"))
    if isinstance(fault, RedisError):
        # Without the cache, rate limits cannot be enforced.
        log.error("cache_failed", reason=str(fault).strip())
        detail = _("The site cannot count requests now, so it takes none that it must count. Try again in a minute.")
        return _minimal_response(request, 503, detail=detail, title=_("Requests cannot be counted"))
    return _minimal_response(request, 500, detail=_("Something went wrong on our side."))


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _minimal_response(request: HttpRequest, status: int, *, detail: str, title: str = "") -> HttpResponse:
    request_id = getattr(request, "request_id", "")
    if _is_api(request):
        return JsonResponse({"detail": detail, "request_id": request_id}, status=status)
    page = render_to_string(f"{status}.html", {"request_id": request_id, "theme": "auto", "title": title})
    return HttpResponse(page, status=status)
