"""The page about the API: its OpenAPI description as a page of ours, without scripts and without another host."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from markdown_it import MarkdownIt

from .schema_hooks import SHAPE

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    place: str
    type: str
    required: bool
    about: SafeString


@dataclass(frozen=True, slots=True)
class ResponseDoc:
    status: str
    about: str
    shape: str


@dataclass(frozen=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    about: SafeString
    parameters: tuple[Parameter, ...]
    body: str
    answers: tuple[ResponseDoc, ...]

    @property
    def group(self) -> str:
        """What it is about: the first word after the version."""
        return self.path.removeprefix("/api/v1/").split("/")[0]


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of the description that several answers share."""

    name: str
    fields: tuple[Parameter, ...]


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    operations, shapes = described()
    groups = [(name, list(found)) for name, found in groupby(operations, key=lambda operation: operation.group)]
    return render(request, "api.html", {"groups": groups, "shapes": shapes})


@lru_cache(maxsize=1)
def described() -> tuple[tuple[Operation, ...], tuple[Shape, ...]]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    operations = sorted(_operations(schema), key=lambda each: (each.group, each.path, METHODS.index(each.method)))
    return tuple(operations), tuple(_shapes(schema))


def _operations(schema: dict[str, Any]) -> Iterator[Operation]:
    for path, item in schema["paths"].items():
        for method in METHODS:
            if method in item:
                yield _operation(path, method, item[method])


def _operation(path: str, method: str, said: dict[str, Any]) -> Operation:
    return Operation(
        id=said["operationId"],
        method=method,
        path=path,
        about=_rendered(said.get("description", "")),
        parameters=tuple(_parameter(each["name"], each) for each in said.get("parameters", ())),
        body=_content(said.get("requestBody", {})),
        answers=tuple(
            ResponseDoc(status, answer.get("description", ""), _content(answer))
            for status, answer in said["responses"].items()
            if _content(answer) != SHAPE  # what every operation may answer would hide what this one does
        ),
    )


def _shapes(schema: dict[str, Any]) -> Iterator[Shape]:
    for name, said in sorted(schema.get("components", {}).get("schemas", {}).items()):
        required = said.get("required", ())
        fields = (
            _parameter(
                field, {"schema": inner, "required": field in required, "description": inner.get("description", "")}
            )
            for field, inner in said.get("properties", {}).items()
        )
        yield Shape(name, tuple(fields))


def _parameter(name: str, said: dict[str, Any]) -> Parameter:
    about = _rendered(said.get("description", ""))
    return Parameter(name, said.get("in", ""), _type(said.get("schema", {})), bool(said.get("required")), about)


def _content(said: dict[str, Any]) -> str:
    for content in said.get("content", {}).values():
        return _type(content.get("schema", {}))
    return ""


def _type(schema: dict[str, Any]) -> str:
    """In a word: the name of a shape, a type, or the values allowed."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for several in ("allOf", "oneOf", "anyOf"):
        if several in schema:
            return " | ".join(_type(each) for each in schema[several])
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}]"
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    return str(schema.get("format") or schema.get("type", ""))


def _rendered(text: str) -> SafeString:
    """Our own descriptions, in Markdown without HTML."""
    return mark_safe(MarkdownIt("commonmark", {"html": False}).render(text))  # noqa: S308
