"""One effect as a clause: its template filled, and the shorter forms it takes after another clause.

Putting clauses in a row, or into a choice, is effects.py; whom they are about is targets.py.
"""

from typing import Final

from simulator.games.signum.cards.abilities import Effect, Target
from simulator.games.signum.wording.language import ORDER, STATEMENT, Language, Values, fill
from simulator.games.signum.wording.targets import DEFINITE, EACH, PICKED, Context, is_self, phrase

# Verbs that begin with the same word: of two in a row the second need not say it again.
_FAMILIES: Final = (
    ("grant", "armour", "concentrate", "hide"),
    ("destroy", "destroy_building", "destroy_relic", "destroy_terrain"),
)
# How templates begin that are about somebody; all others are orders to the player.
_BY_TARGET: Final = "{to} "
_BY_OPPONENT: Final = "{opponent} "


class Clause:
    """One effect said: "your hero" + "gains +2 armour", or an order to the player, "draw 1 card"."""

    __slots__ = (
        "about", "family", "form", "has_proviso", "is_certain", "is_order", "it", "mood", "subject",
        "subject_again", "template", "values",
    )  # fmt: skip

    def __init__(self, template: str, values: Values, *, mood: int, form: int = 0) -> None:
        self.template = template  # without its subject
        self.values = values
        self.form = form  # of the verb: singular or plural
        self.mood = mood  # of an order: ORDER, or STATEMENT ("you draw 1 card")
        self.has_proviso = False  # "if it is wounded", at the end
        self.is_order = True
        self.subject = ""
        self.subject_again = ""  # "it", for one that the clause before was about
        self.it = ""  # the same for one an order is about, where the language has such a word
        self.about = ""  # the key of whom it is about
        self.is_certain = False  # a second clause about the same need not name it again: nobody chooses anew
        self.family: tuple[str, ...] = ()  # the verbs that begin with the same word

    @property
    def body(self) -> str:
        return fill(self.template, self.values, form=self.form, mood=self.mood)

    @property
    def text(self) -> str:
        return f"{self.subject} {self.body}".strip()

    def text_after(self, before: "Clause") -> str:
        """The clause after another one: whom both are about is named once, and after a statement follows no order."""
        named = self.is_certain and self.about == before.about
        if not self.is_order:
            return f"{self.subject_again} {self.body}" if named else self.text
        mood = self.mood if before.is_order else STATEMENT
        values = {**self.values, "to": self.it, "each": self.it} if named and self.it else self.values
        return fill(self.template, values, form=self.form, mood=mood)

    def has_subject_of(self, before: "Clause") -> bool:
        return not self.is_order and not before.is_order and self.about == before.about

    def news_after(self, before: "Clause") -> str:
        """Without the subject: of two gains the second does not even say "gains"."""
        verb, _, rest = self.body.partition(" ")
        says_it_again = bool(self.family) and self.family == before.family and before.body.startswith(f"{verb} ")
        return rest if says_it_again else self.body


def clause(effect: Effect, values: Values, context: Context) -> Clause:
    """The effect, with the values its template asks for."""
    language = context.language
    template = language.verbs[_case(effect, language)]
    mood = mood_after(context)
    if effect.to is not None:
        made = _targeted(template, values, target=effect.to, context=context, mood=mood)
    else:
        made = Clause(template.removeprefix(_BY_OPPONENT), values, mood=mood)
        if template.startswith(_BY_OPPONENT):
            made.is_order = False
            made.is_certain = True
            made.about = "opponent"
            made.subject = made.subject_again = language.frames["opponent"]
    made.family = next((family for family in _FAMILIES if effect.verb in family), ())
    return made


def mood_after(context: Context) -> int:
    """What the player does is ordered; but after a trigger, where an order could be misread, it is stated."""
    return STATEMENT if context.trigger and context.language.states_to_player else ORDER


def _targeted(template: str, values: Values, *, target: Target, context: Context, mood: int) -> Clause:
    frames = context.language.frames
    said = phrase(target, context, quantity=EACH if "{each}" in template else PICKED)
    certain = target.who in DEFINITE
    body = template.removeprefix(_BY_TARGET) + said.proviso
    made = Clause(body, {**values, "to": said.text, "each": said.text}, mood=mood, form=int(said.plural))
    made.has_proviso = bool(said.proviso)
    made.about = said.key
    made.is_certain = certain or target.every
    made.is_order = not template.startswith(_BY_TARGET)
    if made.is_order:
        made.it = frames["it_again"] if certain else ""
    else:
        known = context.self_is_known and is_self(target.who, context.card)
        made.subject = frames["it"] if known else said.text
        made.subject_again = fill(frames["the_latter"], {}, form=int(said.feminine)) if certain else said.text
    return made


def _case(effect: Effect, language: Language) -> str:
    """The key of the verb's template: the narrowest case the language distinguishes."""
    verb = effect.verb
    if verb == "grant" and all(grant.stat and grant.value < 0 for grant in effect.grants):
        return "grant.loss"
    if verb in ("draw", "discard"):
        return f"{verb}.{effect.player}"
    if verb == "prosperity":
        return f"prosperity.{'loss.' if effect.amount < 0 else ''}{effect.player}"
    if verb == "recover":
        return f"recover.{effect.card}"
    if verb == "cancel":
        return f"cancel.{effect.into}"
    if verb == "roll" and effect.dice == 1:
        return "roll.one"
    side = effect.to.who.partition("_")[0] if effect.to is not None else ""
    return f"{verb}.{side}" if f"{verb}.{side}" in language.verbs else verb
