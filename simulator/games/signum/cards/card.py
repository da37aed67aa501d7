"""A Signum card as the rules know it.

Reading one from data is cardfile/schema/; its text is wording/.
"""

from typing import Final

from simulator.engine.cards.card import PrintingSpec
from simulator.engine.values import Words
from simulator.games.signum.cards.abilities import (
    ACTIVATED,
    KEYWORD,
    PASSIVE,
    TRIGGERED,
    UNIQUE_BIT,
    USED,
    Ability,
    Cost,
    Options,
    bit_of,
)
from simulator.games.signum.cards.keywords import AURA, FIRST_WORD, LAST_WORD, NUMBER_OF_KEYWORDS

NO_COST: Final = Cost()
NO_WORDS: Final = Words(en="", es="", it="")

FIELDS: Final = (
    "abilities", "base", "class_building", "class_card", "code", "continuous", "continuous_bits", "cost", "drawing",
    "faction", "flavour", "gives", "gives_itself_only", "gives_own_only", "has_activated_ability", "has_used_ability",
    "health", "hero", "key", "keywords", "movement", "names", "options", "points", "polygon", "price", "race",
    "radius", "rarity", "relic", "reprints", "search", "shields", "slots", "source", "strength", "traits", "trigger",
    "triggered", "type", "unique",
)  # fmt: skip
"""The fields of a card."""
FROM_ABILITIES: Final = (
    "abilities", "continuous", "continuous_bits", "drawing", "gives_itself_only", "gives_own_only",
    "has_activated_ability", "has_used_ability", "keywords", "points", "shields", "triggered",
)  # fmt: skip
"""The abilities of a card, and the fields derived from them."""


class SignumCard:
    """One card. Fields that its type does not have keep their defaults."""

    __slots__ = FIELDS

    def __init__(
        self,
        *,
        code: str,
        names: Words,
        type: str,
        faction: str = "basic",
        rarity: str = "",
        source: str = "",
        reprints: tuple[PrintingSpec, ...] = (),
        flavour: Words = NO_WORDS,
        cost: Cost = NO_COST,
        strength: int = 0,
        movement: int = 0,
        health: int = 0,
        base: int = 32,
        race: str = "",
        class_card: bool = False,
        hero: str = "",
        slots: tuple[tuple[str, int], ...] = (),
        relic: str = "",
        trigger: str = "",
        options: Options = (),
        key: str = "",
        price: int = 0,
        unique: bool = False,
        class_building: bool = False,
        radius: float = 0.0,
        polygon: tuple[tuple[float, float], ...] = (),
        traits: tuple[str, ...] = (),
        search: tuple[Options, Options, Options] = ((), (), ()),
        abilities: tuple[Ability, ...] = (),
    ) -> None:
        self.code = code
        self.names = names
        self.type = type
        self.faction = faction
        self.rarity = rarity
        self.source = source
        self.reprints = reprints
        self.flavour = flavour
        self.cost = cost
        # heroes and characters
        self.strength = strength
        self.movement = movement  # millimetres: 80, 100, 150 or 250
        self.health = health
        self.base = base  # diameter in millimetres
        self.race = race
        self.class_card = class_card  # a Guild or Order card (S-5.13)
        self.hero = hero  # the code of the hero it names (S-2.7)
        self.slots = slots  # a hero's relic slots
        # relics, tactics, spells
        self.relic = relic
        self.trigger = trigger
        self.options = options  # what a spell or tactic does
        # buildings and terrain
        self.key = key  # the name of a building in costs: "temple", "mint"
        self.price = price  # in prosperity
        self.unique = unique
        self.gives = symbols_given(key, unique=unique)
        self.class_building = class_building
        self.radius = radius  # of a round template; 0: `polygon` round its centre
        self.polygon = polygon
        self.traits = traits
        self.search = search  # ruins: what each face does
        self.abilities = abilities
        self.points = -1.0  # its worth to a policy that judges cards, once computed
        # What every creature made of this card starts with: the value of keyword K-n at index n.
        self.keywords = _keyword_values(abilities)
        self.shields = tuple(ability.shield for ability in abilities if ability.shield)
        # Abilities by trigger; First and Last Word under "first_word" and "last_word".
        self.triggered = _by_trigger(abilities)
        # Abilities that make its player draw every turn, wanted or not.
        self.drawing = tuple(
            ability
            for trigger in ("turn_starts", "turn_ends")
            for ability in self.triggered.get(trigger, ())
            if any(effect.verb == "draw" for effect in ability.options[0])
        )
        self.has_activated_ability = any(ability.kind == ACTIVATED for ability in abilities)
        self.has_used_ability = any(ability.kind == USED for ability in abilities)
        # Auras and passive abilities: they give creatures something while the card is in play.
        self.continuous = tuple(
            ability
            for ability in abilities
            if ability.kind == PASSIVE or (ability.kind == KEYWORD and ability.keyword == AURA)
        )
        # Most of these apply to the card itself or to its own side only: others need not be checked.
        self.gives_itself_only = all(_is_for_itself(ability) for ability in self.continuous)
        self.gives_own_only = all(_is_for_own(ability) for ability in self.continuous)
        self.continuous_bits = -1  # what these can give, one bit each, once abilities/stats.py has computed it

    @property
    def is_mercenary(self) -> bool:
        return self.faction == "mercenary"

    def is_class_card_of(self, faction: str) -> bool:
        """S-5.13 Whether it is a class card of this faction.

        A Guild means Guild cards and an Order those of Orders, also for a card under control.
        """
        return self.class_card and self.faction == faction


def _is_for_itself(ability: Ability) -> bool:
    return ability.kind == PASSIVE and (ability.to is None or ability.to.who == "self")


def _is_for_own(ability: Ability) -> bool:
    return ability.kind == KEYWORD or ability.to is None or ability.to.who == "self" or ability.to.is_own


def symbols_given(key: str, *, unique: bool) -> int:
    """The symbols a building can be tapped for, one bit each."""
    return (bit_of(key) if key else 0) | (UNIQUE_BIT if unique else 0)


def _keyword_values(abilities: tuple[Ability, ...]) -> list[int]:
    """S-15.2 Of two values of one keyword the higher counts; a flag counts as 1."""
    values = [0] * NUMBER_OF_KEYWORDS
    for ability in abilities:
        if ability.kind == KEYWORD:
            values[ability.keyword] = max(values[ability.keyword], ability.value or 1)
    return values


def _by_trigger(abilities: tuple[Ability, ...]) -> dict[str, tuple[Ability, ...]]:
    by_trigger: dict[str, tuple[Ability, ...]] = {}
    for ability in abilities:
        trigger = ""
        if ability.kind == TRIGGERED:
            trigger = ability.trigger
        elif ability.kind == KEYWORD and ability.keyword == FIRST_WORD:
            trigger = "first_word"
        elif ability.kind == KEYWORD and ability.keyword == LAST_WORD:
            trigger = "last_word"
        if trigger:
            by_trigger[trigger] = (*by_trigger.get(trigger, ()), ability)
    return by_trigger
