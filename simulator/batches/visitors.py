"""Who owns a batch, and how many a user may start.

The owner is an account, or a visitor of whom only a digest of the session is stored.
"""

import hashlib
from typing import Any

from django.http import HttpRequest

from signum_site.core.throttling import RateLimitHeadersThrottle
from simulator.models.batches import Batch


class StartThrottle(RateLimitHeadersThrottle):
    """Limits starts of simulations per hour, with a higher limit for accounts.

    Pages and API share the limit.
    """

    scope = "simulations"
    rates = {"visitor": "10/hour", "user": "120/hour"}  # noqa: RUF012 (DRF reads it as it is)

    def __init__(self) -> None:
        """Sets no rate: it depends on the user (see allow_request)."""

    def allow_request(self, request: Any, view: Any) -> bool:
        self.rate = self.rates["user" if request.user.is_authenticated else "visitor"]
        self.num_requests, self.duration = self.parse_rate(self.rate)  # type: ignore[assignment]
        return super().allow_request(request, view)

    def get_cache_key(self, request: Any, view: Any) -> str:
        ident = f"user-{request.user.pk}" if request.user.is_authenticated else self.get_ident(request)
        return f"simulations-{hashlib.sha256(str(ident).encode()).hexdigest()[:32]}"


def visitor_digest(request: HttpRequest, *, remember: bool = False) -> str:
    """A digest that identifies the browser of a visitor without an account.

    Empty for a user with an account, and for a visitor without a session. With `remember`, a session is started for a
    visitor who has none.
    """
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
    """Whether the user may cancel and resume the batch."""
    if batch.owner_id is not None:
        return bool(request.user.is_staff or batch.owner_id == request.user.pk)
    visitor = visitor_digest(request)
    return bool(request.user.is_staff or (visitor and visitor == batch.visitor))
