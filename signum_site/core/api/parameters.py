"""Typed query parameters of the API: texts, numbers, flags and choices.

Each parameter describes itself in the OpenAPI schema, and rejects invalid values with an error under its name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

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
_MAX_QUOTE_LENGTH: Final = 40


class QueryParameter:
    """A query parameter; describes itself to filters and to single operations."""

    __slots__ = ()
    name: str
    description: str
    required: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    @property
    def parameter(self) -> OpenApiParameter:
        return OpenApiParameter(self.name, self.schema, description=self.description, required=self.required)

    @property
    def description_in_schema(self) -> dict[str, Any]:
        described = {"name": self.name, "in": "query", "schema": self.schema}
        described |= {"description": self.description} if self.description else {}
        return described | ({"required": True} if self.required else {})


@dataclass(frozen=True, slots=True)
class Text(QueryParameter):
    name: str
    description: str = ""
    longest: int | None = None
    """What is longer is cut."""
    also: str = ""
    """Another name of the parameter."""

    def read(self, request: Request, default: str = "") -> str:
        other = request.query_params.get(self.also) if self.also else None
        return (other or request.query_params.get(self.name, default))[: self.longest]


@dataclass(frozen=True, slots=True)
class Number(QueryParameter):
    name: str
    least: int
    most: int
    description: str = ""
    required: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def read(self, request: Request, default: int | None = None) -> int:
        """Parse the number, which is required unless there is a default."""
        raw = request.query_params.get(self.name)
        if raw is None and default is not None:
            return default
        raw = raw or ""
        number = parse_int(raw, minimum=self.least, maximum=self.most)
        if number is not None:
            return number
        sentence = _("“%(given)s” is not a number from %(least)s to %(most)s.")
        _refuse(self.name, sentence, given=raw, least=self.least, most=self.most)


@dataclass(frozen=True, slots=True)
class Choice(QueryParameter):
    name: str
    known: Sequence[str]
    description: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": sorted(self.known)}

    def read(self, request: Request, default: str) -> str:
        raw = request.query_params.get(self.name, default)
        if raw != default and raw not in self.known:
            _refuse(self.name, _("“%(given)s” is none of %(known)s."), given=raw, known=", ".join(self.known))
        return raw


@dataclass(frozen=True, slots=True)
class Flag(QueryParameter):
    name: str
    description: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def read(self, request: Request) -> bool:
        raw = request.query_params.get(self.name, "0")
        if raw not in _FLAGS:
            _refuse(self.name, _("“%(given)s” is none of %(known)s."), given=raw, known="true, false")
        return _FLAGS[raw]


def _refuse(name: str, sentence: str, *, given: str, **values: object) -> NoReturn:
    raise ValidationError({name: [sentence % {"given": given[:_MAX_QUOTE_LENGTH], **values}]})
