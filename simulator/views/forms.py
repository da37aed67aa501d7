"""The form that asks for a simulation. It only gathers; what may be asked for is batches/request.py."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from decks.models import Deck, DeckVersion
from signum_site.core.numbers import parse_int
from simulator.batches.request import LONGEST_TEXT, MOST_OPPONENTS, BatchRequestError
from simulator.engine.system import GameSystem
from simulator.models.batches import Batch

if TYPE_CHECKING:
    from decks.models import Visitor

PASTED = "text"
FREE = "free"
GAMES = (200, 1_000, 4_000)
UNTIL = [
    ("", _("play all games")),
    ("0.05", _("when narrower than ± 5 points")),
    ("0.03", _("when narrower than ± 3 points")),
    ("0.02", _("when narrower than ± 2 points")),
    ("0.01", _("when narrower than ± 1 point")),
]
OWN_DECKS_SHOWN = 100


def choices_of_decks(system: GameSystem, user: "Visitor") -> list[tuple[str, list[tuple[str, str]]]]:
    """Own decks, then reference decks; the value says which kind it is."""
    own = Deck.objects.owned_by(user).filter(system=system.code).exclude(current=None)[:OWN_DECKS_SHOWN]
    mine = [(f"version:{deck.current_id}", deck.name) for deck in own]
    references = [(f"reference:{one.deck.name}", one.deck.name) for one in system.reference_decks()]
    groups = [(str(_("Your decks")), mine), (str(_("Reference decks")), references)]
    return [group for group in groups if group[1]]


def other_version(value: str, user: "Visitor") -> str | None:
    """The name of a version that is not in the list: an older one, or somebody's public deck."""
    kind, _colon, number = value.partition(":")
    pk = parse_int(number)
    if kind != "version" or pk is None:
        return None
    version = DeckVersion.objects.filter(pk=pk, deck__in=Deck.objects.visible_to(user)).first()
    # What is not theirs to see may still be asked for: the answer is the same as for what is not there.
    return f"{version.name} {version.number}" if version is not None else number


class BatchForm(forms.Form):
    deck = forms.ChoiceField(label=_("deck"))
    text = forms.CharField(
        label=_("decklist or deck code"), required=False, max_length=LONGEST_TEXT, strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_("A deck pasted here is played in place of the one chosen above."),
    )  # fmt: skip
    kind = forms.ChoiceField(label=_("match-ups"), choices=Batch.Kind, widget=forms.RadioSelect, initial="gauntlet")
    others = forms.MultipleChoiceField(label=_("chosen decks"), required=False, widget=forms.CheckboxSelectMultiple)
    games = forms.ChoiceField(label=_("games per match-up"), widget=forms.RadioSelect, initial=str(GAMES[0]))
    free_games = forms.IntegerField(label=_("another number of games"), required=False)
    until = forms.ChoiceField(label=_("stop a match-up early"), choices=UNTIL, required=False)
    policy = forms.ChoiceField(
        label=_("who plays"),
        help_text=_("A computer player. The one chosen is the strongest; the others are for comparison."),
    )
    seed = forms.IntegerField(
        label=_("seed"), initial=1, help_text=_("The same seed gives the same games, again and again.")
    )

    def __init__(self, *args: Any, system: GameSystem, user: "Visitor", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system, self.user = system, user
        decks = choices_of_decks(system, user)
        wanted = str((self.data if self.is_bound else self.initial).get("deck", ""))
        known = {value for _group, choices in decks for value, _name in choices}
        if wanted not in known and (other := other_version(wanted, user)) is not None:
            decks = [(str(_("This deck")), [(wanted, other)]), *decks]
        self._field("deck").choices = [*decks, (PASTED, _("a pasted deck"))]
        self._field("others").choices = [choice for _group, choices in decks for choice in choices]
        numbers = [(str(number), number_format(number, force_grouping=True)) for number in GAMES]
        self._field("games").choices = [*numbers, (FREE, _("another number"))]
        newest = sorted({system.policy_name(name.rpartition("-")[0]) for name in system.policies})
        self._field("policy").choices = [(name, name) for name in newest]
        self.initial.setdefault("policy", best_policy(system))

    def _field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("games") == FREE and told.get("free_games", 0) is None:
            self.add_error("free_games", self.fields["free_games"].error_messages["required"])
        return told

    @property
    def is_pasted(self) -> bool:
        """Whoever pastes a deck means it, whatever the list above it was left at."""
        return self.data.get("deck") == PASTED or bool(self.data.get("text", "").strip())

    def raw(self) -> dict[str, Any]:
        """The request as the API would send it; where a field was not understood, as it was typed."""
        typed = {name: self.data.get(name, "") for name in self.fields} | {"others": []}
        told = typed | self.cleaned_data
        mine = given(PASTED if self.is_pasted else told["deck"], text=told["text"])
        others = [given(value) for value in told["others"][: MOST_OPPONENTS + 1]]
        raw: dict[str, Any] = {
            "system": self.system.code,
            "games": told["free_games"] if told["games"] == FREE else told["games"],
            "until": told["until"] or None,
            "policy": told["policy"],
            "seed": told["seed"],
        }
        if told["kind"] == Batch.Kind.TABLE:
            return raw | {"table": [mine, *(other for other in others if other != mine)]}
        return raw | {"deck": mine, "against": "references" if told["kind"] == Batch.Kind.GAUNTLET else others}

    def take(self, fault: BatchRequestError) -> None:
        """Every refusal beside the field it is about; what the form has said itself is not said twice."""
        said = set(self.errors)
        for refusal in fault.refusals:
            name = refusal.field.partition("[")[0]
            place = {"against": "others", "table": "others", "games": "games"}.get(name, name)
            if place == "deck" and self.is_pasted:
                place = "text"
            if place not in said and not (place == "games" and "free_games" in said):
                self.add_error(place if place in self.fields else None, refusal.message)


def given(value: str, *, text: str = "") -> dict[str, Any]:
    """A deck as batches/request.py reads it, from the value of a choice."""
    kind, _colon, rest = value.partition(":")
    return {kind: text if kind == PASTED else rest}


def best_policy(system: GameSystem) -> str:
    """Greedy where there is one, else the last listed: policies are listed from the quickest on."""
    try:
        return system.policy_name("greedy")
    except LookupError:
        return list(system.policies)[-1]
