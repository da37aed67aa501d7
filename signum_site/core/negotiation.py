"""Operations of the API that answer with a file: `Accept` may name the file's own type. What goes wrong stays JSON."""

from typing import Any

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches


class FileNegotiation(DefaultContentNegotiation):
    """The view says in `file_types` what it may answer with."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[Any, str]:
        try:
            chosen: tuple[Any, str] = super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable:
            if not requested_type(request, request.parser_context["view"].file_types):
                raise
            return renderers[0], renderers[0].media_type
        return chosen


def requested_type(request: Request, types: tuple[str, ...]) -> str:
    """The first of the types that `Accept` names, or nothing: whoever takes anything names none."""
    asked = [each.split(";")[0].strip() for each in request.headers.get("Accept", "").split(",")]
    named = [each for each in asked if each not in ("", "*/*")]
    return next((one for each in named for one in types if media_type_matches(each, one)), "")
