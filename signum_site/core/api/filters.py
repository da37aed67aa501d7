"""Base of the filters of lists: query parameters that describe themselves in the OpenAPI schema."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rest_framework.filters import BaseFilterBackend

from .parameters import QueryParameter


class ParameterFilter(BaseFilterBackend):
    """Filters by typed parameters, which reject invalid values.

    `queryset` is whatever the view lists: rows, a game, the result of a search.
    """

    parameters: ClassVar[Sequence[QueryParameter]] = ()

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return [parameter.description_in_schema for parameter in self.parameters]
