"""Views that render a whole page, or for htmx just the part that changes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx requests a part. It needs the whole page to restore its history."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def render_part(request: HttpRequest, *, part: str, whole: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, part if wants_part(request) else whole, context)
    # Otherwise a browser could show a cached part as the page.
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response
