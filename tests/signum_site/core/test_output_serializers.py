"""Serializers of answers give what those of Django REST framework give, without copying their fields."""

from collections import OrderedDict, UserDict
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.fields import SkipField

from collection.stock.models import Import
from signum_site.core.api.serializers import CompiledFieldsMixin


class CardSample(serializers.Serializer):
    code = serializers.CharField()
    count = serializers.IntegerField(required=False)


class DeckSample(serializers.Serializer):
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.name")
    parent = serializers.IntegerField(source="up.number", default=None)  # type: ignore[assignment]
    rating = serializers.FloatField(allow_null=True)
    best = serializers.FloatField(source="record.best", allow_null=True)
    is_public = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=("own", "other"))
    numbers = serializers.ListField(child=serializers.IntegerField())
    shares = serializers.ListField(child=serializers.FloatField(allow_null=True))
    limits = serializers.DictField(child=serializers.IntegerField())
    at = serializers.DateTimeField()
    cards = CardSample(many=True)
    lead = CardSample(allow_null=True)
    secret = serializers.CharField(write_only=True)
    note = serializers.CharField(required=False)
    whole = serializers.SerializerMethodField()

    def get_whole(self, deck: Any) -> str:
        return f"{deck.name}{self.context.get('mark', '')}"


class CompiledSample(CompiledFieldsMixin, DeckSample):
    pass


@dataclass
class Sample:
    name: str = "Mine"
    owner: Any = None
    up: Any = None
    rating: Any = 1500
    record: Any = None
    is_public: bool = True
    kind: str = "own"
    numbers: Any = (1, "2")
    shares: Any = (0.5, None, 1)
    limits: Any = None
    at: Any = datetime(2026, 1, 5, 18, 30, tzinfo=UTC)
    cards: Any = ()
    lead: Any = None


FULL = Sample(
    owner=SimpleNamespace(name="vera"), up=SimpleNamespace(number=3), record=SimpleNamespace(best=2), limits={"a": 1},
    cards=[{"code": "core-001", "count": 2}, {"code": "core-002"}], lead=SimpleNamespace(code="core-003", count=1),
)  # fmt: skip
SPARSE = Sample(owner=SimpleNamespace(name="vera"), rating=None, limits={})


@pytest.mark.parametrize("row", [FULL, SPARSE])
def test_answer_is_that_of_a_plain_serializer(row: Sample) -> None:
    context = {"mark": "!"}
    plain = DeckSample(row, context=context).data
    assert CompiledSample(row, context=context).data == plain
    assert CompiledSample([row, FULL], many=True).data == DeckSample([row, FULL], many=True).data
    assert "secret" not in plain
    assert "note" not in plain


def test_missing_value_is_an_error() -> None:
    with pytest.raises(AttributeError):
        CompiledSample(Sample(limits={})).data  # noqa: B018


def test_related_row_is_not_loaded() -> None:
    class Compiled(CompiledFieldsMixin, serializers.ModelSerializer):
        class Meta:
            model = Import
            fields = ("id", "batch")

    assert [Compiled(Import(pk=1, batch_id=batch)).data for batch in (7, None)] == [
        {"id": 1, "batch": 7},
        {"id": 1, "batch": None},
    ]


class SkippedField(serializers.CharField):
    """A field that decides by itself whether it stands in the answer."""

    def get_attribute(self, instance: Any) -> Any:
        raise SkipField


class OddSample(serializers.Serializer):
    is_public = serializers.BooleanField()
    owner = serializers.CharField(source="owner.name", default=lambda: "nobody")
    missing = serializers.CharField(required=False)
    skipped = SkippedField()
    itself = CardSample(source="*")


class CompiledOddSample(CompiledFieldsMixin, OddSample):
    pass


@pytest.mark.parametrize("value", ["false", "False", "0", 0, "true", "yes", 1, None, False])
@pytest.mark.parametrize("kind", [dict, OrderedDict, UserDict, MappingProxyType, SimpleNamespace])
def test_odd_values_are_answered_as_by_a_plain_serializer(kind: Any, value: Any) -> None:
    fields = {"code": "core-001", "is_public": value, "owner": OrderedDict(name="vera")}
    row = kind(**fields) if kind is SimpleNamespace else kind(fields)
    assert CompiledOddSample(row).data == OddSample(row).data


def test_default_may_be_a_function() -> None:
    row = {"code": "core-001", "is_public": True, "owner": None}
    assert CompiledOddSample(row).data == OddSample(row).data
    assert CompiledOddSample(row).data["owner"] == "nobody"
