"""The doors of staff: the admin pages ask for a second factor where the site wants one."""

from typing import Any

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from .models import SecondFactorNeeded


def staff_may(request: HttpRequest) -> bool:
    """In place of the admin's own question, which asks for staff alone."""
    if not (request.user.is_active and request.user.is_staff):
        return False
    try:
        request.user.staff_prove()
    except SecondFactorNeeded:
        return False
    return True


def staff_login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Where the admin sends whoever may not enter; somebody who is logged in and staff is told what is missing."""
    request.user.staff_prove()  # type: ignore[union-attr]
    wanted = request.GET.get(REDIRECT_FIELD_NAME, "")
    safe = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
    return HttpResponseRedirect(wanted if safe else reverse("admin:index"))
