"""Middleware: request ids, request log, rate limit headers and user settings."""

import re
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from .accounts import security_log
from .accounts.mfa.adapter import enforce_second_factor
from .accounts.sessions import record_login_activity
from .core import throttling
from .health.views import healthz
from .views import bad_request

Handler = Callable[[HttpRequest], HttpResponse]
VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
SECRET_PARTS = {"key", "token"}

log = structlog.get_logger("signum_site.requests")


def safe_path(request: HttpRequest) -> str:
    """The path for the log, without secrets.

    It has no query, which may contain user input, and no key of a reset or share link.
    """
    match = request.resolver_match or _resolve(request.path)
    return f"/{match.route}" if match and SECRET_PARTS & match.kwargs.keys() else request.path


def _resolve(path: str) -> ResolverMatch | None:
    """Resolve the path of a request that reached no view.

    A missing last slash is added.
    """
    for address in (path, f"{path}/"):
        with suppress(Resolver404):
            return resolve(address)
    return None


class RequestIdMiddleware:
    """Gives each request an id, which is in every log line.

    The id of a trusted proxy is kept if it is well-formed. A client's own id is ignored, as it could be that of
    another user's request.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        proxy_id = request.headers.get("X-Request-ID", "") if settings.PROXIES else ""
        request_id = proxy_id if VALID_REQUEST_ID.fullmatch(proxy_id) else uuid.uuid4().hex
        request.request_id = request_id  # type: ignore[attr-defined]
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            took_ms = round((time.perf_counter() - started) * 1000, 1)
            path = safe_path(request)
            security_log.log_refusal(request, response, path=path)
            log.info("request", method=request.method, path=path, status=response.status_code, took_ms=took_ms)
        response["X-Request-ID"] = request_id
        return response


class RateLimitMiddleware:
    """Adds rate limit headers to responses of limited views."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        throttling.add_rate_limit_headers(request, response)
        return response


class PlainHttpMiddleware:
    """Rejects API requests over plain HTTP.

    Browsers are redirected to https. An API client would follow the redirect and send its token in the clear each time.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_api = request.path.startswith("/api/") and request.path != "/api/"  # the documentation page is for browsers
        if settings.SECURE_SSL_REDIRECT and is_api and not request.is_secure():
            return self._refuse(request)
        return self.get_response(request)

    def _refuse(self, request: HttpRequest) -> HttpResponse:
        with translation.override(translation.get_language_from_request(request)):
            sentence = _(
                "The API answers over https only: %(address)s. A token sent without it can be read on its way. "
                "Revoke it, and make a new one."
            )
            return JsonResponse({"detail": sentence % {"address": f"{settings.SITE_URL}/api/"}}, status=403)


class NulMiddleware:
    """Rejects NUL characters in URLs, which PostgreSQL cannot handle."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return bad_request(request, BadRequest("NUL"))
        return self.get_response(request)


class UserMiddleware:
    """Applies language, session tracking and the second factor of a logged-in user.

    Responses to logged-in users are not cached, unless the view sets Cache-Control itself.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if security_log.known_user_id(request) is not None and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        if getattr(request, "has_logged_out", False):
            response["Clear-Site-Data"] = '"storage"'
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        # Requests without a session cookie are anonymous and need no session query. The health check must work even
        # if the user cannot be loaded, and pictures do not depend on the language.
        is_language_independent = view is healthz or getattr(view, "is_language_independent", False)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or is_language_independent:
            return None
        if request.user.is_authenticated:
            record_login_activity(request)
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
        return enforce_second_factor(request)
