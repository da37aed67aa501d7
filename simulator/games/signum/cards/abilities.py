"""Abilities, chapter 13, as values: what card data becomes once it is read.

The schema that reads it is cardfile/schema/. Plain slotted classes, made once per card, shared by every game and never
changed.
"""

from typing import Final

from simulator.games.signum.cards.vocabulary import CERTAIN_NOUNS, CREATURE_NOUNS, UNIQUE

NO_LENGTH: Final = 0

_bits: dict[str, int] = {UNIQUE: 1}
UNIQUE_BIT: Final = 1


def bit_of(symbol: str) -> int:
    """A bit for every symbol of buildings, in order of first use.

    For fast comparison, which every card in hand needs.
    """
    bit = _bits.get(symbol)
    if bit is None:
        bit = 1 << len(_bits)
        _bits[symbol] = bit
    return bit


class Grant:
    """Something a creature has for a while: a bonus to a stat, or a keyword."""

    __slots__ = ("keyword", "plus", "shield", "stat", "value")

    def __init__(
        self, *, stat: str = "", keyword: int = 0, value: int = 0, plus: bool = False, shield: str = ""
    ) -> None:
        self.stat = stat  # "strength", "movement" (in steps), "health", or ""
        self.keyword = keyword  # index of keywords.py, or 0
        self.value = value  # of the stat or keyword; 1 for a flag
        self.plus = plus  # S-13.3: adds to the other values, instead of counting only if it is the highest
        self.shield = shield  # what a granted Shield from protects against


class Cost:
    """The cost of a card (S-5.1): building symbols, any other buildings, prosperity."""

    __slots__ = ("any", "bits", "buildings", "prosperity", "symbols")

    def __init__(self, *, buildings: tuple[str, ...] = (), any: int = 0, prosperity: int = 0) -> None:
        self.buildings = buildings  # keys such as "temple", or "unique"
        self.symbols = tuple([bit_of(symbol) for symbol in buildings])
        self.bits = 0  # all of them together
        for bit in self.symbols:
            self.bits |= bit
        self.any = any
        self.prosperity = prosperity

    @property
    def total(self) -> int:
        """Buildings tapped plus prosperity spent: the "cost" of a search or a curve."""
        return len(self.buildings) + self.any + self.prosperity


class Target:
    """A noun of vocabulary.py, how many, and the filters that narrow it."""

    __slots__ = (
        "class_card", "every", "is_certain", "is_enemy", "is_of_creatures", "is_own", "mercenary", "no_character",
        "no_hero", "other", "pick", "race", "reaches_hidden", "sight", "strength_at_most", "touching", "up_to", "who",
        "within", "wounded",
    )  # fmt: skip

    def __init__(
        self,
        who: str,
        *,
        pick: int = 1,
        up_to: bool = False,
        every: bool = False,
        within: int = NO_LENGTH,
        sight: bool = False,
        other: bool = False,
        wounded: bool = False,
        mercenary: bool = False,
        class_card: bool = False,
        race: str = "",
        strength_at_most: int = -1,
        touching: bool = False,
    ) -> None:
        self.who = who
        # The noun taken apart once, because every creature is tested against it.
        self.is_own = who.startswith("own_")
        self.is_enemy = who.startswith("enemy_")
        self.no_hero = not who.endswith(("hero", "creature"))
        self.no_character = who.endswith("hero")
        self.is_of_creatures = who in CREATURE_NOUNS
        self.is_certain = who in CERTAIN_NOUNS
        self.pick = pick
        self.up_to = up_to  # fewer than `pick` may be chosen (SR-81)
        self.every = every  # "all" in the data
        self.within = within  # millimetres
        self.sight = sight
        self.other = other
        self.wounded = wounded
        self.mercenary = mercenary
        self.class_card = class_card
        self.race = race
        self.reaches_hidden = False  # true where the verb is about hidden creatures (SR-50)
        self.strength_at_most = strength_at_most  # -1: no limit
        self.touching = touching


class Effect:
    """One verb of vocabulary.py with its fields; unused fields keep their defaults."""

    __slots__ = (
        "amount", "card", "dice", "distance", "effects", "faces", "grants", "into", "player", "to", "until", "verb",
    )  # fmt: skip

    def __init__(
        self,
        verb: str,
        *,
        amount: int = 0,
        to: Target | None = None,
        grants: tuple[Grant, ...] = (),
        until: str = "game",
        distance: int = NO_LENGTH,
        player: str = "you",
        card: str = "",
        into: str = "",
        dice: int = 0,
        faces: tuple[str, ...] = (),
        effects: "tuple[Effect, ...]" = (),
    ) -> None:
        self.verb = verb
        self.amount = amount
        self.to = to
        self.grants = grants
        self.until = until
        self.distance = distance  # millimetres
        self.player = player
        self.card = card
        self.into = into
        self.dice = dice
        self.faces = faces
        self.effects = effects


class Condition:
    """A word of vocabulary.py, with a value where it takes one."""

    __slots__ = ("building", "number", "terrain", "word")

    def __init__(self, word: str, *, building: str = "", number: int = 0, terrain: str = "") -> None:
        self.word = word
        self.building = building
        self.terrain = terrain
        self.number = number  # prosperity, or millimetres


Options = tuple[tuple[Effect, ...], ...]
"""One tuple of effects, or several of which the controller chooses one (S-13.4)."""

# The kinds of ability.
KEYWORD: Final = "keyword"  # one of the 55; `keyword` is its index
TRIGGERED: Final = "triggered"  # `trigger`, then `options`
PASSIVE: Final = "passive"  # `grants` to `to`, while `condition`
ACTIVATED: Final = "activated"  # the creature's whole activation: `options` (S-7.6)
USED: Final = "used"  # pay `cost`, then `options`; a building is tapped too, a creature does it `value` times a turn


class Ability:
    """One ability of a card."""

    __slots__ = (
        "action", "condition", "cost", "distance", "faces", "grant_list", "grants", "keyword", "kind", "options",
        "shield", "to", "trigger", "value",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        *,
        keyword: int = 0,
        value: int = 0,
        distance: int = NO_LENGTH,
        grants: tuple[Grant, ...] = (),
        options: Options = (),
        to: Target | None = None,
        trigger: str = "",
        condition: Condition | None = None,
        cost: Cost | None = None,
        action: str = "",
        shield: str = "",
        faces: tuple[tuple[Effect, ...], tuple[Effect, ...], tuple[Effect, ...]] = ((), (), ()),
    ) -> None:
        self.kind = kind
        self.keyword = keyword
        self.value = value
        self.distance = distance
        self.grants = grants
        self.grant_list = list(grants)  # the same, shared and never changed
        self.options = options
        self.to = to
        self.trigger = trigger
        self.condition = condition
        self.cost = cost
        self.action = action  # Steam Engine: melee, move or shot
        self.shield = shield  # Shield from: what
        self.faces = faces  # Steam Engine, and a ruins' table: bullseye, axe, shield
