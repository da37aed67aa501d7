"""The site's addresses, and one for each way in which it can fail: error pages to look at."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from signum_site import urls, views


def _raises(fault: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            raise fault
        except Exception:
            return views.server_error(request)

    return answer


TROUBLES: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "400": lambda request: views.bad_request(request, SuspiciousOperation()),
    "403": lambda request: views.permission_denied(request, PermissionDenied()),
    "403-form": views.csrf_failure,
    "429": lambda request: render(request, "429.html", status=429),
    "500": _raises(ValueError()),
    "503": _raises(OperationalError()),
}
urlpatterns = [*urls.urlpatterns, *(path(f"trouble/{code}/", view) for code, view in TROUBLES.items())]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500
