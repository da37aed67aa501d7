"""Access to the admin: staff only, with a second factor if the site requires it."""

from typing import Any

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from .models import SecondFactorNeeded


def has_admin_access(request: HttpRequest) -> bool:
    """Return whether the user may use the admin.

    Replaces the admin's own check, which only requires staff.
    """
    if not (request.user.is_active and request.user.is_staff):
        return False
    try:
        request.user.require_second_factor()
    except SecondFactorNeeded:
        return False
    return True


def staff_login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """The page to which the admin redirects users without access.

    Raises SecondFactorNeeded for staff who are logged in without a second factor.
    """
    request.user.require_second_factor()  # type: ignore[union-attr]
    next_url = request.GET.get(REDIRECT_FIELD_NAME, "")
    is_safe = url_has_allowed_host_and_scheme(next_url, allowed_hosts={request.get_host()})
    return HttpResponseRedirect(next_url if is_safe else reverse("admin:index"))
