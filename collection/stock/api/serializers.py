"""Serializers of the collections API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from collection.stock.lists.parser import FORMATS, MAX_BYTES
from collection.stock.lists.resolver import sentence
from collection.stock.models import (
    COUNTS,
    MAX_COPIES,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_PLACE_LENGTH,
    WHAT,
    WORDS,
    Collection,
    Entry,
    Holding,
    Import,
    LedgerBatch,
)
from signum_site.core.api.examples import with_example
from signum_site.core.api.serializers import OutputModelSerializer, OutputSerializer
from simulator import games
from simulator.engine.values import tidy

from . import examples

MAX_CHANGES = 1_000
MAX_VERDICTS = 500


class StockErrorSerializer(OutputSerializer):
    detail = serializers.CharField()


@with_example(examples.COLLECTION, sent=examples.NEW_COLLECTION)
class CollectionSerializer(serializers.ModelSerializer):
    system = serializers.ChoiceField(choices=[], required=False)
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)

    class Meta:
        model = Collection
        fields = ("id", "system", "name", "main", "created_at")
        read_only_fields = ("id", "main", "created_at")
        validators = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["system"].choices = list(games.systems())  # type: ignore[attr-defined]

    def validate_name(self, name: str) -> str:
        if not tidy(name):
            raise serializers.ValidationError("A name has at least one character that can be seen.")
        return tidy(name)


@with_example(examples.HOLDING)
class StockHoldingSerializer(OutputModelSerializer):
    code = serializers.CharField(source="printing.code")
    card = serializers.CharField(source="printing.card.code")
    name = serializers.CharField(source="printing.card.name_en")

    class Meta:
        model = Holding
        fields = ("code", "card", "name", *COUNTS, "place", "note")


class StockEntrySerializer(OutputModelSerializer):
    code = serializers.CharField(source="printing.code")
    undone = serializers.SerializerMethodField()

    class Meta:
        model = Entry
        fields = ("id", "code", "what", "change", "said", "says", "undone")

    def get_undone(self, entry: Entry) -> bool:
        return hasattr(entry, "undone_by")


@with_example(examples.BATCH)
class StockBatchSerializer(OutputModelSerializer):
    kind = serializers.CharField()
    entries = StockEntrySerializer(many=True)

    class Meta:
        model = LedgerBatch
        fields = ("id", "kind", "why", "at", "entries")


class StockChangeSerializer(serializers.Serializer):
    """One change: `by` adds, `to` sets, `says` is for place and note."""

    code = serializers.CharField(max_length=60)
    what = serializers.ChoiceField(choices=list(WHAT))
    by = serializers.IntegerField(required=False, min_value=-MAX_COPIES, max_value=MAX_COPIES)
    to = serializers.IntegerField(required=False, min_value=0, max_value=MAX_COPIES)
    says = serializers.CharField(required=False, allow_blank=True, max_length=MAX_NOTE_LENGTH)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        allowed = ("by", "to") if attrs["what"] in COUNTS else ("says",)
        if sum(name in attrs for name in ("by", "to", "says")) != 1 or not any(name in attrs for name in allowed):
            raise serializers.ValidationError(f"{attrs['what']}: expected exactly one of {', '.join(allowed)}.")
        if attrs["what"] == "place" and len(attrs["says"]) > MAX_PLACE_LENGTH:
            raise serializers.ValidationError(f"place: at most {MAX_PLACE_LENGTH} characters.")
        return attrs


@with_example(examples.CHANGES)
class StockChangesSerializer(serializers.Serializer):
    changes = StockChangeSerializer(many=True, allow_empty=False, max_length=MAX_CHANGES)  # type: ignore[call-arg]
    why = serializers.CharField(required=False, allow_blank=True, max_length=200)
    key = serializers.CharField(required=False, allow_blank=True, max_length=64)
    """A key takes effect once, however often it is sent."""


@with_example(examples.LIST)
class StockImportInSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=MAX_BYTES, trim_whitespace=False)
    format = serializers.ChoiceField(choices=FORMATS, required=False)
    name = serializers.CharField(required=False, allow_blank=True, max_length=120)
    key = serializers.CharField(required=False, allow_blank=True, max_length=64)


class StockVerdictSerializer(OutputSerializer):
    """A row of a list: what it means, with the amounts and words it names, or why it was not understood."""

    line = serializers.IntegerField()
    text = serializers.CharField()
    code = serializers.CharField(help_text="Of the printing; empty if it was not understood.")
    reason = serializers.CharField(help_text="Empty if it was understood.")
    sentence = serializers.CharField(help_text="The reason in the reader's language.")
    suggestions = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        amounts = {name: serializers.IntegerField(required=False) for name in COUNTS}
        words = {name: serializers.CharField(required=False) for name in WORDS}
        return super().get_fields() | amounts | words

    def to_representation(self, verdict: dict[str, Any]) -> dict[str, Any]:
        reason = verdict["reason"]
        return super().to_representation(
            {
                "line": verdict["line"],
                "text": verdict["text"],
                "code": verdict.get("code", ""),
                **verdict.get("amounts", {}),
                **verdict.get("words", {}),
                "reason": reason,
                "sentence": sentence(reason, verdict.get("given", "")) if reason else "",
                "suggestions": verdict.get("near", []),
            }
        )


@with_example(examples.IMPORT)
class StockImportSerializer(OutputModelSerializer):
    state = serializers.CharField()
    unused = serializers.ListField(child=serializers.CharField(), help_text="Columns of a table that were not used.")
    verdicts = serializers.SerializerMethodField()

    class Meta:
        model = Import
        fields = ("id", "name", "format", "state", "how", "done", "total", "good", "bad", "unused", "batch", "verdicts")

    @extend_schema_field(StockVerdictSerializer(many=True))
    def get_verdicts(self, job: Import) -> Any:
        """The rows that could not be understood, at most 500, or all: each with its line, what it means or why not."""
        verdicts = job.verdicts
        if not self.context.get("all"):
            verdicts = [verdict for verdict in verdicts if verdict["reason"]][:MAX_VERDICTS]
        return StockVerdictSerializer(verdicts, many=True).data


@with_example(examples.HOW)
class StockHowSerializer(serializers.Serializer):
    how = serializers.ChoiceField(choices=Import.How.choices)


class StockExportRowSerializer(OutputModelSerializer):
    code = serializers.CharField(source="printing.code")
    name = serializers.CharField(source="printing.card.name_en")
    set = serializers.CharField(source="printing.set_code")

    class Meta:
        model = Holding
        fields = ("code", "name", "set", *COUNTS, *WORDS)


@with_example(examples.EXPORT)
class StockExportSerializer(OutputSerializer):
    """A whole collection; an import takes it."""

    format = serializers.CharField()
    version = serializers.IntegerField()
    system = serializers.CharField()
    name = serializers.CharField()
    holdings = StockExportRowSerializer(many=True)
