"""Serializers of the decks API; every input field has a limit."""

from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from collection.games import installed_game
from decks import decklists
from decks.forms import MAX_TAGS
from decks.models import (
    MAX_CODE_LENGTH,
    MAX_COMMENT_LENGTH,
    MAX_MESSAGE_LENGTH,
    MAX_NOTES_LENGTH,
    MAX_TAG_LENGTH,
    Comment,
    Deck,
    ShareLink,
)
from decks.social.markdown import markdown_html
from decks.social.reactions import MAX_REASON_LENGTH
from decks.transfer.exporter import as_data
from decks.transfer.importer import MAX_BYTES
from signum_site.core.api.examples import with_example
from signum_site.core.api.fields import CountsField, FactsField, LocalWordsField
from signum_site.core.api.serializers import OutputSerializer
from signum_site.core.i18n import current_language
from simulator.engine.decks.formats import Format
from simulator.engine.decks.lexer import MAX_NAME_LENGTH
from simulator.engine.decks.report import Fix
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

from . import examples


class ErrorSerializer(OutputSerializer):
    detail = serializers.CharField()


class SectionsField(serializers.DictField):
    child = CountsField()


class SectionsSentField(SectionsField):
    """Sections as they were sent: the reader of decks checks them, and says what is wrong."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class CardsSentSerializer(serializers.Serializer):
    """A deck as a text (a list of any kind, a code or a link), or as sections."""

    text = serializers.CharField(
        required=False,
        max_length=MAX_BYTES,
        trim_whitespace=False,
        help_text="A decklist, an export of any kind, a deck code, or a link to a deck of this site.",
    )
    sections = SectionsSentField(
        required=False,
        help_text='The game\'s sections with codes and counts; in Signum {"hero": {"core-001": 1}}.',
    )
    system = serializers.CharField(required=False, max_length=40)
    format = serializers.CharField(required=False, max_length=MAX_CODE_LENGTH)


@with_example(examples.SENT)
class ValidateSerializer(CardsSentSerializer):
    """`format` asks for another verdict than in the format the deck names."""


@with_example(examples.TEXT_SENT)
class ParseSerializer(CardsSentSerializer):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "text" not in attrs and "sections" not in attrs:
            raise serializers.ValidationError({"text": self.fields["text"].error_messages["required"]})
        return attrs


class DescribedSerializer(serializers.Serializer):
    notes = serializers.CharField(required=False, max_length=MAX_NOTES_LENGTH, allow_blank=True)
    tags = serializers.ListField(
        required=False, max_length=MAX_TAGS, child=serializers.CharField(max_length=MAX_TAG_LENGTH)
    )
    visibility = serializers.ChoiceField(required=False, choices=Deck.Visibility.choices)

    def validate_tags(self, value: list[str]) -> list[str]:
        return list(dict.fromkeys(tidy(tag).casefold().replace(",", "") for tag in value if tidy(tag)))


@with_example(examples.PATCH)
class PatchSerializer(DescribedSerializer):
    """What can be changed of a deck without a new version."""


@with_example(examples.NEW_DECK)
class DeckInSerializer(CardsSentSerializer, DescribedSerializer):
    name = serializers.CharField(required=False, max_length=MAX_NAME_LENGTH)
    message = serializers.CharField(required=False, max_length=MAX_MESSAGE_LENGTH, allow_blank=True)


@with_example(examples.NEW_VERSION)
class VersionInSerializer(CardsSentSerializer):
    parent = serializers.IntegerField(min_value=1, max_value=10**9)  # type: ignore[assignment]
    name = serializers.CharField(required=False, max_length=MAX_NAME_LENGTH)
    message = serializers.CharField(required=False, max_length=MAX_MESSAGE_LENGTH, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "text" not in attrs and "sections" not in attrs:
            sentence = _("A version has cards: send them as “text” or as “sections”.")
            raise serializers.ValidationError({"text": [sentence]})
        return attrs


class TagsField(serializers.ListField):
    """The tags of a deck, from its prefetched rows."""

    child = serializers.CharField()

    def to_representation(self, rows: Any) -> list[str]:
        return [row.tag for row in rows.all()]


@with_example(examples.DECKLIST)
class DeckListSerializer(OutputSerializer):
    system = serializers.CharField()
    format = serializers.CharField()
    name = serializers.CharField()
    sections = SectionsField()
    code = serializers.CharField()
    content_hash = serializers.CharField()


class DeckSummarySerializer(OutputSerializer):
    """What single decks and lists have in common."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.username")
    system = serializers.CharField()
    format = serializers.CharField(source="current.format")
    visibility = serializers.ChoiceField(choices=Deck.Visibility.choices)
    version = serializers.IntegerField(source="current.number")
    content_hash = serializers.CharField(source="current.content_hash")
    tags = TagsField()
    likes = serializers.IntegerField(source="like_count")
    rating = serializers.IntegerField(allow_null=True)
    changed_at = serializers.DateTimeField()


@with_example(examples.BRIEF)
class DeckBriefSerializer(DeckSummarySerializer):
    """A deck in a list, without its cards."""

    face = serializers.CharField(help_text="The code of the card that leads the deck.")
    colour = serializers.CharField(help_text="Its side, such as a faction.")


@with_example(examples.DECK)
class DeckOutSerializer(DeckSummarySerializer):
    """A deck with its cards."""

    code = serializers.SerializerMethodField(help_text="The deck code.")
    sections = serializers.SerializerMethodField()
    notes = serializers.CharField()
    forked_from = serializers.IntegerField(source="forked_from_id", allow_null=True)
    created_at = serializers.DateTimeField()

    def to_representation(self, deck: Deck) -> dict[str, Any]:
        self.decklist = decklists.of_deck(deck)
        return super().to_representation(deck)

    def get_code(self, deck: Deck) -> str:
        return str(as_data(self.decklist, system=installed_game(deck.system))["code"])

    @extend_schema_field(SectionsField())
    def get_sections(self, deck: Deck) -> dict[str, dict[str, int]]:
        return decklists.sections_of(self.decklist)


@with_example(examples.VERSION)
class VersionOutSerializer(OutputSerializer):
    number = serializers.IntegerField()
    parent = serializers.IntegerField(  # type: ignore[assignment]
        source="parent.number", read_only=True, default=None, allow_null=True
    )
    author = serializers.CharField(source="author.username", read_only=True, default="")
    message = serializers.CharField()
    name = serializers.CharField()
    format = serializers.CharField()
    content_hash = serializers.CharField()
    created_at = serializers.DateTimeField()


class ConflictSerializer(OutputSerializer):
    detail = serializers.CharField()
    current = VersionOutSerializer()
    merged = SectionsField()


@with_example(examples.DECKLIST | {"version": examples.VERSION})
class VersionCardsSerializer(DeckListSerializer):
    """The cards of one version."""

    version = VersionOutSerializer()


@with_example(examples.CHANGE)
class ChangeSerializer(OutputSerializer):
    section = serializers.CharField()
    card = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    kind = serializers.CharField(help_text="in, out or changed")


class DeckFixSerializer(OutputSerializer):
    """A change that mends a problem; only the keys it needs."""

    do = serializers.CharField(help_text="`add`, `remove` or `replace`.")
    card = serializers.CharField(required=False)
    count = serializers.IntegerField(required=False)
    section = serializers.CharField(required=False)
    line = serializers.IntegerField(required=False, help_text="Of the text that was sent.")
    text = serializers.CharField(required=False, help_text="What to write instead.")

    def to_representation(self, fix: Fix) -> dict[str, Any]:
        return {name: value for name, value in super().to_representation(fix).items() if value}


class DeckProblemSerializer(OutputSerializer):
    code = serializers.CharField()
    severity = serializers.CharField(help_text="error or warning")
    rule = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    params = FactsField(help_text="What the message names, by name.")
    message = serializers.CharField()
    fixes = DeckFixSerializer(many=True)


class RuleValueSerializer(OutputSerializer):
    rule = serializers.CharField()
    name = LocalWordsField(source="names")
    have = serializers.IntegerField()
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    binding = serializers.BooleanField()
    kept = serializers.BooleanField()


class UnreadableSerializer(ErrorSerializer):
    problems = DeckProblemSerializer(many=True, required=False, help_text="The lines that could not be read.")


@with_example(examples.REPORT)
class ReportSerializer(OutputSerializer):
    legal = serializers.BooleanField()
    problems = DeckProblemSerializer(many=True)
    rules = RuleValueSerializer(many=True)
    content_hash = serializers.CharField()
    language = serializers.CharField()


@with_example(examples.PARSED)
class ParsedSerializer(DeckListSerializer):
    problems = DeckProblemSerializer(many=True)


@with_example(examples.LIKE)
class LikeSerializer(OutputSerializer):
    likes = serializers.IntegerField()
    liked = serializers.BooleanField()


@with_example(examples.NEW_COMMENT)
class CommentInSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=MAX_COMMENT_LENGTH)


@with_example(examples.COMMENT)
class CommentOutSerializer(OutputSerializer):
    id = serializers.IntegerField()
    author = serializers.CharField(source="author.username")
    text = serializers.SerializerMethodField(help_text="Markdown; empty if it was removed.")
    html = serializers.SerializerMethodField(help_text="The same, sanitised.")
    removed = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    def get_text(self, comment: Comment) -> str:
        return "" if comment.removed_at else comment.text

    def get_html(self, comment: Comment) -> str:
        return markdown_html(self.get_text(comment))

    def get_removed(self, comment: Comment) -> bool:
        return comment.removed_at is not None


@with_example(examples.COMPLAINT)
class ComplaintInSerializer(serializers.Serializer):
    reason = serializers.CharField(max_length=MAX_REASON_LENGTH)
    comment = serializers.IntegerField(required=False, min_value=1, max_value=10**18)


@with_example(examples.NEW_LINK)
class LinkInSerializer(serializers.Serializer):
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


@with_example(examples.LINK)
class LinkOutSerializer(OutputSerializer):
    id = serializers.IntegerField()
    address = serializers.SerializerMethodField()
    expires_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()

    def get_address(self, link: ShareLink) -> str:
        return settings.SITE_URL + reverse("shared_deck", args=[link.token])


@with_example(examples.NEW_FORMAT)
class FormatInSerializer(serializers.Serializer):
    system = serializers.CharField(max_length=40, required=False)
    base = serializers.CharField(max_length=MAX_CODE_LENGTH)
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)
    params = serializers.DictField(required=False)
    limits = serializers.DictField(required=False, help_text="Most copies allowed by card code; 0 bans.")


@dataclass(frozen=True, slots=True)
class FormatRow:
    """A format of a game, or a house format with the game's format it began as."""

    format: Format
    system: GameSystem = field(repr=False)
    base: str = ""


@with_example(examples.FORMAT)
class FormatOutSerializer(OutputSerializer):
    system = serializers.CharField(source="system.code")
    code = serializers.CharField(source="format.code")
    name = serializers.SerializerMethodField()
    base = serializers.CharField(help_text="The game's format it began as; empty for the game's own.")
    params = FactsField(source="format.params")
    limits = CountsField(source="format.limits", help_text="Most copies allowed by card code; 0 bans.")
    version = serializers.CharField(
        source="format.version", help_text="Another one as soon as anything that decides about a deck changes."
    )

    def get_name(self, row: FormatRow) -> str:
        return row.format.names[current_language()]
