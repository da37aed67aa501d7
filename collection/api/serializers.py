"""Serializers of the card library; they make the answers of rows.py."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from signum_site.core.api.examples import with_example
from signum_site.core.api.fields import FactsField
from signum_site.core.api.serializers import OutputSerializer

from . import examples


class WordsSerializer(OutputSerializer):
    en = serializers.CharField()
    es = serializers.CharField()
    it = serializers.CharField()


@with_example(examples.CARD)
class CardSerializer(OutputSerializer):
    system = serializers.CharField(source="entry.system", help_text="The game's code.")
    code = serializers.CharField(source="entry.code", help_text="Set and number; never changes.")
    name = serializers.CharField()
    names = WordsSerializer(source="entry.names")
    text = serializers.CharField(help_text="An ability a line.")
    flavour = serializers.CharField()
    kind = serializers.CharField(source="entry.kind")
    rarity = serializers.CharField(source="entry.rarity")
    set = serializers.CharField(source="entry.set_code", help_text="The set of its first printing.")
    sets = serializers.ListField(source="entry.sets", child=serializers.CharField())
    source = serializers.CharField(source="entry.source")  # type: ignore[assignment]
    support = serializers.ChoiceField(
        source="entry.support",
        choices=("full", "partial", "none"),
        help_text="How much of it the rules engine plays.",
    )
    withdrawn = serializers.BooleanField(source="entry.withdrawn")
    facts = FactsField(
        source="entry.facts", help_text="What its game says of it: a fact by name, as searches ask for it."
    )
    page = serializers.CharField(help_text="The address of its page.")
    image = serializers.CharField(help_text="The address of its drawn face, WebP; changes when the picture does.")


class ComplaintSerializer(OutputSerializer):
    term = serializers.CharField()
    reason = serializers.CharField()
    instead = serializers.CharField(help_text="A term that may have been meant; may be empty.")


class FacetValueSerializer(OutputSerializer):
    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField()
    chosen = serializers.BooleanField()
    query = serializers.CharField(help_text="The query with this value added, or taken away if it is chosen.")


class FacetSerializer(OutputSerializer):
    code = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    values = FacetValueSerializer(many=True)


class SearchSerializer(OutputSerializer):
    query = serializers.CharField(help_text="What was read of the query.")
    complaints = ComplaintSerializer(many=True)
    corrections = serializers.DictField(
        child=serializers.CharField(), help_text="Misspelt words, and the words of names that were taken for them."
    )
    facets = FacetSerializer(many=True, required=False)


@extend_schema_serializer(many=False)  # the answer to a list is one of it
@with_example(examples.SEARCH)
class CardFoundSerializer(SearchSerializer):
    count = serializers.IntegerField(help_text="All cards found.")
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = CardSerializer(many=True)


class CardInFullSerializer(OutputSerializer):
    system = serializers.CharField()
    code = serializers.CharField()
    names = WordsSerializer()
    texts = WordsSerializer()
    flavours = WordsSerializer()
    kind = serializers.CharField()
    rarity = serializers.CharField()
    set = serializers.CharField(source="set_code")
    sets = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField()  # type: ignore[assignment]
    support = serializers.CharField()
    withdrawn = serializers.BooleanField()
    facts = FactsField()


@with_example(examples.BULK)
class BulkSerializer(OutputSerializer):
    system = serializers.CharField(source="system.code")
    rules_version = serializers.CharField(source="system.rules_version")
    digest = serializers.CharField(help_text="Another digest, another catalogue.")
    cards = CardInFullSerializer(source="entries", many=True)


@with_example(examples.SET)
class SetSerializer(OutputSerializer):
    code = serializers.CharField()
    name = serializers.CharField()
    cards = serializers.IntegerField()


@with_example(examples.KEYWORD)
class KeywordSerializer(OutputSerializer):
    code = serializers.CharField(source="entry.term.code")
    group = serializers.CharField(help_text="`keywords`, `buildings`, `dice`, …: each game has its own.")
    name = serializers.CharField(source="entry.name")
    names = WordsSerializer(source="entry.term.names")
    also = serializers.ListField(source="entry.term.also", child=serializers.CharField())
    meaning = serializers.CharField(source="entry.meaning")
    rule = serializers.CharField(source="entry.term.rule", help_text="Its id in the rules reference; may be empty.")
    symbol = serializers.CharField(source="entry.term.symbol")
    cards = serializers.IntegerField(source="entry.cards")
    query = serializers.CharField(source="entry.query", help_text="Finds the cards that have it; may be empty.")


class ProblemSerializer(OutputSerializer):
    detail = serializers.CharField(required=False)
