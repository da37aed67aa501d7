"""Examples of serializers in the OpenAPI schema.

Each package of the API has its examples as data in `examples.py`; a test checks them against the schema.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer

Class = TypeVar("Class")


def with_example(value: Any, *, sent: Any = None) -> Callable[[Class], Class]:
    """Add an example to a serializer; `sent` is the one for requests, if they differ from answers."""
    examples = [OpenApiExample("Example", value=value)]
    if sent is not None:
        examples = [
            OpenApiExample("Answer", value=value, response_only=True),
            OpenApiExample("Request", value=sent, request_only=True),
        ]
    return cast(Callable[[Class], Class], extend_schema_serializer(examples=examples))


def text_example(value: str) -> OpenApiExample:
    """Build an example of an answer that is not JSON."""
    return OpenApiExample("Example", value=value)
