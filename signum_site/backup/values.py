"""Values of a column as JSON and back, the same on every database.

Numbers, texts, truth values and NULL stand as they are. Bytes are base64. A document (JSONField) is its own text, so
that JSON's null ("null") differs from SQL's (null). Everything else is what the field writes for Django's serializers.
"""

import base64
import json
from datetime import date, datetime, time
from types import SimpleNamespace
from typing import Any

from django.db import models
from django.db.models.functions import Cast

# Django converts much without a word, such as a list to the text "[1]". Its own fields are held to what they write.
WRITTEN_AS: dict[type[models.Field], type] = {
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
    """A column of a table, by the field that knows what is in it: for a reference, the field it refers to."""

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
        """What to select: of a document the text, as both nulls are None once it is read."""
        return Cast(self.name, models.TextField()) if self.is_document else self.name

    def to_json(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (datetime, date, time)):
            return value.isoformat()
        return self.target.value_to_string(SimpleNamespace(**{self.target.attname: value}))

    def from_json(self, value: Any, *, version: int, connection: Any) -> Any:
        """For the database; ValueError, TypeError or ValidationError if the column cannot hold it."""
        if self.is_document:
            return self._document(value) if version == 1 else _expected(value, str)
        if value is None:
            return None
        if kind := WRITTEN_AS.get(type(self.target)):
            _expected(value, kind)
        if isinstance(self.target, models.BinaryField):
            value = base64.b64decode(value, validate=True)  # Django's own passes over what is not base64
        return self.field.get_db_prep_save(self.target.to_python(value), connection)

    def _document(self, value: Any) -> str | None:
        """Version 1 held the document itself, and one null for both: the column's own if it may be NULL."""
        return None if value is None and self.field.null else json.dumps(value)


def _expected(value: Any, kind: type) -> Any:
    if value is not None and type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected, {type(value).__name__} found")
    return value
