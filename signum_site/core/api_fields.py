"""Fields that several serializers of the API share."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

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


class CountsField(serializers.DictField):
    child = serializers.IntegerField()


class NumbersField(serializers.ListField):
    child = serializers.IntegerField()
