"""Rate limits of the API and of expensive pages, and their headers."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from ipaddress import ip_address, ip_network
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

LOCK_S = 2
LOCK_STEP_S = 0.005
LOCK_TRIES = 200
"""At most a second; then the request is counted without the lock."""
ALLAUTH_RETRY_S = 60
"""allauth limits login, sign-up and password reset per minute."""


class Allowance(NamedTuple):
    """What remains of a limit, and in how many seconds it resets."""

    remaining: int
    limit: int
    reset: int


class RateLimitHeadersThrottle(SimpleRateThrottle):
    """A throttle whose state is sent in headers: see `add_rate_limit_headers`."""

    num_requests: int
    duration: int

    def allow_request(self, request: Any, view: Any) -> bool:
        with self.locked(self.get_cache_key(request, view)):
            allowed = super().allow_request(request, view)
        if getattr(self, "key", None) is not None:
            left = max(0, self.num_requests - len(self.history))
            reset = math.ceil(self.duration - (self.now - self.history[-1])) if self.history else self.duration
            allowance = Allowance(left, self.num_requests, reset)
            django_request = getattr(request, "_request", request)
            # Of several limits, the response shows the nearest.
            django_request.allowance = min(getattr(django_request, "allowance", allowance), allowance)
        return bool(allowed)

    @contextmanager
    def locked(self, key: str | None) -> Iterator[None]:
        """Lock a key, so that concurrent requests are all counted."""
        lock, tries = f"{key}-lock", LOCK_TRIES if key else 0
        while tries and not self.cache.add(lock, 1, LOCK_S):
            tries -= 1
            time.sleep(LOCK_STEP_S)
        try:
            yield
        finally:
            if tries:
                self.cache.delete(lock)

    def get_ident(self, request: Any) -> str:
        """The client's address; for IPv6 the /64 network, which one household has."""
        ident = str(super().get_ident(request))
        try:
            address = ip_address(ident)
        except ValueError:
            return ident
        return ident if address.version == 4 else str(ip_network((address, 64), strict=False))


class AnonymousThrottle(RateLimitHeadersThrottle, AnonRateThrottle):
    """Counts anonymous requests by address."""


class AccountThrottle(RateLimitHeadersThrottle, UserRateThrottle):
    """Counts by account, and anonymous requests by address."""


class TokenThrottle(AccountThrottle):
    """Counts by token; a browser counts for its account."""

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        token = getattr(request, "auth", None)
        if token is None:
            return super().get_cache_key(request, view)
        return self.cache_format % {"scope": self.scope, "ident": f"token-{token.pk}"}


class ImportThrottle(AccountThrottle):
    """Limits imports of lists and decks. Pages and API count together."""

    scope = "import"
    rate = "30/min"


def at_most(throttle: type[SimpleRateThrottle], *, method: str = "") -> Callable[[Any], Any]:
    """Limit a page, or one `method` of it; beyond the limit, render the 429 page."""

    def decorator(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            counter = throttle()
            if (method and request.method != method) or counter.allow_request(request, None):  # type: ignore[arg-type]
                return view(request, *args, **kwargs)
            return too_many_requests(request, counter)

        return wrapper

    return decorator


def too_many_requests(request: HttpRequest, counter: SimpleRateThrottle) -> HttpResponse:
    wait = counter.wait()
    response = render(request, "429.html", status=429)
    if wait is not None:
        response["Retry-After"] = str(math.ceil(wait))
    return response


def throttle_unavailable(request: HttpRequest) -> HttpResponse:
    """The response for allauth's own limits."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(ALLAUTH_RETRY_S)
    return response


def add_rate_limit_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """Add the state of the limit to the response of a limited view."""
    allowance: Allowance | None = getattr(request, "allowance", None)
    if allowance is not None:
        response.headers["RateLimit-Limit"] = str(allowance.limit)
        response.headers["RateLimit-Remaining"] = str(allowance.remaining)
        response.headers["RateLimit-Reset"] = str(allowance.reset)
