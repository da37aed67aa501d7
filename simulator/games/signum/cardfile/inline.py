"""Inline cards and creatures of scenarios, in the short notation.

They are in no card file. The notation is notation/reader.py; scenarios/position.py puts the cards into a position.
"""

import difflib
import re
from collections.abc import Mapping
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.values import Words, fold, tidy
from simulator.games.signum.cardfile.loader import find_cards, known_names
from simulator.games.signum.cardfile.notation.reader import ability, options
from simulator.games.signum.cardfile.notation.words import Data, unknown
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import Ability, Cost
from simulator.games.signum.cards.card import FIELDS, FROM_ABILITIES, SignumCard

BLANK: Final = "Blank"
CREATURE_FIELDS: Final = (
    "strength",
    "movement",
    "health",
    "base",
    "race",
    "abilities",
    "slots",
    "class_card",
    "faction",
)
CARD_FIELDS: Final = (
    "name", "type", "cost", "effect", "target", "relic", "when", "hero", "rarity", *CREATURE_FIELDS,
)  # fmt: skip
# Other names of the six relic types (S-1.8), besides their codes.
RELICS: Final = {
    **{relic.replace("_", " "): relic for relic in words.RELIC_TYPES},
    "cloak": "armour", "armor": "armour", "armour/cloak": "armour", "banner": "shield", "shield/banner": "shield",
    "mask": "helmet", "helmet/mask": "helmet",
}  # fmt: skip
# The default hero has a slot of every type, so that scenarios about relics need not list slots.
ALL_SLOTS: Final = tuple((relic, 1) for relic in words.RELIC_TYPES)


def inline_card(data: Mapping[str, object]) -> SignumCard:
    """A card of the battle deck.

    Example: `{name: Bolt, type: spell, cost: {buildings: [Library]}, effect: "3 damage"}`.
    """
    name = _text(data, "name")
    _known_fields(data, CARD_FIELDS, where=name or "an inline card")
    if not name:
        raise CatalogueError("an inline card needs a name")
    card_type = _text(data, "type") or "character"
    if card_type not in ("character", *words.SUPPORT_TYPES):
        raise unknown("type of an inline card", card_type, among=("character", *words.SUPPORT_TYPES))
    if card_type == "character":
        card = inline_creature(data, name=name)
    else:
        card = _blank(name, card_type)
        card.class_card = data.get("class_card") is True
        card.faction = _text(data, "faction") or "basic"
        card.relic = relic_type(_text(data, "relic")) if card_type == "relic" else ""
        card = _with_abilities(card, _abilities(data, card_type=card_type))
        card.trigger = _trigger(data) if card_type == "tactic" else ""
        if card_type != "relic":
            effect, target = _text(data, "effect"), _text(data, "target")
            card.options = options(effect, card_type=card_type, trigger=card.trigger, target=target)
    card.cost = inline_cost(data.get("cost", {}))
    card.rarity = _text(data, "rarity")
    card.hero = _text(data, "hero")
    return card


def inline_creature(data: Mapping[str, object], *, name: str, is_hero: bool = False) -> SignumCard:
    """A hero or character.

    It is the catalogue card in `card`, or a blank one, with the other fields changed.
    """
    card_type = "hero" if is_hero else "character"
    catalogue_name = _text(data, "card")
    card = _copy(named_card(catalogue_name, types=(card_type,))) if catalogue_name else _blank(name, card_type)
    if "abilities" in data:
        card = _with_abilities(card, _abilities(data, card_type=card_type))
    card.strength = _number(data, "strength", default=card.strength)
    card.health = _number(data, "health", default=card.health)
    card.base = _number(data, "base", default=card.base)
    card.race = fold(_text(data, "race")) or card.race
    card.faction = _text(data, "faction") or card.faction
    card.class_card = data.get("class_card", card.class_card) is True
    if "movement" in data:
        card.movement = _length(data["movement"])
    if "slots" in data:
        card.slots = _slots(data["slots"])
    return card


def blank_card(number: int) -> SignumCard:
    """A character that does nothing and costs nothing: the cards of `deck: 12`."""
    return _blank(f"{BLANK} {number}", "character")


def named_card(name: str, *, types: tuple[str, ...] = ()) -> SignumCard:
    """The catalogue card with this name or code.

    Raises CatalogueError unless there is exactly one.
    """
    cards = find_cards(name, types=types)
    if len(cards) != 1:
        near = difflib.get_close_matches(name, known_names(types=types), n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        kind = " or ".join(types) or "card"
        raise CatalogueError(f"{'several cards are' if cards else f'no {kind} is'} called {name!r}{hint}")
    return cards[0]


def inline_cost(data: object) -> Cost:
    """`{buildings: [Library, Shooting Range], any: 1, prosperity: 2}`.

    Buildings by key or name in any language.
    """
    if not isinstance(data, Mapping):
        raise CatalogueError(f"cost: expected an object, found {data!r}")
    _known_fields(data, ("buildings", "any", "prosperity"), where="cost")
    names = data.get("buildings", [])
    if not isinstance(names, list | tuple):
        raise CatalogueError(f"cost.buildings: expected a list, found {names!r}")
    return Cost(
        buildings=tuple(building_key(str(name)) for name in names),
        any=_number(data, "any", default=0),
        prosperity=_number(data, "prosperity", default=0),
    )


def building_key(name: str) -> str:
    """The key of a building in costs: `Shooting Range` -> `shooting_range`."""
    key = fold(name).replace(" ", "_")
    if key in words.BASIC_BUILDINGS or key == words.UNIQUE or fold(name) == "unique building":
        return words.UNIQUE if key.startswith(words.UNIQUE) else key
    return named_card(name, types=("building",)).key


def relic_type(name: str) -> str:
    spelling = fold(name).replace("_", " ")
    if spelling not in RELICS:
        raise unknown("type of relic", name, among=RELICS)
    return RELICS[spelling]


def _blank(name: str, card_type: str) -> SignumCard:
    """A card without abilities.

    Its code follows from its name, so that equal names are one card.
    """
    code = "inline-" + (re.sub(r"[^a-z0-9]+", "_", fold(name)).strip("_") or "card")
    is_hero = card_type == "hero"
    return SignumCard(
        code=code,
        names=Words.same(tidy(name)),
        type=card_type,
        strength=1 if card_type in ("hero", "character") else 0,
        movement=words.LENGTHS_MM["M"],
        health=20 if is_hero else 1,
        slots=ALL_SLOTS if is_hero else (),
    )


def _copy(card: SignumCard) -> SignumCard:
    """A new card with the same fields."""
    copy = SignumCard(code=card.code, names=card.names, type=card.type)
    for field in FIELDS:
        setattr(copy, field, getattr(card, field))
    return copy


def _with_abilities(card: SignumCard, abilities: tuple[Ability, ...]) -> SignumCard:
    """Replaces the abilities of a card and all fields derived from them."""
    model = SignumCard(code=card.code, names=card.names, type=card.type, abilities=abilities)
    for field in FROM_ABILITIES:
        setattr(card, field, getattr(model, field))
    return card


def _abilities(data: Mapping[str, object], *, card_type: str) -> tuple[Ability, ...]:
    values = data.get("abilities", [])
    if not isinstance(values, list | tuple):
        raise CatalogueError(f"abilities: expected a list, found {values!r}")
    abilities: list[Ability] = []
    for value in values:
        as_data: Data | str = dict(value) if isinstance(value, Mapping) else str(value)
        abilities.append(ability(as_data, card_type=card_type))
    return tuple(abilities)


def _slots(data: object) -> tuple[tuple[str, int], ...]:
    """`{armour: 1, shield: 2}`, or a list that names a type once for each slot."""
    if isinstance(data, Mapping):
        counts = {relic_type(str(name)): _number(data, str(name), default=0) for name in data}
    elif isinstance(data, list | tuple):
        relics = [relic_type(str(name)) for name in data]
        counts = {relic: relics.count(relic) for relic in relics}
    else:
        raise CatalogueError(f"slots: expected types of relic with their number, found {data!r}")
    return tuple((relic, counts[relic]) for relic in words.RELIC_TYPES if counts.get(relic))


def _trigger(data: Mapping[str, object]) -> str:
    trigger = _text(data, "when")
    if trigger not in words.TACTIC_TRIGGERS:
        raise unknown("trigger of tactics", trigger, among=words.TACTIC_TRIGGERS)
    return trigger


def _length(value: object) -> int:
    if not isinstance(value, str) or value.upper() not in words.LENGTHS_MM:
        raise CatalogueError(f"movement: expected S, M, L or XL, found {value!r}")
    return words.LENGTHS_MM[value.upper()]


def _text(data: Mapping[str, object], name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str):
        raise CatalogueError(f"{name}: expected a text, found {value!r}")
    return value


def _number(data: Mapping[str, object], name: str, *, default: int) -> int:
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise CatalogueError(f"{name}: expected a whole number, found {value!r}")
    return value


def _known_fields(data: Mapping[str, object], known: tuple[str, ...], *, where: str) -> None:
    for name in data:
        if name not in known:
            raise CatalogueError(f"{where}: {unknown('field', str(name), among=known)}")
