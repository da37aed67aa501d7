"""The form for a new simulation; batches/request_parser.py validates its values."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from decks.models import Deck, DeckVersion
from signum_site.core.i18n import current_language
from signum_site.core.numbers import parse_int
from simulator.batches.request import MAX_OPPONENTS, MAX_TEXT_LENGTH, BatchRequestError, new_seed
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.totals import ENTRANTS
from simulator.engine.play.options import Option
from simulator.models.batches import Batch

if TYPE_CHECKING:
    from decks.models import Visitor

PASTED = "text"
OPTION = "option_"
"""Prefix of the fields of table options."""
FREE = "free"
GAMES = (200, 1_000, 4_000)
UNTIL = [
    ("", _("play all games")),
    ("0.05", _("when narrower than ± 5 points")),
    ("0.03", _("when narrower than ± 3 points")),
    ("0.02", _("when narrower than ± 2 points")),
    ("0.01", _("when narrower than ± 1 point")),
]
TEST = [
    ("", _("no test")),
    ("0.02", _("2 points")),
    ("0.05", _("5 points")),
    ("0.1", _("10 points")),
]
MAX_OWN_DECKS = 100


def deck_choices(system: GameSystem, user: "Visitor") -> list[tuple[str, list[tuple[str, str]]]]:
    """Choices of decks: the user's own, then reference decks.

    Values start with the kind of deck.
    """
    own = Deck.objects.owned_by(user).filter(system=system.code).exclude(current=None)[:MAX_OWN_DECKS]
    versions = [(f"version:{deck.current_id}", deck.name) for deck in own]
    references = [(f"reference:{reference.deck.name}", reference.deck.name) for reference in system.reference_decks()]
    groups = [(str(_("Your decks")), versions), (str(_("Reference decks")), references)]
    return [group for group in groups if group[1]]


def unlisted_version_name(value: str, user: "Visitor") -> str | None:
    """The name of a version that is not a listed choice.

    It is an older version, or a public deck of another user.
    """
    kind, _colon, number = value.partition(":")
    pk = parse_int(number)
    if kind != "version" or pk is None:
        return None
    version = DeckVersion.objects.filter(pk=pk, deck__in=Deck.objects.visible_to(user)).first()
    # An invisible version stays a choice, so that the response is the same as for a missing one.
    return f"{version.name} {version.number}" if version is not None else number


class BatchForm(forms.Form):
    deck = forms.ChoiceField(label=_("deck"))
    text = forms.CharField(
        label=_("decklist, deck code or link"), required=False, max_length=MAX_TEXT_LENGTH, strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_("A deck pasted here is played in place of the one chosen above."),
    )  # fmt: skip
    kind = forms.ChoiceField(label=_("match-ups"), choices=Batch.Kind, widget=forms.RadioSelect, initial="gauntlet")
    others = forms.MultipleChoiceField(label=_("chosen decks"), required=False, widget=forms.CheckboxSelectMultiple)
    games = forms.ChoiceField(label=_("games per match-up"), widget=forms.RadioSelect, initial=str(GAMES[0]))
    free_games = forms.IntegerField(label=_("another number of games"), required=False)
    until = forms.ChoiceField(label=_("stop a match-up early"), choices=UNTIL, required=False)
    test = forms.ChoiceField(
        label=_("stop as soon as it is clear which deck is better, by"),
        choices=TEST,
        required=False,
        help_text=_(
            "For one chosen opponent. A deck is better by 5 points if it scores 55 %. To see that takes about "
            "500 games, 10 points take 130 and 2 points 3,000. No more are played than chosen above."
        ),
    )
    policy = forms.ChoiceField(
        label=_("who plays"),
        help_text=_("A computer player. The one chosen is the strongest; the others are for comparison."),
    )
    seed = forms.IntegerField(
        label=_("seed"), initial=new_seed, help_text=_("Drawn at random. The same seed gives the same games again.")
    )

    def __init__(self, *args: Any, system: GameSystem, user: "Visitor", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system, self.user = system, user
        self._add_table_fields(system)
        decks = deck_choices(system, user)
        selected = str((self.data if self.is_bound else self.initial).get("deck", ""))
        listed = {value for _group, choices in decks for value, _name in choices}
        if selected not in listed and (name := unlisted_version_name(selected, user)) is not None:
            decks = [(str(_("This deck")), [(selected, name)]), *decks]
        self._choice_field("deck").choices = [*decks, (PASTED, _("a pasted deck"))]
        self._choice_field("others").choices = [choice for _group, choices in decks for choice in choices]
        numbers = [(str(number), number_format(number, force_grouping=True)) for number in GAMES]
        self._choice_field("games").choices = [*numbers, (FREE, _("another number"))]
        latest = {system.policy_name(name.rpartition("-")[0]) for name in system.policies}
        policies = sorted(latest | {system.standard_policy})
        self._choice_field("policy").choices = [(policy, policy) for policy in policies]
        self.initial.setdefault("policy", system.standard_policy)

    def _add_table_fields(self, system: GameSystem) -> None:
        """The number of players, if the game has a choice, and the options of a table."""
        if max(system.seats) > ENTRANTS:
            self._choice_field("kind").choices = kind_choices(system)
        if len(system.seats) > 1:
            self.fields["players"] = forms.ChoiceField(
                label=_("players"),
                choices=[(str(seats), seats) for seats in system.seats],
                initial=self._usual_seats,
                required=False,
            )
        for option in system.options:
            self.fields[f"{OPTION}{option.code}"] = option_field(option)

    @property
    def _usual_seats(self) -> str:
        return str(ENTRANTS if ENTRANTS in self.system.seats else min(self.system.seats))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The options of a table, for the template."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def has_option_errors(self) -> bool:
        return any(field.errors for field in self.option_fields)

    def _choice_field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("games") == FREE and cleaned.get("free_games", 0) is None:
            self.add_error("free_games", self.fields["free_games"].error_messages["required"])
        if cleaned.get("kind") == Batch.Kind.TABLE and cleaned.get("players", str(ENTRANTS)) not in ("", str(ENTRANTS)):
            self.add_error("kind", _("Pairs need two players; choose another kind for %(players)s.") % cleaned)
        return cleaned

    @property
    def is_pasted(self) -> bool:
        """Whether to use the pasted deck. Pasted text wins over the selected choice."""
        return self.data.get("deck") == PASTED or bool(self.data.get("text", "").strip())

    def raw(self) -> dict[str, Any]:
        """The request as the API would receive it; invalid fields as the user typed them."""
        texts = {name: self.data.get(name, "") for name in self.fields} | {"others": []}
        values = texts | self.cleaned_data
        deck = deck_request(PASTED if self.is_pasted else values["deck"], text=values["text"])
        others = [deck_request(value) for value in values["others"][: MAX_OPPONENTS + 1]]
        others_only = [other for other in others if other != deck]
        raw: dict[str, Any] = {
            "system": self.system.code,
            "games": values["free_games"] if values["games"] == FREE else values["games"],
            "until": values["until"] or None,
            "test": values["test"] or None,
            "policy": values["policy"],
            "seed": values["seed"],
            "players": values.get("players") or self._usual_seats,
            "options": self._changed_options(values),
        }
        if raw["players"] != str(ENTRANTS):
            tables = {} if values["kind"] == Batch.Kind.GAUNTLET else {"others": [others_only]}
            return raw | {"deck": deck} | tables
        if values["kind"] == Batch.Kind.TABLE:
            return raw | {"table": [deck, *others_only]}
        return raw | {"deck": deck, "against": "references" if values["kind"] == Batch.Kind.GAUNTLET else others}

    def _changed_options(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Options that differ from the default, so that those of other tables stay out of the request."""
        changed = {}
        for option in self.system.options:
            value = values.get(f"{OPTION}{option.code}")
            if value not in (None, "", option.default) and not (
                option.kind == "set" and tuple(value) == option.default
            ):
                changed[option.code] = value
        return changed

    def add_refusals(self, error: BatchRequestError) -> None:
        """Adds each refusal to its field, unless the field already has an error."""
        invalid = set(self.errors)
        for refusal in error.refusals:
            name = refusal.field.partition("[")[0].replace("options.", OPTION)
            field = {"against": "others", "table": "others", "games": "games"}.get(name, name)
            if field == "deck" and self.is_pasted:
                field = "text"
            if field not in invalid and not (field == "games" and "free_games" in invalid):
                self.add_error(field if field in self.fields else None, refusal.message)


def kind_choices(system: GameSystem) -> list[tuple[str, Any]]:
    """Kinds of simulations, in words that fit any number of players the game has."""
    choices: list[tuple[str, Any]] = [
        (str(Batch.Kind.GAUNTLET), _("with reference decks")),
        (str(Batch.Kind.CHOSEN), _("with chosen decks")),
        (str(Batch.Kind.TABLE), _("every pair of the chosen decks; two players only")),
    ]
    return choices if ENTRANTS in system.seats else choices[:2]


def option_field(option: Option) -> forms.Field:
    """The form field of an option, with its default."""
    language = current_language()
    labels = [(code, words[language]) for code, words in option.labels.items()]
    common: dict[str, Any] = {
        "label": option.names[language],
        "help_text": option.summary[language] if option.summary else "",
        "initial": list(option.default) if isinstance(option.default, tuple) else option.default,
        "required": False,
    }
    if option.kind == "flag":
        return forms.BooleanField(**common)
    if option.kind == "number":
        return forms.IntegerField(**common, min_value=option.least, max_value=option.most)
    if option.kind == "set":
        return forms.MultipleChoiceField(**common, choices=labels, widget=forms.CheckboxSelectMultiple)
    return forms.ChoiceField(**common, choices=labels)


def deck_request(value: str, *, text: str = "") -> dict[str, Any]:
    """Converts the value of a choice to a deck for batches/request_parser.py."""
    kind, _colon, rest = value.partition(":")
    return {kind: text if kind == PASTED else rest}
