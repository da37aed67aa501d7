"""Content negotiation for API operations that return a file.

`Accept` may name the type of the file. Errors remain JSON.
"""

from typing import Any

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches


class FileNegotiation(DefaultContentNegotiation):
    """Accepts the types in the view's `file_types`."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        try:
            chosen: tuple[Any, str] = super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            if not requested_type(request, request.parser_context["view"].file_types):
                raise
            return renderers[0], renderers[0].media_type
        return chosen


def requested_type(request: Request, types: tuple[str, ...]) -> str:
    """The first of the types that `Accept` names explicitly, or an empty string."""
    accepted = [part.split(";")[0].strip() for part in request.headers.get("Accept", "").split(",")]
    explicit = [name for name in accepted if name not in ("", "*/*")]
    return next((offered for name in explicit for offered in types if media_type_matches(name, offered)), "")
