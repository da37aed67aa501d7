"""What happens to every request: it gets an id and a log line, and somebody logged in is known."""

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
from .accounts.mfa.adapter import set_up_first
from .accounts.sessions import login_seen
from .core import throttling
from .health.views import healthz
from .views import bad_request

Handler = Callable[[HttpRequest], HttpResponse]
ACCEPTED_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
SECRET_PARTS = {"key", "token"}

log = structlog.get_logger("signum_site.requests")


def safe_path(request: HttpRequest) -> str:
    """The path for a log: without the query (people's words), and without the key of a reset or share link."""
    match = request.resolver_match or _meant(request.path)
    return f"/{match.route}" if match and SECRET_PARTS & match.kwargs.keys() else request.path


def _meant(path: str) -> ResolverMatch | None:
    """Of a request that no page saw: what it asked for, also where only the last slash was missing."""
    for address in (path, f"{path}/"):
        with suppress(Resolver404):
            return resolve(address)
    return None


class RequestIdMiddleware:
    """One id from the edge to the last log line; a trusted proxy's is kept if it looks like one.

    A visitor's own is not: it could be that of somebody else's request.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "") if settings.PROXIES else ""
        request_id = given if ACCEPTED_ID.fullmatch(given) else uuid.uuid4().hex
        request.request_id = request_id  # type: ignore[attr-defined]
        started = time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            took_ms = round((time.perf_counter() - started) * 1000, 1)
            path = safe_path(request)
            security_log.answered(request, response, path=path)
            log.info("request", method=request.method, path=path, status=response.status_code, took_ms=took_ms)
        response["X-Request-ID"] = request_id
        return response


class RateLimitMiddleware:
    """Answers to what is limited tell how much is left."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        throttling.add_rate_limit_headers(request, response)
        return response


class PlainHttpMiddleware:
    """A browser is redirected to https. A tool would follow, and send its token in the clear every time: it is told."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_api = request.path.startswith("/api/") and request.path != "/api/"  # the page about it is for people
        if settings.SECURE_SSL_REDIRECT and is_api and not request.is_secure():
            return self.refused(request)
        return self.get_response(request)

    def refused(self, request: HttpRequest) -> HttpResponse:
        with translation.override(translation.get_language_from_request(request)):
            said = _(
                "The API answers over https only: %(address)s. A token sent without it can be read on its way. "
                "Revoke it, and make a new one."
            )
            return JsonResponse({"detail": said % {"address": f"{settings.SITE_URL}/api/"}}, status=403)


class NulMiddleware:
    """No address has a NUL character in it: PostgreSQL cannot even look for one."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return bad_request(request, BadRequest("NUL"))
        return self.get_response(request)


class ReaderMiddleware:
    """Somebody logged in reads the site in the language of their account, and their session is seen to be alive.

    An account that is shut opens nothing. What is answered to somebody known is kept nowhere, unless a view says that
    it is for everybody.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if security_log.reader(request) is not None and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        if getattr(request, "is_left", False):
            response["Clear-Site-Data"] = '"storage"'
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        # Without a session cookie nobody is logged in: such requests stay free of the session query.
        # And whether the house is well must be told even if the user cannot be read; a picture has no words.
        is_wordless = view is healthz or getattr(view, "is_wordless", False)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or is_wordless:
            return None
        if request.user.is_authenticated:
            login_seen(request)
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
        return set_up_first(request)
