"""Serializers that describe the API's responses in OpenAPI.

data.py builds the data itself.
"""

from rest_framework import serializers

from signum_site.core.api_examples import with_example
from signum_site.core.api_fields import FactsField

from . import examples


class WordsSerializer(serializers.Serializer):
    en = serializers.CharField()
    es = serializers.CharField()
    it = serializers.CharField()


@with_example(examples.CARD)
class CardSerializer(serializers.Serializer):
    system = serializers.CharField(help_text="The game's code.")
    code = serializers.CharField(help_text="Set and number; never changes.")
    name = serializers.CharField()
    names = WordsSerializer()
    text = serializers.CharField(help_text="An ability a line.")
    flavour = serializers.CharField()
    kind = serializers.CharField()
    rarity = serializers.CharField()
    set = serializers.CharField(help_text="The set of its first printing.")
    sets = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField()  # type: ignore[assignment]
    support = serializers.ChoiceField(
        choices=("full", "partial", "none"), help_text="How much of it the rules engine plays."
    )
    withdrawn = serializers.BooleanField()
    facts = FactsField(help_text="What its game says of it: a fact by name, as searches ask for it.")
    page = serializers.CharField(help_text="The address of its page.")
    image = serializers.CharField(help_text="The address of its drawn face, WebP; changes when the picture does.")


class ComplaintSerializer(serializers.Serializer):
    term = serializers.CharField()
    reason = serializers.CharField()
    instead = serializers.CharField(help_text="A term that may have been meant; may be empty.")


class FacetValueSerializer(serializers.Serializer):
    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField()
    chosen = serializers.BooleanField()
    query = serializers.CharField(help_text="The query with this value added, or taken away if it is chosen.")


class FacetSerializer(serializers.Serializer):
    code = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    values = FacetValueSerializer(many=True)


@with_example(examples.SEARCH)
class CardFoundSerializer(serializers.Serializer):
    query = serializers.CharField(help_text="What was read of the query.")
    count = serializers.IntegerField(help_text="All cards found.")
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = CardSerializer(many=True)
    complaints = ComplaintSerializer(many=True)
    corrections = serializers.DictField(
        child=serializers.CharField(), help_text="Misspelt words, and the words of names that were taken for them."
    )
    facets = FacetSerializer(many=True, required=False)


class CardInFullSerializer(serializers.Serializer):
    system = serializers.CharField()
    code = serializers.CharField()
    names = WordsSerializer()
    texts = WordsSerializer()
    flavours = WordsSerializer()
    kind = serializers.CharField()
    rarity = serializers.CharField()
    set = serializers.CharField()
    sets = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField()  # type: ignore[assignment]
    support = serializers.CharField()
    withdrawn = serializers.BooleanField()
    facts = FactsField()


@with_example(examples.BULK)
class BulkSerializer(serializers.Serializer):
    system = serializers.CharField()
    rules_version = serializers.CharField()
    digest = serializers.CharField(help_text="Another digest, another catalogue.")
    cards = CardInFullSerializer(many=True)


@with_example(examples.SET)
class SetSerializer(serializers.Serializer):
    code = serializers.CharField()
    name = serializers.CharField()
    cards = serializers.IntegerField()


@with_example(examples.KEYWORD)
class KeywordSerializer(serializers.Serializer):
    code = serializers.CharField()
    group = serializers.CharField(help_text="`keywords`, `buildings`, `dice`, …: each game has its own.")
    name = serializers.CharField()
    names = WordsSerializer()
    also = serializers.ListField(child=serializers.CharField())
    meaning = serializers.CharField()
    rule = serializers.CharField(help_text="Its id in the rules reference; may be empty.")
    symbol = serializers.CharField()
    cards = serializers.IntegerField()
    query = serializers.CharField(help_text="Finds the cards that have it; may be empty.")


class ProblemSerializer(serializers.Serializer):
    detail = serializers.CharField(required=False)
