"""Serializers of built decks, build plans and buildable decks."""

from typing import Any

from rest_framework import serializers

from decks.availability.build_plan import MAX_DECKS
from decks.availability.models import Built
from decks.availability.substitutes import Swap
from decks.models import Deck, DeckVersion
from signum_site.core.api.examples import with_example
from signum_site.core.api.serializers import OutputModelSerializer, OutputSerializer

from . import examples


@with_example(examples.BUILT)
class ReserveBuiltSerializer(OutputModelSerializer):
    deck = serializers.IntegerField(source="version.deck_id")
    version = serializers.IntegerField(source="version.number")
    name = serializers.CharField(source="version.name")

    class Meta:
        model = Built
        fields = ("deck", "version", "name", "at")


@with_example(examples.QUESTION)
class ReserveQuestionSerializer(serializers.Serializer):
    decks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), allow_empty=False, max_length=MAX_DECKS
    )
    use_built = serializers.BooleanField(default=False)


class DeckIdsField(serializers.ListField):
    """The ids of the decks of versions."""

    child = serializers.IntegerField()

    def to_representation(self, versions: Any) -> list[int]:
        return [version.deck_id for version in versions]


class ReserveWantedBySerializer(OutputSerializer):
    deck = serializers.IntegerField()
    count = serializers.IntegerField()

    def to_representation(self, wanted: tuple[DeckVersion, int]) -> dict[str, Any]:
        version, count = wanted
        return super().to_representation({"deck": version.deck_id, "count": count})


class ReserveShortSerializer(OutputSerializer):
    card = serializers.CharField(source="code")
    there = serializers.IntegerField()
    needed = serializers.IntegerField(source="wanted")
    missing = serializers.IntegerField()
    conflict = serializers.BooleanField(source="is_conflict")
    by = ReserveWantedBySerializer(many=True)


class ReserveSwapSerializer(OutputSerializer):
    deck = serializers.IntegerField()
    out = serializers.CharField()
    into = serializers.CharField()

    def to_representation(self, planned: tuple[DeckVersion, Swap]) -> dict[str, Any]:
        version, swap = planned
        return super().to_representation({"deck": version.deck_id, "out": swap.out, "into": swap.into})


@with_example(examples.ANSWER)
class ReserveAnswerSerializer(OutputSerializer):
    decks = DeckIdsField(source="versions")
    buildable = serializers.BooleanField(source="answer.buildable")
    table_ready = serializers.BooleanField(source="answer.table_ready")
    cards = ReserveShortSerializer(source="answer.cards", many=True)
    miniatures = ReserveShortSerializer(source="answer.miniatures", many=True)
    together = DeckIdsField(source="answer.fitting")
    swaps = ReserveSwapSerializer(many=True)


@with_example(examples.NEAR)
class ReserveNearSerializer(OutputSerializer):
    deck = serializers.IntegerField()
    missing = serializers.IntegerField()

    def to_representation(self, match: tuple[Deck, int]) -> dict[str, Any]:
        deck, missing = match
        return super().to_representation({"deck": deck.pk, "missing": missing})


class ReserveRefusedSerializer(OutputSerializer):
    detail = serializers.CharField()
