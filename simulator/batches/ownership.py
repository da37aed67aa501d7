"""Who asks: an account, or a browser of which only a digest is kept; and how often they may start something."""

import hashlib
from typing import Any

from django.http import HttpRequest

from signum_site.core.throttling import RateLimitHeadersThrottle
from simulator.models.batches import Batch


class StartThrottle(RateLimitHeadersThrottle):
    """Starting simulations: few an hour without an account, many with one. Pages and API count together."""

    scope = "simulations"
    rates = {"visitor": "10/hour", "user": "120/hour"}  # noqa: RUF012 (DRF reads it as it is)

    def __init__(self) -> None:
        """The rate depends on who asks: see get_cache_key."""

    def allow_request(self, request: Any, view: Any) -> bool:
        self.rate = self.rates["user" if request.user.is_authenticated else "visitor"]
        self.num_requests, self.duration = self.parse_rate(self.rate)  # type: ignore[assignment]
        return super().allow_request(request, view)

    def get_cache_key(self, request: Any, view: Any) -> str:
        ident = f"user-{request.user.pk}" if request.user.is_authenticated else self.get_ident(request)
        return f"simulations-{hashlib.sha256(str(ident).encode()).hexdigest()[:32]}"


def visitor_of(request: HttpRequest, *, remember: bool = False) -> str:
    """A digest that stands for a browser without an account; with `remember` a session is begun for it."""
    if request.user.is_authenticated:
        return ""
    session = getattr(request, "session", None)
    if session is None:
        return ""
    if session.session_key is None:
        if not remember:
            return ""
        session["simulates"] = True
        session.save()
    return hashlib.sha256(f"simulations|{session.session_key}".encode()).hexdigest()


def is_own(batch: Batch, request: HttpRequest) -> bool:
    """Whether they may cancel it and take it up again."""
    if batch.owner_id is not None:
        return bool(request.user.is_staff or batch.owner_id == request.user.pk)
    visitor = visitor_of(request)
    return bool(request.user.is_staff or (visitor and visitor == batch.visitor))
