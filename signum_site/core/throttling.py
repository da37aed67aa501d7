"""How often somebody may ask: the API's limits, those of pages that cost much, and the headers that tell of them."""

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
"""A second at most: whoever cannot count alone by then counts all the same."""
DOOR_S = 60
"""The limits of logging in, signing up and resetting are allauth's; their time is a minute."""


class Allowance(NamedTuple):
    """What is left of a limit, and in how many seconds there will be more."""

    remaining: int
    limit: int
    reset: int


class RateLimitHeadersThrottle(SimpleRateThrottle):
    """A throttle whose limit is told in the answer: see `tell`."""

    num_requests: int
    duration: int

    def allow_request(self, request: Any, view: Any) -> bool:
        with self.alone(self.get_cache_key(request, view)):
            allowed = super().allow_request(request, view)
        if getattr(self, "key", None) is not None:
            left = max(0, self.num_requests - len(self.history))
            reset = math.ceil(self.duration - (self.now - self.history[-1])) if self.history else self.duration
            counted = Allowance(left, self.num_requests, reset)
            asked = getattr(request, "_request", request)
            # Of several limits, the answer tells the one that is nearest.
            asked.allowance = min(getattr(asked, "allowance", counted), counted)
        return bool(allowed)

    @contextmanager
    def alone(self, key: str | None) -> Iterator[None]:
        """Nobody else counts under this key meanwhile: of many requests at the same moment each must be seen."""
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
        """The address; of IPv6 the network, which is what one household or machine is given."""
        ident = str(super().get_ident(request))
        try:
            address = ip_address(ident)
        except ValueError:
            return ident
        return ident if address.version == 4 else str(ip_network((address, 64), strict=False))


class AnonymousThrottle(RateLimitHeadersThrottle, AnonRateThrottle):
    """Without an account, by address."""


class AccountThrottle(RateLimitHeadersThrottle, UserRateThrottle):
    """By account, and without one by address."""


class TokenThrottle(AccountThrottle):
    """Each token counts for itself; a browser counts for its account."""

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        token = getattr(request, "auth", None)
        if token is None:
            return super().get_cache_key(request, view)
        return self.cache_format % {"scope": self.scope, "ident": f"token-{token.pk}"}


class ImportThrottle(AccountThrottle):
    """Lists and decks that are read: pages and API count together."""

    scope = "import"
    rate = "30/min"


def at_most(throttle: type[SimpleRateThrottle], *, method: str = "") -> Callable[[Any], Any]:
    """For pages: once somebody has asked too often (of one method, if it is named), the page that asks for patience."""

    def limited(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            counter = throttle()
            if (method and request.method != method) or counter.allow_request(request, None):  # type: ignore[arg-type]
                return view(request, *args, **kwargs)
            return too_often(request, counter)

        return answer

    return limited


def too_often(request: HttpRequest, counter: SimpleRateThrottle) -> HttpResponse:
    wait = counter.wait()
    answer = render(request, "429.html", status=429)
    if wait is not None:
        answer["Retry-After"] = str(math.ceil(wait))
    return answer


def throttle_unavailable(request: HttpRequest) -> HttpResponse:
    """allauth's limits of what can be done without an account."""
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = str(DOOR_S)
    return answer


def add_rate_limit_headers(request: HttpRequest, response: HttpResponseBase) -> None:
    """Each answer to something limited says how much is left."""
    allowance: Allowance | None = getattr(request, "allowance", None)
    if allowance is not None:
        response.headers["RateLimit-Limit"] = str(allowance.limit)
        response.headers["RateLimit-Remaining"] = str(allowance.remaining)
        response.headers["RateLimit-Reset"] = str(allowance.reset)
