"""What the API answers when something is wrong, before a view says so."""

from typing import Any

from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, Throttled
from rest_framework.response import Response
from rest_framework.views import exception_handler

from collection.throttles import AnonymousThrottle


def refusal(fault: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to a fault. The limits come after the door: whoever is not let in is counted here."""
    if isinstance(fault, NotAuthenticated | AuthenticationFailed):
        counter = AnonymousThrottle()
        if not counter.allow_request(context["request"], context["view"]):
            fault = Throttled(counter.wait())
    return exception_handler(fault, context)
