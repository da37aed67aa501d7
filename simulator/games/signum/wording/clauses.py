"""One effect as a clause, with the shorter forms it has after another clause.

Sequences and choices of clauses are effects.py; noun phrases are targets.py.
"""

from typing import Final

from simulator.games.signum.cards.abilities import Effect, Target
from simulator.games.signum.cards.keywords import IMMOBILE
from simulator.games.signum.wording.language import ORDER, STATEMENT, Language, Table, Values, fill
from simulator.games.signum.wording.targets import DEFINITE, EACH, PICKED, Context, Phrase, is_self, phrase

# Verbs whose texts begin with the same word, which the second of two in a row omits.
_FAMILIES: Final = (
    ("grant", "armour", "concentrate", "hide"),
    ("destroy", "destroy_building", "destroy_relic", "destroy_terrain"),
)
# Templates with these beginnings have a subject; all others are orders to the player.
_BY_TARGET: Final = "{to} "
_BY_OPPONENT: Final = "{opponent} "


class Clause:
    """One effect as text.

    It is "your hero" + "gains +2 armour", or an order to the player, "draw 1 card".
    """

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
        self.subject_again = ""  # "it", if the previous clause has the same subject
        self.it = ""  # the same for the object of an order, if the language has such a word
        self.about = ""  # the key of the target
        self.is_certain = False  # no choice, so a second clause about the same target need not name it again
        self.family: tuple[str, ...] = ()  # the verbs that begin with the same word

    @property
    def body(self) -> str:
        return fill(self.template, self.values, form=self.form, mood=self.mood)

    @property
    def text(self) -> str:
        return f"{self.subject} {self.body}".strip()

    def text_after(self, before: "Clause") -> str:
        """The clause after another one.

        Names a shared target once, and uses no order after a statement.
        """
        named = self.is_certain and self.about == before.about
        if not self.is_order:
            return f"{self.subject_again} {self.body}" if named else self.text
        mood = self.mood if before.is_order else STATEMENT
        values = {**self.values, "to": self.it, "each": self.it} if named and self.it else self.values
        return fill(self.template, values, form=self.form, mood=mood)

    def has_subject_of(self, before: "Clause") -> bool:
        return not self.is_order and not before.is_order and self.about == before.about

    def news_after(self, before: "Clause") -> str:
        """The clause without its subject; of two gains the second also omits "gains"."""
        verb, _, rest = self.body.partition(" ")
        repeats_verb = bool(self.family) and self.family == before.family and before.body.startswith(f"{verb} ")
        return rest if repeats_verb else self.body


def clause(effect: Effect, values: Values, context: Context) -> Clause:
    """The clause of an effect, with the values of its template."""
    language = context.language
    template = language.verbs[_case(effect, language)]
    mood = mood_after(context)
    if effect.to is not None:
        result = _targeted(template, values, target=effect.to, context=context, mood=mood)
    else:
        result = Clause(template.removeprefix(_BY_OPPONENT), values, mood=mood)
        if template.startswith(_BY_OPPONENT):
            result.is_order = False
            result.is_certain = True
            result.about = "opponent"
            result.subject = result.subject_again = language.frames["opponent"]
    result.family = next((family for family in _FAMILIES if effect.verb in family), ())
    return result


def mood_after(context: Context) -> int:
    """The mood of clauses: after a trigger, an order could be misread."""
    return STATEMENT if context.trigger and context.language.states_to_player else ORDER


def _targeted(template: str, values: Values, *, target: Target, context: Context, mood: int) -> Clause:
    frames = context.language.frames
    noun = phrase(target, context, quantity=EACH if "{each}" in template else PICKED)
    certain = target.who in DEFINITE
    body = template.removeprefix(_BY_TARGET) + noun.proviso
    result = Clause(body, {**values, "to": noun.text, "each": noun.text}, mood=mood, form=int(noun.plural))
    result.has_proviso = bool(noun.proviso)
    result.about = noun.key
    result.is_certain = certain or target.every
    result.is_order = not template.startswith(_BY_TARGET)
    if result.is_order:
        result.it = frames["it_again.many" if noun.plural else "it_again"] if certain else ""
    else:
        known = context.self_is_known and is_self(target.who, context.card)
        result.subject = frames["it"] if known else noun.text
        result.subject_again = _latter(noun, frames) if certain else noun.text
    return result


def _latter(noun: Phrase, frames: Table) -> str:
    """The pronoun of a target that the clause before named."""
    return fill(frames["the_latter.many" if noun.plural else "the_latter"], {}, form=int(noun.feminine))


def _case(effect: Effect, language: Language) -> str:
    """The key of the verb's template: the narrowest case the language distinguishes."""
    verb = effect.verb
    if verb == "grant" and [grant.keyword for grant in effect.grants] == [IMMOBILE]:
        return "grant.immobile"
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
