"""What tools may send: an object in JSON, not nested so deep that reading it gives up."""

from json import JSONDecodeError
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class BoundedJSONParser(JSONParser):
    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            sent = super().parse(stream, media_type, parser_context)
        except RecursionError as fault:
            raise ParseError(_("What was sent is nested too deep.")) from fault
        except ParseError as fault:
            raise ParseError(_said(fault.__context__) or fault.detail) from fault
        if not isinstance(sent, dict):
            raise ParseError(_("What was sent is no object; expected is something like {“name”: “value”}."))
        return sent


def _said(wrong: BaseException | None) -> str:
    """Python's complaint in words of ours, or nothing for one that has words already."""
    if isinstance(wrong, JSONDecodeError):
        where = {"line": wrong.lineno, "column": wrong.colno}
        return _("What was sent is not JSON: it cannot be read from line %(line)s, column %(column)s on.") % where
    return _("What was sent is not text in UTF-8.") if isinstance(wrong, UnicodeDecodeError) else ""
