"""Forms for collections, holdings and boxes."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from collection.games import first_game, games_in_order
from signum_site.core.i18n import current_language
from simulator.engine.game_system import GameSystem
from simulator.engine.values import tidy

from .models import COUNTS, MAX_COPIES, MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_PLACE_LENGTH

MAX_KEY_LENGTH = 64


class TidyField(forms.CharField):
    """A single line without characters that cannot be displayed or stored."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class CollectionForm(forms.Form):
    name = TidyField(label=_("Name"), max_length=MAX_NAME_LENGTH)
    system = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(self, *args: Any, games: Sequence[GameSystem] = (), **kwargs: Any) -> None:
        """`games` are those to choose from; without them, the initial game is not shown."""
        super().__init__(*args, **kwargs)
        names = [(system.code, system.name[current_language()]) for system in games_in_order()]
        self.fields["system"].choices = names  # type: ignore[attr-defined]
        if not games:
            self.fields["system"].widget = forms.HiddenInput()

    def clean_system(self) -> str:
        return self.cleaned_data["system"] or first_game().code


class NameForm(forms.Form):
    name = TidyField(label=_("Name"), max_length=MAX_NAME_LENGTH)


class ChangeForm(forms.Form):
    """A click on + or −."""

    printing = forms.CharField(max_length=60)
    system = forms.CharField(max_length=40)
    what = forms.ChoiceField(choices=[(what, what) for what in COUNTS])
    by = forms.IntegerField(min_value=-MAX_COPIES, max_value=MAX_COPIES)
    key = forms.CharField(max_length=MAX_KEY_LENGTH, required=False)
    collection = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class HoldingForm(forms.Form):
    """The place and note of one printing."""

    place = TidyField(label=_("Place"), max_length=MAX_PLACE_LENGTH, required=False)
    note = TidyField(label=_("Note"), max_length=MAX_NOTE_LENGTH, required=False)
    key = forms.CharField(max_length=MAX_KEY_LENGTH, required=False, widget=forms.HiddenInput)


class BoxForm(forms.Form):
    product = forms.CharField(max_length=120)
    boxes = forms.IntegerField(min_value=1, max_value=99, initial=1)
    key = forms.CharField(max_length=MAX_KEY_LENGTH, required=False)
