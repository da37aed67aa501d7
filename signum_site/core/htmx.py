"""One address, two answers: a whole page, or for htmx the part of it that changes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def wants_part(request: HttpRequest) -> bool:
    """Not when htmx asks for a page that it has to show again as a whole: the reader went back."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def render_part(request: HttpRequest, *, part: str, whole: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, part if wants_part(request) else whole, context)
    # Else a browser that kept the part shows it as the page.
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response
