"""Noun phrases: whom an effect means, from "your hero" to "2 of your other wounded Guild characters within L".

One driver for all languages; nouns, adjectives, determiners and filters are in the language's tables.
"""

from typing import Final

from simulator.games.signum.cards.abilities import Target
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.wording.language import Language, Noun, fill

LENGTHS: Final = {millimetres: letter for letter, millimetres in LENGTHS_MM.items()}

# How a phrase is meant: as many as are picked; each of them (damage is dealt to each); all of a kind, as a rule.
PICKED: Final = "picked"
EACH: Final = "each"
GENERIC: Final = "generic"

# Targets one can speak of twice and mean the same: nobody chooses anew.
DEFINITE: Final = ("self", "that_creature", "own_hero", "enemy_hero")

DECLARED: Final = "declared"
"""K-50 No trigger of card data, but what Steam Engine follows: "that creature" is the target of the attack declared."""

# Triggers that are about a character, so that "that creature" can be said more precisely.
_ABOUT_CHARACTERS: Final = ("own_summons", "enemy_summons", "own_character_dies", "enemy_character_dies")


class Context:
    """What a phrase depends on besides its data: the language, the card it is on, the trigger it follows."""

    __slots__ = ("card", "language", "searching", "self_is_known", "trigger")

    def __init__(self, language: Language, card: SignumCard, *, trigger: str = "", searching: bool = False) -> None:
        self.language = language
        self.card = card
        self.trigger = trigger
        self.searching = searching  # S-6.5: on ruins, "self" is the character that searches them
        self.self_is_known = False  # already the subject of what was said: "it" will do

    def knowing_self(self) -> "Context":
        known = Context(self.language, self.card, trigger=self.trigger, searching=self.searching)
        known.self_is_known = True
        return known

    @property
    def has_body(self) -> bool:
        """Whether a creature does it; otherwise the card speaks of its player's hero, and measures from there."""
        return self.searching or self.card.type in ("hero", "character")

    @property
    def class_word(self) -> str:
        """Guild in Vallor, Order in Grypharim; a card of neither may mean both."""
        return self.card.faction if self.card.faction in ("vallor", "grypharim") else "any"


class Phrase:
    """A noun phrase and what agrees with it. `key` is the same for the same target."""

    __slots__ = ("feminine", "key", "plural", "proviso", "text")

    def __init__(self, text: str, *, plural: bool, feminine: bool, key: str) -> None:
        self.text = text
        self.plural = plural
        self.feminine = feminine
        self.key = key
        self.proviso = ""  # " if it is wounded", to stand at the end of what is said of it


def phrase(target: Target, context: Context, *, quantity: str = PICKED, others: bool = False) -> Phrase:
    """Whom the target means, said in the context's language; `others`: never the source itself."""
    who = _meant(target.who, context)
    side = who.partition("_")[0]
    noun = context.language.nouns[_noun(who, context)]
    adjectives = _adjectives(target, context, side=side)
    if who in DEFINITE:
        return _definite(target, who, context, noun=noun, adjectives=adjectives)
    amount, plural = _amount(target, quantity)
    case = f"{'own' if side == 'own' else 'any'}.{amount}{'.other' if target.other or others else ''}"
    text = _determined(case, noun, adjectives, context.language, n=target.pick)
    text = " ".join([text, *_filters(target, context)])
    return Phrase(text, plural=plural, feminine=noun.feminine, key=_key(target, who))


def _definite(target: Target, who: str, context: Context, *, noun: Noun, adjectives: list[str]) -> Phrase:
    """One that is certain. Filters do not narrow it as they narrow a choice: they say whether it is meant at all."""
    language = context.language
    case = _definite_case(who, context)
    text = _determined(case, noun, [adjective for adjective in adjectives if adjective == "enemy"], language)
    # "The target" and "the attacker" are masculine, whatever they are.
    feminine = noun.feminine and case not in ("that.attacks", "that.is_attacked", "that.declared")
    said = Phrase(text, plural=False, feminine=feminine, key=_key(target, who))
    provisos = []
    narrowing = [adjective for adjective in adjectives if adjective not in ("enemy", "wounded")]
    if narrowing:
        provisos.append(_determined("if_it_is_a", noun, narrowing, language))
    if target.wounded:
        provisos.append(fill(language.determiners["if_it_is_wounded"], {}, form=int(feminine)))
    if target.strength_at_most >= 0:
        provisos.append(fill(language.determiners["if_strength_at_most"], {"n": target.strength_at_most}))
    provisos += [fill(language.determiners["if_it_is"], {"where": where}) for where in _places(target, context)]
    if provisos:
        said.proviso = " " + f" {language.frames['and']} ".join(provisos)
    return said


def _determined(case: str, noun: Noun, adjectives: list[str], language: Language, *, n: int = 1) -> str:
    values: dict[str, str | int] = {
        "one": _described(noun, adjectives, plural=False, language=language),
        "many": _described(noun, adjectives, plural=True, language=language),
        "a": noun.a,
        "the": noun.the,
        "n": n,
    }
    return fill(language.determiners[case], values, form=int(noun.feminine))


def self_phrase(context: Context) -> str:
    """The creature whose ability it is; "it", or nothing, once it has been named."""
    if context.self_is_known:
        return context.language.frames["it"]
    return phrase(Target("self"), context).text


def _meant(who: str, context: Context) -> str:
    """A relic or spell speaks of its player's hero; on the hero's own card that is the hero itself."""
    if who == "self" and not context.has_body:
        return "own_hero"
    return "self" if who == "own_hero" and context.card.type == "hero" else who


def is_self(who: str, card: SignumCard) -> bool:
    """Whether the noun means the creature whose ability it is, or, on a relic, the hero who carries it."""
    return who == "self" or (who == "own_hero" and card.type in ("hero", "relic"))


def _definite_case(who: str, context: Context) -> str:
    if who == "self":
        return "searching" if context.searching else "this"
    if who == "that_creature":
        narrower = f"that.{context.trigger}"
        return narrower if narrower in context.language.determiners else "that"
    return {"own_hero": "own.hero", "enemy_hero": "enemy.hero"}[who]


def _amount(target: Target, quantity: str) -> tuple[str, bool]:
    """The determiner, and whether verbs that follow are in the plural."""
    if quantity == GENERIC:
        return "generic", True
    if target.every:
        return ("each", False) if quantity == EACH else ("all", True)
    if target.pick > 1:
        return ("each_some", False) if quantity == EACH else ("some", True)
    return "one", False


def _noun(who: str, context: Context) -> str:
    if who == "self":
        return "hero" if context.card.type == "hero" else "character"
    if who == "that_creature":
        return "character" if context.trigger in _ABOUT_CHARACTERS else "creature"
    return who.rpartition("_")[2]


def _adjectives(target: Target, context: Context, *, side: str) -> list[str]:
    wanted = []
    if side == "enemy":
        wanted.append("enemy")
    if target.race:
        wanted.append(f"race.{target.race}")
    if target.mercenary:
        wanted.append("mercenary")
    if target.wounded:
        wanted.append("wounded")
    if target.class_card:
        # The opponent's class building need not be of the card's faction.
        wanted.append(f"class.{context.class_word if side == 'own' else 'any'}")
    return [adjective for adjective in context.language.adjectives if adjective in wanted]


def _described(noun: Noun, adjectives: list[str], *, plural: bool, language: Language) -> str:
    form = int(noun.feminine) + 2 * int(plural)
    words = []
    for adjective in adjectives:
        forms = language.adjectives[adjective]
        words.append(forms[form] if len(forms) > 1 else forms[0])
    name = noun.many if plural else noun.one
    return " ".join([*words, name] if language.adjectives_first else [name, *words])


def _filters(target: Target, context: Context) -> list[str]:
    said = []
    if target.strength_at_most >= 0:
        said.append(fill(context.language.filters["strength_at_most"], {"n": target.strength_at_most}))
    return said + _places(target, context)


def _places(target: Target, context: Context) -> list[str]:
    """Where those meant must be."""
    filters = context.language.filters
    said = []
    if target.touching:
        said.append(filters["touching"])
    if target.within or target.sight:
        case = "_and_".join(word for word, is_asked in (("within", target.within), ("sight", target.sight)) if is_asked)
        if not context.has_body:
            case += ".hero"
        said.append(fill(filters[case], {"d": LENGTHS.get(target.within, "")}))
    return said


def _key(target: Target, who: str) -> str:
    """The same for two targets that mean the same creatures."""
    fields = (
        who, target.pick, target.every, target.within, target.sight, target.other, target.wounded, target.mercenary,
        target.class_card, target.race, target.strength_at_most, target.touching,
    )  # fmt: skip
    return repr(fields)
