"""Swagger UI for the OpenAPI schema, from files of this site.

Its scripts and styles come from drf-spectacular-sidecar. They work under the site's content security policy.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def api_explorer(request: HttpRequest) -> HttpResponse:
    return render(request, "api_explorer.html")
