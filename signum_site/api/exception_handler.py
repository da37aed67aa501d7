"""Turns exceptions into API error responses."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import (
    AuthenticationFailed,
    ErrorDetail,
    NotAuthenticated,
    PermissionDenied,
    Throttled,
)
from rest_framework.response import Response
from rest_framework.views import exception_handler

from signum_site.accounts.models import SecondFactorNeeded
from signum_site.core.throttling import AnonymousThrottle


def handle_exception(fault: Exception, context: dict[str, Any]) -> Response | None:
    """Build the error response for an exception.

    Rate limits run after authentication, so failed authentication is counted here.
    """
    if isinstance(fault, NotAuthenticated | AuthenticationFailed):
        throttle = AnonymousThrottle()
        if not throttle.allow_request(context["request"], context["view"]):
            fault = Throttled(throttle.wait())
    if isinstance(fault, SecondFactorNeeded):
        fault = PermissionDenied(_("This site asks for a second factor: sign in there and set one up."))
    if isinstance(fault, NotAuthenticated):
        sentence = _("This needs an API token, sent as “Authorization: Bearer …”. Make one on your account page.")
        fault.detail = ErrorDetail(sentence, code=fault.default_code)
    response = exception_handler(fault, context)
    if response is not None and isinstance(response.data, dict) and "detail" not in response.data:
        response.data = {"detail": first_message(response.data), **response.data}
    return response


def first_message(errors: Any) -> str:
    """The first error message of a request, prefixed with its field's name."""
    if isinstance(errors, dict):
        field, inner = next(((name, value) for name, value in errors.items() if value), ("", ""))
        message = first_message(inner)
        return message if field in ("non_field_errors", "") else f"{field}: {message}"
    if isinstance(errors, list):
        return first_message(next((error for error in errors if error), ""))
    return str(errors)
