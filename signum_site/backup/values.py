"""Converts column values to JSON and back, the same for every database.

Numbers, strings, booleans and NULL are written as they are. Bytes are base64. A JSONField is written as text, so that
JSON's null ("null") differs from SQL's (null). Everything else is what the field writes for Django's serializers.
"""

import base64
import json
from datetime import date, datetime, time
from types import SimpleNamespace
from typing import Any

from django.db import models
from django.db.models.functions import Cast

# Django converts silently, such as a list to the string "[1]". Its own fields accept only the type that they write.
JSON_TYPES: dict[type[models.Field], type] = {
    models.BooleanField: bool,
    models.FloatField: float,
    **dict.fromkeys(
        (
            models.AutoField,
            models.BigAutoField,
            models.BigIntegerField,
            models.IntegerField,
            models.PositiveBigIntegerField,
            models.PositiveIntegerField,
            models.PositiveSmallIntegerField,
            models.SmallAutoField,
            models.SmallIntegerField,
        ),
        int,
    ),
    **dict.fromkeys(
        (
            models.BinaryField,
            models.CharField,
            models.DateField,
            models.DateTimeField,
            models.DecimalField,
            models.DurationField,
            models.EmailField,
            models.GenericIPAddressField,
            models.SlugField,
            models.TextField,
            models.TimeField,
            models.URLField,
            models.UUIDField,
        ),
        str,
    ),
}


class Column:
    """A column, described by its field; for a reference, by the field it refers to."""

    def __init__(self, field: Any) -> None:
        self.field = self.target = field
        while self.target.is_relation:
            self.target = self.target.target_field
        self.is_document = isinstance(self.target, models.JSONField)

    @property
    def name(self) -> str:
        return str(self.field.attname)

    @property
    def selection(self) -> str | Cast:
        """What to select. A document is selected as text, to tell both nulls apart."""
        return Cast(self.name, models.TextField()) if self.is_document else self.name

    def to_json(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (datetime, date, time)):
            return value.isoformat()
        return self.target.value_to_string(SimpleNamespace(**{self.target.attname: value}))

    def from_json(self, value: Any, *, version: int, connection: Any) -> Any:
        """Convert a value for the database.

        Raises ValueError, TypeError or ValidationError if the column cannot hold it.
        """
        if self.is_document:
            return self._document(value) if version == 1 else _check_type(value, str)
        if value is None:
            return None
        if kind := JSON_TYPES.get(type(self.target)):
            _check_type(value, kind)
        if isinstance(self.target, models.BinaryField):
            value = base64.b64decode(value, validate=True)  # Django's own decoding ignores invalid characters
        return self.field.get_db_prep_save(self.target.to_python(value), connection)

    def _document(self, value: Any) -> str | None:
        """Convert a document of version 1, which did not tell both nulls apart.

        A null is NULL if the column allows it.
        """
        return None if value is None and self.field.null else json.dumps(value)


def _check_type(value: Any, kind: type) -> Any:
    if value is not None and type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected, {type(value).__name__} found")
    return value
