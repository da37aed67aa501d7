"""Fields that several serializers of the API share."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from signum_site.core.i18n import current_language

FACT = {
    "oneOf": [
        {"type": "string"},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "array", "items": {"type": "string"}},
    ]
}


@extend_schema_field(FACT)
class FactField(serializers.JSONField):
    """A value of a game's own: a text, a number, a flag or a list of texts."""


class FactsField(serializers.DictField):
    """Facts by name; each game has its own."""

    child = FactField()

    def to_representation(self, value: Any) -> dict[str, Any]:
        return dict(value)


class CountsField(serializers.DictField):
    child = serializers.IntegerField()

    def to_representation(self, value: Any) -> dict[str, int]:
        return dict(value)


class NumbersField(serializers.ListField):
    child = serializers.IntegerField()

    def to_representation(self, value: Any) -> list[int]:
        return list(value)


class LocalWordsField(serializers.CharField):
    """Words in the reader's language."""

    def to_representation(self, value: Any) -> str:
        return str(value[current_language()])
