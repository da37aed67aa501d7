"""What people send about their collections, made sense of or refused with a sentence."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from collection.games import first_game
from simulator import games
from simulator.engine.values import tidy

from .models import COUNTS, LONGEST_NAME, LONGEST_NOTE, LONGEST_PLACE, MOST_OF_ONE

LONGEST_KEY = 64


class TidyField(forms.CharField):
    """One line without characters that cannot be seen or stored."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class CollectionForm(forms.Form):
    name = TidyField(label=_("Name"), max_length=LONGEST_NAME)
    system = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        systems = games.systems()
        self.fields["system"].choices = [(code, system.name.en) for code, system in systems.items()]  # type: ignore[attr-defined]
        if len(systems) < 2:
            self.fields["system"].widget = forms.HiddenInput()

    def clean_system(self) -> str:
        return self.cleaned_data["system"] or first_game().code


class NameForm(forms.Form):
    name = TidyField(label=_("Name"), max_length=LONGEST_NAME)


class ChangeForm(forms.Form):
    """A press of + or −."""

    printing = forms.CharField(max_length=60)
    system = forms.CharField(max_length=40)
    what = forms.ChoiceField(choices=[(what, what) for what in COUNTS])
    by = forms.IntegerField(min_value=-MOST_OF_ONE, max_value=MOST_OF_ONE)
    key = forms.CharField(max_length=LONGEST_KEY, required=False)
    collection = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class HoldingForm(forms.Form):
    """Everything about one printing; what is left out stays as it is."""

    place = TidyField(label=_("Place"), max_length=LONGEST_PLACE, required=False)
    note = TidyField(label=_("Note"), max_length=LONGEST_NOTE, required=False)
    key = forms.CharField(max_length=LONGEST_KEY, required=False, widget=forms.HiddenInput)


class BoxForm(forms.Form):
    product = forms.CharField(max_length=120)
    boxes = forms.IntegerField(min_value=1, max_value=99, initial=1)
    key = forms.CharField(max_length=LONGEST_KEY, required=False)
