"""Reads and validates the parts of card data.

Costs, conditions, grants and targets. The effects that use them are effects.py, whole abilities abilities.py.
"""

from typing import Final

from simulator.games.signum.cardfile.schema.fields import SchemaContext, SchemaFields, near, one_of
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import Condition, Cost, Grant, Target
from simulator.games.signum.cards.keywords import BY_CODE, FLAG, VALUE

MAX_AMOUNT: Final = 20
MAX_TAPPED: Final = 6

SINGLE_NOUNS: Final = ("self", "that_creature", "chosen", "own_hero", "enemy_hero")
CREATURE_CONDITIONS: Final = ("wounded", "unhurt", "in_contact", "near_own_hero")
# Granting these would have no effect: they apply when the card is played, or are verbs.
NOT_GRANTED: Final = {
    "armour": "use the verb 'armour'",
    "heal": "use the verb 'heal'",
    "durability": "it is for relics only",
}


class PartSource:
    """The context of an effect.

    It determines whether `self`, `that_creature` and `cancel` are defined.
    """

    __slots__ = ("cancels", "has_party", "has_self", "on_terrain")

    def __init__(
        self, *, has_self: bool = False, has_party: bool = False, cancels: bool = False, on_terrain: bool = False
    ) -> None:
        self.has_self = has_self
        self.has_party = has_party
        self.cancels = cancels
        self.on_terrain = on_terrain


def read_cost(owner: SchemaFields, name: str) -> Cost:
    """S-5.1 Symbols, any further buildings, prosperity.

    A city has each building once, so a cost may too.
    """
    fields, reading = owner.part(name), owner.reading
    keys = tuple(
        _building(value, path=f"{fields.at('buildings')}[{number}]", reading=reading, also=(words.UNIQUE,))
        for number, value in enumerate(fields.items("buildings", optional=True, may_be_empty=True))
    )
    for key in dict.fromkeys(keys):
        if key != words.UNIQUE and keys.count(key) > 1:
            fields.fault("buildings", f"{key!r} stands there {keys.count(key)} times; a city has only one")
    cost = Cost(
        buildings=keys,
        any=fields.number("any", least=0, most=MAX_TAPPED, default=0),
        prosperity=fields.number("prosperity", least=0, most=MAX_AMOUNT, default=0),
    )
    if len(cost.buildings) + cost.any > MAX_TAPPED:
        fields.fault("", f"taps {len(cost.buildings) + cost.any} buildings; at most {MAX_TAPPED} are allowed")
    fields.finish()
    return cost


def _building(value: object, *, path: str, reading: SchemaContext, also: tuple[str, ...] = ()) -> str:
    """The key of a building that the card's player can have.

    It is basic, or of the card's faction.
    """
    if reading.loose and isinstance(value, str):
        return value
    known = (*reading.buildings, *also)
    if isinstance(value, str) and value not in known:
        reading.fault(path, f"no building has the key {value!r}{near(value, among=known)}")
        return ""
    key = one_of(value, kind="building", among=known, path=path, reading=reading)
    owner = reading.buildings.get(key, "basic")
    if owner not in ("basic", reading.faction):
        reading.fault(path, f"{key!r} is a building of {owner}; a {reading.faction} card cannot count on it")
    return key


def read_condition(owner: SchemaFields, name: str) -> Condition:
    """A word, or an object of one word and its value."""
    data, path, reading = owner.value(name), owner.at(name), owner.reading
    if isinstance(data, str):
        if data in words.CONDITIONS_WITH_VALUE:
            reading.fault(path, f"{data!r} needs a value: {{{data!r}: …}}")
            return Condition(data)
        _check_creature_condition(data, path=path, reading=reading)
        known = (*words.CONDITIONS, *words.CONDITIONS_WITH_VALUE)
        return Condition(one_of(data, kind="condition", among=known, path=path, reading=reading))
    fields = SchemaFields(data, path=path, reading=reading)
    condition = Condition("")
    if fields.has("building"):
        key = _building(fields.value("building"), path=fields.at("building"), reading=reading)
        condition = Condition("building", building=key)
    elif fields.has("prosperity_at_least"):
        condition = Condition("prosperity_at_least", number=fields.number("prosperity_at_least", least=1, most=50))
    elif fields.has("near_own_hero"):
        _check_creature_condition("near_own_hero", path=path, reading=reading)
        condition = Condition("near_own_hero", number=fields.length("near_own_hero"))
    elif fields.has("terrain"):
        condition = Condition("terrain", terrain=fields.word("terrain", kind="terrain", among=words.TERRAIN_KINDS))
    elif isinstance(data, dict):
        reading.fault(path, f"expected one of {', '.join(words.CONDITIONS_WITH_VALUE)}")
    fields.finish()
    return condition


def _check_creature_condition(word: str, *, path: str, reading: SchemaContext) -> None:
    if word in CREATURE_CONDITIONS and reading.type in ("building", "terrain"):
        reading.fault(path, f"{word!r} is said of a creature, and a {reading.type} is none")


def read_grants(fields: SchemaFields) -> tuple[Grant, ...]:
    """The field `grant`: a list of bonuses and keywords."""
    path, reading = fields.at("grant"), fields.reading
    return tuple(
        _grant(value, path=f"{path}[{number}]", reading=reading) for number, value in enumerate(fields.items("grant"))
    )


def _grant(data: object, *, path: str, reading: SchemaContext) -> Grant:
    """A bonus to one stat, or one keyword."""
    fields = SchemaFields(data, path=path, reading=reading)
    grant = Grant()
    stats = [stat for stat in words.GRANTED_STATS if fields.has(stat)]
    if stats:
        most = 3 if stats[0] == "movement" else 9
        grant = Grant(stat=stats[0], value=not_zero(fields, stats[0], most=most))
        for stat in stats[1:]:
            fields.fault(stat, "one grant gives one thing: write a second object")
    elif fields.has("keyword"):
        grant = _granted_keyword(fields)
    elif isinstance(data, dict):
        reading.fault(path, f"expected one of {', '.join(words.GRANTED_STATS)} or keyword")
    fields.finish()
    return grant


def _granted_keyword(fields: SchemaFields) -> Grant:
    code = fields.word("keyword", kind="keyword", among=tuple(BY_CODE))
    if not code:
        return Grant()
    keyword = BY_CODE[code]
    if code in NOT_GRANTED:
        fields.fault("keyword", f"{code!r} cannot be granted; {NOT_GRANTED[code]}")
    elif code == "shield_from":
        return Grant(keyword=keyword.index, value=1, shield=fields.word("from", kind="shield", among=words.SHIELDS))
    elif keyword.shape not in (FLAG, VALUE):
        fields.fault("keyword", f"{code!r} cannot be granted; only keywords with a number or without anything can")
    if keyword.shape == FLAG:
        if fields.has("value") or fields.has("plus"):
            fields.fault("value" if fields.has("value") else "plus", f"{code!r} takes no number")
        return Grant(keyword=keyword.index, value=1)
    if fields.has("plus"):
        return Grant(keyword=keyword.index, value=not_zero(fields, "plus", most=9), plus=True)
    return Grant(keyword=keyword.index, value=fields.number("value", least=1, most=9))


def not_zero(fields: SchemaFields, name: str, *, most: int) -> int:
    number = fields.number(name, least=-most, most=most)
    if number == 0:
        fields.fault(name, "0 changes nothing")
    return number


def read_target(
    owner: SchemaFields,
    name: str,
    *,
    source: PartSource,
    nouns: tuple[str, ...] = words.CREATURE_NOUNS,
    every: bool = False,
) -> Target:
    """A target; with `every`, all matching creatures.

    Auras, howls and passive abilities choose no creatures.
    """
    data = owner.value(name)
    if not owner.has(name):
        return Target("")
    fields = SchemaFields({"who": data} if isinstance(data, str) else data, path=owner.at(name), reading=owner.reading)
    who = fields.word("who", kind="target", among=(*words.CREATURE_NOUNS, *words.OTHER_NOUNS))
    target = Target(who)
    if who:
        _noun(fields, who, source=source, nouns=nouns)
    if every and who == "chosen":
        fields.fault("", "'chosen' works in effects only: no creature is chosen here")
    if every and fields.has("pick"):
        fields.fault("pick", "nobody is chosen here: everyone who fits has it")
    for count in ("pick", "all"):
        if who in SINGLE_NOUNS and fields.has(count):
            fields.fault(count, f"{who!r} is one already")
    if fields.has("pick") and fields.has("all"):
        fields.fault("pick", "'pick' and 'all' exclude each other")
    target.pick = fields.number("pick", least=1, most=7, default=1)
    if fields.has("up_to"):
        _up_to(fields, target)
    target.every = fields.flag("all") or every
    if who not in words.OTHER_NOUNS:
        _filters(fields, target, source=source)
    fields.finish()
    return target


def _up_to(fields: SchemaFields, target: Target) -> None:
    """SR-81 How many buildings may be chosen at most."""
    if not target.who.endswith("_building"):
        fields.fault("up_to", "only buildings are chosen 'up to' a number")
    for count in ("pick", "all"):
        if fields.has(count):
            fields.fault("up_to", f"{count!r} and 'up_to' exclude each other")
    target.pick = fields.number("up_to", least=2, most=7)
    target.up_to = True


def _noun(fields: SchemaFields, who: str, *, source: PartSource, nouns: tuple[str, ...]) -> None:
    if who not in nouns:
        fields.fault("", f"{who!r} does not fit here; expected one of {', '.join(nouns)}")
    elif who == "self" and not source.has_self:
        fields.fault("", "'self' is a creature, and this card is none; did you mean 'own_hero'?")
    elif who == "that_creature" and not source.has_party:
        fields.fault("", "'that_creature' is the other party of a trigger, and there is none here")


def _filters(fields: SchemaFields, target: Target, *, source: PartSource) -> None:
    target.within = fields.length("within", default=0)
    target.sight = fields.flag("sight")
    target.other = fields.flag("other")
    target.wounded = fields.flag("wounded")
    target.mercenary = fields.flag("mercenary")
    target.class_card = fields.flag("class_card")
    target.race = fields.word("race", kind="race", among=words.RACES, default="")
    target.strength_at_most = fields.number("strength_at_most", least=0, most=9, default=-1)
    target.touching = fields.flag("touching")
    if target.touching and not source.on_terrain:
        fields.fault("touching", "only a terrain card can ask who touches it")
