"""The API documentation page, rendered from the OpenAPI schema.

It needs no scripts and no other host.
"""

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

from .schema_hooks import ERROR_SHAPE

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
        """The first word after the version."""
        return self.path.removeprefix("/api/v1/").split("/")[0]


@dataclass(frozen=True, slots=True)
class Shape:
    """A schema that several operations share."""

    name: str
    fields: tuple[Parameter, ...]


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    operations, shapes = load_schema()
    groups = [(name, list(members)) for name, members in groupby(operations, key=lambda operation: operation.group)]
    return render(request, "api.html", {"groups": groups, "shapes": shapes})


@lru_cache(maxsize=1)
def load_schema() -> tuple[tuple[Operation, ...], tuple[Shape, ...]]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    operations = sorted(_build_operations(schema), key=lambda item: (item.group, item.path, METHODS.index(item.method)))
    return tuple(operations), tuple(_build_shapes(schema))


def _build_operations(schema: dict[str, Any]) -> Iterator[Operation]:
    for path, item in schema["paths"].items():
        for method in METHODS:
            if method in item:
                yield _build_operation(path, method, item[method])


def _build_operation(path: str, method: str, spec: dict[str, Any]) -> Operation:
    return Operation(
        id=spec["operationId"],
        method=method,
        path=path,
        about=_render_markdown(spec.get("description", "")),
        parameters=tuple(_build_parameter(parameter["name"], parameter) for parameter in spec.get("parameters", ())),
        body=_content_type(spec.get("requestBody", {})),
        answers=tuple(
            ResponseDoc(status, response.get("description", ""), _content_type(response))
            for status, response in spec["responses"].items()
            if _content_type(response) != ERROR_SHAPE  # errors that every operation has would hide its own responses
        ),
    )


def _build_shapes(schema: dict[str, Any]) -> Iterator[Shape]:
    for name, spec in sorted(schema.get("components", {}).get("schemas", {}).items()):
        spec = spec.get("oneOf", [spec])[0]  # of a list, the page; the bare array is deprecated
        required = spec.get("required", ())
        fields = (
            _build_parameter(
                field, {"schema": inner, "required": field in required, "description": inner.get("description", "")}
            )
            for field, inner in spec.get("properties", {}).items()
        )
        yield Shape(name, tuple(fields))


def _build_parameter(name: str, spec: dict[str, Any]) -> Parameter:
    about = _render_markdown(spec.get("description", ""))
    return Parameter(name, spec.get("in", ""), _type_name(spec.get("schema", {})), bool(spec.get("required")), about)


def _content_type(spec: dict[str, Any]) -> str:
    for content in spec.get("content", {}).values():
        return _type_name(content.get("schema", {}))
    return ""


def _type_name(schema: dict[str, Any]) -> str:
    """The type in a word: the name of a shape, a type, or the allowed values."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for keyword in ("allOf", "oneOf", "anyOf"):
        if keyword in schema:
            return " | ".join(_type_name(option) for option in schema[keyword])
    if schema.get("type") == "array":
        return f"[{_type_name(schema.get('items', {}))}]"
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    return str(schema.get("format") or schema.get("type", ""))


def _render_markdown(text: str) -> SafeString:
    """Render our own descriptions: Markdown without HTML."""
    return mark_safe(MarkdownIt("commonmark", {"html": False}).render(text))  # noqa: S308
