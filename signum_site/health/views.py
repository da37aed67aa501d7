"""`/healthz` for load balancers, and `/health/` for staff."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from . import selectors, services
from .models import Ping, Pulse
from .selectors import site_state

PINGS_SHOWN = 10
WORDS = {
    "status": _("status"),
    "database": _("database"),
    "broker": _("broker"),
    "worker": _("worker"),
    "storage": _("storage"),
    "ok": _("ok"),
    "degraded": _("degraded"),
    "down": _("down"),
    selectors.EMBEDDED: _("embedded"),
    selectors.NOT_USED: _("not used"),
    selectors.UNREACHABLE: _("unreachable"),
    selectors.NOT_WRITABLE: _("not writable"),
    selectors.SILENT: _("silent"),
    selectors.UNKNOWN: _("unknown"),
}
"""Translations for the page. `/healthz` shows the words untranslated."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    state = site_state()
    return JsonResponse(state, status=503 if state["status"] == "down" else 200)


def _require_staff(request: HttpRequest) -> None:
    """Hide the page from everyone but staff."""
    if not request.user.is_staff:
        raise Http404
    request.user.require_second_factor()


@never_cache
@login_required
@require_safe
def house(request: HttpRequest) -> HttpResponse:
    _require_staff(request)
    pings = Ping.objects.order_by("-pk")[:PINGS_SHOWN]
    state = {WORDS.get(part, part): WORDS.get(word, word) for part, word in site_state().items()}
    context = {"state": state, "workers": Pulse.objects.alive().order_by("worker"), "pings": pings}
    return render(request, "health/page.html", context)


@login_required
@require_POST
def ping(request: HttpRequest) -> HttpResponse:
    _require_staff(request)
    services.ping_ask()
    return redirect("house")
