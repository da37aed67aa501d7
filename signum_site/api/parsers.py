"""Parses request bodies: a JSON object with limited nesting."""

from json import JSONDecodeError
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class BoundedJSONParser(JSONParser):
    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as fault:
            raise ParseError(_("What was sent is nested too deep.")) from fault
        except ParseError as fault:
            raise ParseError(_translate_error(fault.__context__) or fault.detail) from fault
        if not isinstance(data, dict):
            raise ParseError(_("What was sent is no object; expected is something like {“name”: “value”}."))
        return data


def _translate_error(fault: BaseException | None) -> str:
    """A translated message for Python's error, or an empty string."""
    if isinstance(fault, JSONDecodeError):
        position = {"line": fault.lineno, "column": fault.colno}
        return _("What was sent is not JSON: it cannot be read from line %(line)s, column %(column)s on.") % position
    return _("What was sent is not text in UTF-8.") if isinstance(fault, UnicodeDecodeError) else ""
