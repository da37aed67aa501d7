"""Forms about decks."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from simulator.engine.values import tidy

from .models import MAX_MESSAGE_LENGTH, MAX_NOTES_LENGTH, MAX_TAG_LENGTH, Deck

MAX_TAGS = 10
EXPIRIES = {"": None, "1": 1, "7": 7, "30": 30}


class DescribeForm(forms.Form):
    """Notes and tags."""

    notes = forms.CharField(
        label=_("Notes"),
        required=False,
        max_length=MAX_NOTES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("How it is played, what could be changed. Markdown makes lists, links and **bold** words."),
    )
    tags = forms.CharField(
        label=_("Tags"), required=False, max_length=400, help_text=_("Up to ten words, with commas between them.")
    )

    def clean_tags(self) -> list[str]:
        return parse_tags(self.cleaned_data["tags"])

    def clean_notes(self) -> str:
        return str(self.cleaned_data["notes"]).replace("\x00", "")


def parse_tags(text: str) -> list[str]:
    """Parse comma-separated tags: lower case, without duplicates.

    Raise ValidationError if there are too many or one is too long.
    """
    words = dict.fromkeys(tidy(word).casefold() for word in text.replace("#", " ").split(","))
    tags = [word for word in words if word]
    if len(tags) > MAX_TAGS:
        raise forms.ValidationError(_("These are %(have)s tags; a deck has at most ten."), params={"have": len(tags)})
    for tag in tags:
        if len(tag) > MAX_TAG_LENGTH:
            raise forms.ValidationError(
                _("“%(tag)s” is too long for a tag: at most %(most)s characters."),
                params={"tag": tag[:60], "most": MAX_TAG_LENGTH},
            )
    return tags


class VisibilityForm(forms.Form):
    visibility = forms.ChoiceField(label=_("Who may see this deck"), choices=Deck.Visibility.choices)


class LinkForm(forms.Form):
    """A new share link, with or without an expiry date."""

    days = forms.ChoiceField(
        label=_("The link works"),
        required=False,
        choices=[
            ("", _("until you revoke it")),
            ("1", _("for a day")),
            ("7", _("for a week")),
            ("30", _("for a month")),
        ],
    )

    def expires_at(self) -> Any:
        days = EXPIRIES[self.cleaned_data["days"]]
        return timezone.now() + timedelta(days=days) if days else None


class CompareForm(forms.Form):
    """Two version numbers to compare."""

    before = forms.IntegerField(min_value=1, max_value=10**9)
    after = forms.IntegerField(min_value=1, max_value=10**9)


class RestoreForm(forms.Form):
    message = forms.CharField(required=False, max_length=MAX_MESSAGE_LENGTH)
