"""Signum's cards as CardSpec values with plain facts, for searches and pages.

The rules use SignumCard (cards/card.py) instead. The facets of searches are facets.py.
"""

from collections.abc import Iterator
from typing import Final

from simulator.engine.cards.card import CardSpec
from simulator.engine.values import Fact, Facts
from simulator.games.signum.cardfile.loader import signum_card
from simulator.games.signum.cards.abilities import Ability, Effect, Grant
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.keywords import HEAL, KEYWORDS, VALUE
from simulator.games.signum.cards.vocabulary import LENGTHS_MM, SUPPORT_TYPES
from simulator.games.signum.wording import card_text

CODE_OF: Final = {keyword.index: keyword.code for keyword in KEYWORDS}
# The prefix of facts with a keyword's number: `keyword_shot`.
KEYWORD_FACT: Final = "keyword_"
LENGTH_OF: Final = {length: letter for letter, length in LENGTHS_MM.items()}


def printed(card: SignumCard) -> CardSpec:
    """The card with its facts; empty facts are left out."""
    return CardSpec(
        code=card.code,
        names=card.names,
        kind=card.type,
        set_code=card.code.rpartition("-")[0],
        source=card.source,
        rarity=card.rarity,
        reprints=card.reprints,
        tags=("support",) if card.type in SUPPORT_TYPES else (),
        facts=Facts({name: fact for name, fact in _facts(card) if fact not in ("", ())}),
        wording=_text,
        flavour=card.flavour,
    )


def _text(code: str, language: str) -> str:
    return card_text(signum_card(code), language)


def _facts(card: SignumCard) -> Iterator[tuple[str, Fact]]:
    yield "faction", card.faction
    yield "mercenary", card.is_mercenary
    yield from _cost_facts(card)
    if card.type in ("hero", "character"):
        yield "strength", card.strength
        yield "movement", LENGTH_OF[card.movement]
        yield "health", card.health
        yield "base", card.base
        yield "race", card.race
    if card.type in ("character", *SUPPORT_TYPES):
        yield "class_card", card.class_card
        yield "hero", card.hero
    if card.type == "building":
        yield "key", card.key
        yield "class_building", card.class_building
    if card.type in ("building", "terrain"):
        yield "unique", card.unique
        yield "traits", card.traits
    yield "relic", card.relic
    yield "slots", tuple(f"{relic} {count}" for relic, count in card.slots)
    yield "when", card.trigger
    values = keyword_values(card)
    yield "keywords", tuple(CODE_OF[index] for index in sorted(values))
    for index in sorted(values):
        if values[index]:
            yield f"{KEYWORD_FACT}{CODE_OF[index]}", values[index]
    yield "verbs", tuple(sorted({effect.verb for effect in effects_of(card)}))


def _cost_facts(card: SignumCard) -> Iterator[tuple[str, Fact]]:
    """`cost` is the number in cost curves; for a building, its price."""
    if card.type == "hero":
        return
    if card.type == "building":
        yield "cost", card.price
        yield "price", card.price
        return
    yield "cost", card.cost.total
    yield "cost_any", card.cost.any
    yield "cost_prosperity", card.cost.prosperity
    yield "needs", card.cost.buildings


def keyword_values(card: SignumCard) -> dict[int, int]:
    """Every keyword in the card's text with its highest value, 0 without one.

    Granted keywords count too. K-25 No creature has Heal: it counts for cards that heal.
    """
    values: dict[int, int] = {}
    for ability in card.abilities:
        if ability.keyword:
            values[ability.keyword] = max(values.get(ability.keyword, 0), ability.value)
    for grant in grants_of(card):
        if grant.keyword:
            number = grant.value if KEYWORDS[grant.keyword - 1].shape == VALUE else 0
            values[grant.keyword] = max(values.get(grant.keyword, 0), number)
    for effect in effects_of(card):
        if effect.verb == "heal":
            values[HEAL] = max(values.get(HEAL, 0), effect.amount)
    return values


def grants_of(card: SignumCard) -> Iterator[Grant]:
    for ability in card.abilities:
        yield from ability.grants
    for effect in effects_of(card):
        yield from effect.grants


def effects_of(card: SignumCard) -> Iterator[Effect]:
    """Every effect on the card, including those inside a roll."""
    for options in (card.options, *card.search):
        for effects in options:
            yield from _flat(effects)
    for ability in card.abilities:
        yield from _effects_of_ability(ability)


def _effects_of_ability(ability: Ability) -> Iterator[Effect]:
    for effects in (*ability.options, *ability.faces):
        yield from _flat(effects)


def _flat(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        yield from _flat(effect.effects)
