"""Serializers of the games themselves: what a client needs to build decks, search cards and ask for simulations."""

from typing import Any

from rest_framework import serializers

from signum_site.core.api.examples import with_example
from signum_site.core.api.fields import FactField, FactsField, NumbersField
from signum_site.core.api.serializers import OutputSerializer

from . import examples
from .serializers import WordsSerializer


class GameSectionSerializer(OutputSerializer):
    code = serializers.CharField()
    names = WordsSerializer()
    kinds = serializers.ListField(child=serializers.CharField(), help_text="The kinds of card that belong there.")


class GameFormatSerializer(OutputSerializer):
    code = serializers.CharField()
    names = WordsSerializer()
    params = FactsField()


class GameFacetSerializer(OutputSerializer):
    code = serializers.CharField(help_text="As searches name it.")
    names = WordsSerializer()
    kind = serializers.CharField()


class OptionValueField(FactField):
    """The default of an option; a set is a list."""

    def to_representation(self, value: Any) -> Any:
        return list(value) if isinstance(value, tuple) else value


class GameOptionSerializer(OutputSerializer):
    """Something a table agrees on before a game."""

    code = serializers.CharField()
    names = WordsSerializer()
    kind = serializers.CharField(help_text="`flag`, `number`, `choice` or `set`.")
    default = OptionValueField()  # type: ignore[assignment]
    least = serializers.IntegerField(help_text="Of a number.")
    most = serializers.IntegerField(help_text="Of a number.")
    values = serializers.ListField(
        source="labels", child=serializers.CharField(), help_text="Of a choice or a set: the codes."
    )
    seats = NumbersField(help_text="The numbers of players that have it; empty: any.")


@with_example(examples.GAME)
class GameSerializer(OutputSerializer):
    system = serializers.CharField(source="code", help_text="The same as `code`, as other answers name it.")
    code = serializers.CharField()
    names = WordsSerializer(source="name")
    rules_version = serializers.CharField()
    cards_version = serializers.CharField()
    seats = NumbersField(help_text="The numbers of players.")
    sections = GameSectionSerializer(many=True)
    formats = GameFormatSerializer(many=True)
    policies = serializers.ListField(child=serializers.CharField(), help_text="Computer players.")
    default_policy = serializers.CharField(source="standard_policy")
    facets = GameFacetSerializer(many=True)
    options = GameOptionSerializer(many=True)
