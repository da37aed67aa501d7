"""Serializers of answers, which read their fields once per class.

A plain serializer copies every field for each request and asks each of them for each row, which takes longer than the
queries of most lists.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from rest_framework import serializers
from rest_framework.fields import SkipField, empty
from rest_framework.relations import PKOnlyObject

Reader = Callable[[Any, Any], Any]
"""Reads one field: takes the serializer and the object, returns the value in the answer."""
SKIPPED: Final = object()
CONVERSIONS: Final[dict[type, Callable[[Any], Any]]] = {
    serializers.CharField: str,
    serializers.IntegerField: int,
    serializers.FloatField: float,
}
"""Fields whose values are converted without asking the field. A BooleanField reads texts: "false" is False."""


# Comments instead of docstrings: the schema describes a serializer by the nearest docstring.


# Serializes as Django REST framework does, with fields that all serializers of a class share. Nested serializers are
# shared too and have no context, so rows carry what they need. Attributes are never called.
class CompiledFieldsMixin:
    def to_representation(self, instance: Any) -> dict[str, Any]:
        pairs = [(name, read(self, instance)) for name, read in _readers(type(self))]
        return {name: value for name, value in pairs if value is not SKIPPED}


# An answer, made from an object or a dict.
class OutputSerializer(CompiledFieldsMixin, serializers.Serializer):
    pass


# An answer, made from a row.
class OutputModelSerializer(CompiledFieldsMixin, serializers.ModelSerializer):
    pass


def _readers(serializer_class: type) -> tuple[tuple[str, Reader], ...]:
    """Return the readers of all fields of a class; made at its first use."""
    known: tuple[tuple[str, Reader], ...] | None = serializer_class.__dict__.get("_compiled_readers")
    if known is None:
        known = tuple(_compile_fields(serializer_class()))
        serializer_class._compiled_readers = known  # type: ignore[attr-defined]
    return known


def _compile_fields(serializer: Any) -> Iterator[tuple[str, Reader]]:
    for name, field in serializer.fields.items():
        if not field.write_only:
            yield name, _compile(field)


def _compile(field: Any) -> Reader:
    if isinstance(field, serializers.SerializerMethodField):
        method = field.method_name
        return lambda serializer, instance: getattr(serializer, method)(instance)
    convert, get = _conversion(field), _getter(field)

    def read(serializer: Any, instance: Any) -> Any:
        value = get(instance)
        return value if value is None or value is SKIPPED else convert(value)

    return read


def _conversion(field: Any) -> Callable[[Any], Any]:
    """Return what makes the value of a field plain; the field itself, where no shorter way does the same."""
    child = CONVERSIONS.get(type(getattr(field, "child", None)))
    if type(field) is serializers.ListField and child is not None:
        return lambda values: [None if value is None else child(value) for value in values]
    convert: Callable[[Any], Any] = CONVERSIONS.get(type(field), field.to_representation)
    return convert


def _getter(field: Any) -> Callable[[Any], Any]:
    """Return a function that finds the value of a field, in an attribute or a key."""
    names = field.source_attrs
    has_own = type(field).get_attribute is not serializers.Field.get_attribute

    def get(instance: Any) -> Any:
        try:
            if has_own:
                return _key_or_none(field.get_attribute(instance))
            for name in names:
                instance = instance[name] if _is_mapping(instance.__class__) else getattr(instance, name)
        except ObjectDoesNotExist:
            return None
        except SkipField:
            return SKIPPED
        except (AttributeError, KeyError):
            if has_own or not _has_default(field):
                raise
            return _default(field)
        return instance

    return get


def _has_default(field: Any) -> bool:
    return field.default is not empty or field.allow_null or not field.required


def _default(field: Any) -> Any:
    """Return what stands for a missing value."""
    if field.default is empty:
        return None if field.allow_null else SKIPPED
    try:
        return field.get_default()
    except SkipField:
        return SKIPPED


@cache
def _is_mapping(kind: type) -> bool:
    return issubclass(kind, Mapping)


def _key_or_none(value: Any) -> Any:
    """Return what a related field has found, and None for a row that refers to nothing."""
    return None if isinstance(value, PKOnlyObject) and value.pk is None else value
