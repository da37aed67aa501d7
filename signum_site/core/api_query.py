"""What the API reads from a query besides words: a number, yes or no, one of some words.

Each parameter says in the OpenAPI description what it takes, and refuses everything else by its name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from signum_site.core.numbers import parse_int

_FLAGS: Final = {
    "1": True,
    "true": True,
    "True": True,
    "yes": True,
    "0": False,
    "false": False,
    "False": False,
    "no": False,
}
_LONGEST_QUOTE: Final = 40


@dataclass(frozen=True, slots=True)
class Number:
    name: str
    least: int
    most: int
    description: str = ""
    required: bool = False

    @property
    def parameter(self) -> OpenApiParameter:
        schema = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return OpenApiParameter(self.name, schema, description=self.description, required=self.required)

    def read(self, request: Request, default: int | None = None) -> int:
        """The number; without a default it must be there."""
        given = request.query_params.get(self.name)
        if given is None and default is not None:
            return default
        given = given or ""
        number = parse_int(given, minimum=self.least, maximum=self.most)
        if number is not None:
            return number
        sentence = _("“%(given)s” is not a number from %(least)s to %(most)s.")
        _refuse(self.name, sentence, given=given, least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Choice:
    name: str
    known: Sequence[str]
    description: str = ""

    @property
    def parameter(self) -> OpenApiParameter:
        return OpenApiParameter(self.name, str, enum=list(self.known), description=self.description)

    def read(self, request: Request, default: str) -> str:
        given = request.query_params.get(self.name, default)
        if given != default and given not in self.known:
            _refuse(self.name, _("“%(given)s” is none of %(known)s."), given=given, known=", ".join(self.known))
        return given


@dataclass(frozen=True, slots=True)
class Flag:
    name: str
    description: str = ""

    @property
    def parameter(self) -> OpenApiParameter:
        return OpenApiParameter(self.name, bool, description=self.description)

    def read(self, request: Request) -> bool:
        given = request.query_params.get(self.name, "0")
        if given not in _FLAGS:
            _refuse(self.name, _("“%(given)s” is none of %(known)s."), given=given, known="true, false")
        return _FLAGS[given]


def _refuse(name: str, sentence: str, *, given: str, **facts: object) -> NoReturn:
    raise ValidationError({name: [sentence % {"given": given[:_LONGEST_QUOTE], **facts}]})
