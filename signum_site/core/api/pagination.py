"""Pagination of the API: every list answers `count`, `next`, `previous` and `results` (docs/decisions/0027).

Views set one of these classes as `pagination_class` and answer with `list_answer` of `ResourceViewSet`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import BasePagination, PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from signum_site.core.numbers import parse_int

from .parameters import Choice, Number

REMOVAL: Final = "2027-06-30"
"""The day until which the older shapes of lists are answered."""
LINK: Final = {"type": "string", "nullable": True, "format": "uri", "example": None}
PAGE: Final = Number("page", 1, 10**6, "From 1; a page beyond the last is the last.")
SHAPE: Final = Choice(
    "shape",
    ["page"],
    "With `page`, the answer is an object with `count`, `next`, `previous` and `results`, without what is deprecated. "
    f"After {REMOVAL} it always is.",
)


def query_parameter(name: str, schema: dict[str, Any], description: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema, "description": description}


SHAPE_PARAMETER: Final = query_parameter(SHAPE.name, {"type": "string", "enum": list(SHAPE.known)}, SHAPE.description)


def has_new_shape(request: Request) -> bool:
    """Whether the request asks for lists without what is deprecated."""
    return SHAPE.read(request, "") == "page"


def page_schema(rows: Any, **more: Any) -> dict[str, Any]:
    """Describe a page whose `results` are `rows`, and what else it may contain.

    drf-spectacular builds examples from it: rows are replaced, other keys have an example of their own.
    """
    keys = {
        "count": {"type": "integer", "description": "All there are, on every page.", "example": 1},
        "next": LINK | {"description": "The address of the next page; null on the last."},
        "previous": LINK | {"description": "The address of the page before; null on the first."},
        "results": rows,
    }
    return {"type": "object", "required": list(keys), "properties": keys | more}


def deprecated(schema: Any, instead: str) -> Any:
    """Mark the schema of an older key, which is answered until `REMOVAL`."""
    if not isinstance(schema, Mapping):
        return schema  # the rows of an example
    return {**schema, "deprecated": True, "description": f"Deprecated, until {REMOVAL}: {instead}"}


class PageLinks:
    """Links from SITE_URL: the Host header of a request proves nothing."""

    request: Any

    def link(self, name: str, value: object, *, without: str = "") -> str:
        """Return the address of the request with another value of one parameter."""
        url = f"{settings.SITE_URL}{self.request.get_full_path()}"
        return replace_query_param(remove_query_param(url, without), name, value)


class NumberedPagination(PageLinks, PageNumberPagination):
    """Numbered pages; a number without a page is answered with 404."""

    page_size = 100
    page: Any

    def get_page_number(self, request: Request, paginator: Any) -> int:
        given = request.query_params.get(self.page_query_param, "1")
        number = parse_int(given, minimum=1, maximum=paginator.num_pages)
        if number is None:
            message = _("There is no page %(given)s; pages go from 1 to %(pages)s.")
            raise NotFound(message % {"given": given[:40], "pages": paginator.num_pages})
        return number

    def get_next_link(self) -> str | None:
        return self.link(self.page_query_param, self.page.next_page_number()) if self.page.has_next() else None

    def get_previous_link(self) -> str | None:
        return self.link(self.page_query_param, self.page.previous_page_number()) if self.page.has_previous() else None

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        return page_schema(schema)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [query_parameter(self.page_query_param, {"type": "integer", "minimum": 1}, "From 1.")]


class CountedPagination(NumberedPagination):
    """Adds `page` and `pages`, which these lists have always had."""

    def get_paginated_response(self, data: Any) -> Response:
        response = super().get_paginated_response(data)
        if not has_new_shape(self.request):
            response.data |= {"page": self.page.number, "pages": self.page.paginator.num_pages}
        return response

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        number = deprecated({"type": "integer", "example": 1}, "follow `next` and `previous`.")
        return page_schema(schema, page=number, pages=number)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [SHAPE_PARAMETER, *super().get_schema_operation_parameters(view)]


class LastPagePagination(CountedPagination):
    """A number beyond the last page is the last page."""

    def get_page_number(self, request: Request, paginator: Any) -> int:
        return min(PAGE.read(request, 1), paginator.num_pages)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        number = {"type": "integer", "minimum": 1, "maximum": PAGE.most}
        return [SHAPE_PARAMETER, query_parameter(PAGE.name, number, PAGE.description)]


class ArrayPagination(NumberedPagination):
    """A bare array, unless the request asks for pages with `shape=page` or a `page`."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        if not has_new_shape(request) and self.page_query_param not in request.query_params:
            return None
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        page = page_schema(schema)
        return {"oneOf": [page, deprecated(schema, "ask with `shape=page`.")]} if isinstance(schema, Mapping) else page

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [SHAPE_PARAMETER, *super().get_schema_operation_parameters(view)]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeysetPage:
    """The rows of one page that was found by a cursor."""

    rows: Sequence[Any]
    next: str = ""
    """The cursor of the next page; empty on the last."""
    previous: str = ""
    count: int | None = None
    """None if counting would read every row."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """What the answer says besides the rows."""


class KeysetPagination(PageLinks, BasePagination):
    """Pages whose address names a row, not a number: none is skipped or repeated when rows are added."""

    cursor_query_param = "cursor"
    previous_query_param = "cursor"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        self.request, self.keyset_page = request, queryset
        return list(queryset.rows)

    def get_paginated_response(self, data: Any) -> Response:
        return Response(
            {
                "count": self.keyset_page.count,
                "next": self.get_link(self.cursor_query_param, self.keyset_page.next),
                "previous": self.get_link(self.previous_query_param, self.keyset_page.previous),
                "results": data,
                **self.keyset_page.more,
            }
        )

    def get_link(self, name: str, cursor: str) -> str | None:
        others = {self.cursor_query_param, self.previous_query_param} - {name}
        return self.link(name, cursor, without=next(iter(others), "")) if cursor else None
