"""Short constructors for abilities, so that expectations read like a table."""

from simulator.engine.values import Words
from simulator.games.signum.cards.abilities import (
    KEYWORD,
    PASSIVE,
    TRIGGERED,
    Ability,
    Condition,
    Effect,
    Grant,
    Target,
)
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import BY_CODE

# An ability, its card, and its text in English, Spanish and Italian.
Case = tuple[Ability, SignumCard, str, str, str]

S, M, L, XL = 80, 100, 150, 250
NAMES = Words.same("Somebody")
END = "end_of_turn"


def card(type: str = "character", faction: str = "vallor", **fields: object) -> SignumCard:
    return SignumCard(code="test-001", names=NAMES, type=type, faction=faction, **fields)  # type: ignore[arg-type]


CHARACTER, HERO, RELIC, BUILDING, SPELL = card(), card("hero"), card("relic"), card("building"), card("spell")
MERCENARY, ORDER = card(faction="mercenary"), card(faction="grypharim")


def key(code: str, **fields: object) -> Ability:
    return Ability(KEYWORD, keyword=BY_CODE[code].index, **fields)  # type: ignore[arg-type]


def word(*effects: Effect) -> Ability:
    return key("first_word", options=(effects,))


def when(trigger: str, *effects: Effect, condition: Condition | None = None) -> Ability:
    return Ability(TRIGGERED, trigger=trigger, options=(effects,), condition=condition)


def have(*grants: Grant, to: Target | None = None, condition: Condition | None = None) -> Ability:
    return Ability(PASSIVE, grants=grants, to=to, condition=condition)


def do(verb: str, to: str | Target | None = None, **fields: object) -> Effect:
    return Effect(verb, to=Target(to) if isinstance(to, str) else to, **fields)  # type: ignore[arg-type]


def gives(code: str, value: int = 1, **fields: object) -> Grant:
    return Grant(keyword=BY_CODE[code].index, value=value, **fields)  # type: ignore[arg-type]


STRONG = Grant(stat="strength", value=1)
DRAW = do("draw", amount=1)
ONE_HIT = do("damage", "that_creature", amount=1)
