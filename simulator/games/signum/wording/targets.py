"""Noun phrases of targets.

Examples: "your hero", "2 of your other wounded Guild characters within L". The same code for all languages; nouns,
adjectives, determiners and filters are in the tables of the languages.
"""

from typing import Final

from simulator.games.signum.cards.abilities import Target
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.wording.language import Language, Noun, fill

LENGTHS: Final = {millimetres: letter for letter, millimetres in LENGTHS_MM.items()}

# Quantities of a phrase: as many as are picked; each of them (damage to each); all of a kind.
PICKED: Final = "picked"
EACH: Final = "each"
GENERIC: Final = "generic"

# Targets without a choice, so that a second mention means the same creature.
DEFINITE: Final = ("self", "that_creature", "chosen", "own_hero", "enemy_hero")

DECLARED: Final = "declared"
"""K-50 The context of Steam Engine, no trigger of card data: "that creature" is the declared target."""

OWN_ACT: Final = "own_act"
"""K-12, K-26 The context of Contract and Howl, no trigger either: the creature itself has done something."""

# Triggers about a character, for which "that character" is used instead of "that creature".
_ABOUT_CHARACTERS: Final = ("own_summons", "enemy_summons", "own_character_dies", "enemy_character_dies")


class Context:
    """The context of a phrase: the language, the card, and the trigger before it."""

    __slots__ = ("card", "chosen", "heard_within", "language", "searching", "self_is_known", "trigger")

    def __init__(self, language: Language, card: SignumCard, *, trigger: str = "", searching: bool = False) -> None:
        self.language = language
        self.card = card
        self.trigger = trigger
        self.searching = searching  # S-6.5: on ruins, "self" is the searching character
        self.self_is_known = False  # already named, so that "it" is enough
        self.heard_within = 0  # K-26: the distance of a Howl, which its effects need not repeat
        self.chosen: Target | None = None  # what the effects before chose last

    def knowing_self(self) -> "Context":
        known = Context(self.language, self.card, trigger=self.trigger, searching=self.searching)
        known.self_is_known = True
        return known

    @property
    def has_body(self) -> bool:
        """Whether a creature has the ability.

        Otherwise distances start at the player's hero.
        """
        return self.searching or self.card.type in ("hero", "character")

    @property
    def class_word(self) -> str:
        """The faction that selects Guild (Vallor) or Order (Grypharim).

        `any` for other cards.
        """
        return self.card.faction if self.card.faction in ("vallor", "grypharim") else "any"


class Phrase:
    """A noun phrase with its number and gender. `key` is equal for equal targets."""

    __slots__ = ("feminine", "key", "plural", "proviso", "text")

    def __init__(self, text: str, *, plural: bool, feminine: bool, key: str) -> None:
        self.text = text
        self.plural = plural
        self.feminine = feminine
        self.key = key
        self.proviso = ""  # " if it is wounded", for the end of the clause


def phrase(target: Target, context: Context, *, quantity: str = PICKED, others: bool = False) -> Phrase:
    """The noun phrase of a target; `others` excludes the source itself."""
    who = _resolve(target.who, context)
    side = who.partition("_")[0]
    noun = context.language.nouns[_noun(who, context)]
    adjectives = _adjectives(target, context, side=side)
    if who in DEFINITE:
        return _definite(target, who, context, noun=noun, adjectives=adjectives)
    amount, plural = _amount(target, quantity)
    case = f"{'own' if side == 'own' else 'any'}.{amount}{'.other' if target.other or others else ''}"
    text = _with_determiner(case, noun, adjectives, context.language, n=target.pick)
    text = " ".join([text, *_filters(target, context)])
    return Phrase(text, plural=plural, feminine=noun.feminine, key=_key(target, who))


def _definite(target: Target, who: str, context: Context, *, noun: Noun, adjectives: list[str]) -> Phrase:
    """A definite target. Filters do not narrow a choice here; they become conditions."""
    language = context.language
    case = _definite_case(who, context)
    chosen = context.chosen if who == "chosen" else None
    text = _with_determiner(case, noun, [adjective for adjective in adjectives if adjective == "enemy"], language)
    # "The target" and "the attacker" are masculine in all languages.
    feminine = noun.feminine and case not in ("that.attacks", "that.is_attacked", "that.declared")
    key = _key(target, who) if chosen is None else _key(chosen, chosen.who)
    result = Phrase(text, plural=chosen is not None and chosen.pick > 1, feminine=feminine, key=key)
    provisos = []
    narrowing = [adjective for adjective in adjectives if adjective not in ("enemy", "wounded")]
    if narrowing:
        provisos.append(_with_determiner("if_it_is_a", noun, narrowing, language))
    if target.wounded:
        provisos.append(fill(language.determiners["if_it_is_wounded"], {}, form=int(feminine)))
    if target.strength_at_most >= 0:
        provisos.append(fill(language.determiners["if_strength_at_most"], {"n": target.strength_at_most}))
    provisos += [fill(language.determiners["if_it_is"], {"where": where}) for where in _places(target, context)]
    if provisos:
        result.proviso = " " + f" {language.frames['and']} ".join(provisos)
    return result


def _with_determiner(case: str, noun: Noun, adjectives: list[str], language: Language, *, n: int = 1) -> str:
    values: dict[str, str | int] = {
        "one": _with_adjectives(noun, adjectives, plural=False, language=language),
        "many": _with_adjectives(noun, adjectives, plural=True, language=language),
        "a": noun.a,
        "the": noun.the,
        "n": n,
    }
    return fill(language.determiners[case], values, form=int(noun.feminine))


def self_phrase(context: Context) -> str:
    """The creature with the ability; "it", or nothing, once it has been named."""
    if context.self_is_known:
        return context.language.frames["it"]
    return phrase(Target("self"), context).text


def _resolve(who: str, context: Context) -> str:
    """`self` on a relic or spell is the player's hero.

    `own_hero` on the hero's card is the hero itself.
    """
    if who == "self" and not context.has_body:
        return "own_hero"
    return "self" if who == "own_hero" and context.card.type == "hero" else who


def is_self(who: str, card: SignumCard) -> bool:
    """Whether the target is the creature with the ability or, on a relic, its hero."""
    return who == "self" or (who == "own_hero" and card.type in ("hero", "relic"))


def _definite_case(who: str, context: Context) -> str:
    if who == "self":
        return "searching" if context.searching else "this"
    if who == "that_creature":
        narrower = f"that.{context.trigger}"
        return narrower if narrower in context.language.determiners else "that"
    if who == "chosen":
        return "those" if context.chosen is not None and context.chosen.pick > 1 else "that"
    return {"own_hero": "own.hero", "enemy_hero": "enemy.hero"}[who]


def _amount(target: Target, quantity: str) -> tuple[str, bool]:
    """The determiner, and whether following verbs are plural."""
    if quantity == GENERIC:
        return "generic", True
    if target.every:
        return ("each", False) if quantity == EACH else ("all", True)
    if target.up_to:
        return "up_to", True
    if target.pick > 1:
        return ("each_some", False) if quantity == EACH else ("some", True)
    return "one", False


def _noun(who: str, context: Context) -> str:
    if who == "self":
        return "hero" if context.card.type == "hero" else "character"
    if who == "that_creature":
        return "character" if context.trigger in _ABOUT_CHARACTERS else "creature"
    if who == "chosen":
        return context.chosen.who.rpartition("_")[2] if context.chosen is not None else "creature"
    return who.rpartition("_")[2]


def _adjectives(target: Target, context: Context, *, side: str) -> list[str]:
    adjectives = []
    if side == "enemy":
        adjectives.append("enemy")
    if target.race:
        adjectives.append(f"race.{target.race}")
    if target.mercenary:
        adjectives.append("mercenary")
    if target.wounded:
        adjectives.append("wounded")
    if target.class_card:
        # The opponent's class building need not be of the card's faction.
        adjectives.append(f"class.{context.class_word if side == 'own' else 'any'}")
    return [adjective for adjective in context.language.adjectives if adjective in adjectives]


def _with_adjectives(noun: Noun, adjectives: list[str], *, plural: bool, language: Language) -> str:
    form = int(noun.feminine) + 2 * int(plural)
    words = []
    for adjective in adjectives:
        forms = language.adjectives[adjective]
        words.append(forms[form] if len(forms) > 1 else forms[0])
    name = noun.many if plural else noun.one
    return " ".join([*words, name] if language.adjectives_first else [name, *words])


def _filters(target: Target, context: Context) -> list[str]:
    filters = []
    if target.strength_at_most >= 0:
        filters.append(fill(context.language.filters["strength_at_most"], {"n": target.strength_at_most}))
    return filters + _places(target, context)


def _places(target: Target, context: Context) -> list[str]:
    """Phrases about the place of the target."""
    filters = context.language.filters
    places = []
    if target.touching:
        places.append(filters["touching"])
    within = target.within if target.within != context.heard_within else 0
    if within or target.sight:
        case = "_and_".join(word for word, applies in (("within", within), ("sight", target.sight)) if applies)
        if not context.has_body:
            case += ".hero"
        places.append(fill(filters[case], {"d": LENGTHS.get(within, "")}))
    return places


def _key(target: Target, who: str) -> str:
    """Equal for two targets that mean the same creatures."""
    fields = (
        who, target.pick, target.up_to, target.every, target.within, target.sight, target.other, target.wounded,
        target.mercenary, target.class_card, target.race, target.strength_at_most, target.touching,
    )  # fmt: skip
    return repr(fields)
