"""URL configuration with one additional address for each error page."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from signum_site import urls, views


def _raise(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        try:
            raise error
        except Exception:
            return views.server_error(request)

    return view


ERROR_VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "400": lambda request: views.bad_request(request, SuspiciousOperation()),
    "403": lambda request: views.permission_denied(request, PermissionDenied()),
    "403-form": views.csrf_failure,
    "429": lambda request: render(request, "429.html", status=429),
    "500": _raise(ValueError()),
    "503": _raise(OperationalError()),
}
urlpatterns = [*urls.urlpatterns, *(path(f"trouble/{code}/", view) for code, view in ERROR_VIEWS.items())]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500
