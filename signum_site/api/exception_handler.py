"""What the API answers when something is wrong, before a view says so."""

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


def refusal(fault: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to a fault. The limits come after the door: whoever is not let in is counted here."""
    if isinstance(fault, NotAuthenticated | AuthenticationFailed):
        counter = AnonymousThrottle()
        if not counter.allow_request(context["request"], context["view"]):
            fault = Throttled(counter.wait())
    if isinstance(fault, SecondFactorNeeded):
        fault = PermissionDenied(_("This site asks for a second factor: sign in there and set one up."))
    if isinstance(fault, NotAuthenticated):
        told = _("This needs an API token, sent as “Authorization: Bearer …”. Make one on your account page.")
        fault.detail = ErrorDetail(told, code=fault.default_code)
    answer = exception_handler(fault, context)
    if answer is not None and isinstance(answer.data, dict) and "detail" not in answer.data:
        answer.data = {"detail": first_sentence(answer.data), **answer.data}
    return answer


def first_sentence(wrong: Any) -> str:
    """Of what is wrong with the fields of a request, the first, with the field's name: every refusal has a sentence."""
    if isinstance(wrong, dict):
        field, inner = next(((name, each) for name, each in wrong.items() if each), ("", ""))
        said = first_sentence(inner)
        return said if field in ("non_field_errors", "") else f"{field}: {said}"
    if isinstance(wrong, list):
        return first_sentence(next((each for each in wrong if each), ""))
    return str(wrong)
