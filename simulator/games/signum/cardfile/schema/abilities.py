"""Reads and validates abilities of card files, chapter 13.

Their kind, fields and allowed card types. The effects in them are effects.py; what an ability does in a game is the
rule module of its id.
"""

from collections.abc import Callable
from typing import Final

from simulator.games.signum.cardfile.schema.effects import read_effects, read_options
from simulator.games.signum.cardfile.schema.fields import SchemaContext, SchemaFields
from simulator.games.signum.cardfile.schema.parts import PartSource, read_condition, read_cost, read_grants, read_target
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import ACTIVATED, KEYWORD, PASSIVE, TRIGGERED, USED, Ability, Effect
from simulator.games.signum.cards.keywords import BY_CODE, FLAG, Keyword

CREATURES: Final = ("hero", "character")
# The card types of keywords that are not allowed on all heroes and characters.
CARRIERS: Final[dict[str, tuple[str, ...]]] = {
    "durability": ("relic",),
    "multiple_uses": ("relic",),
    "first_word": ("character", "relic"),
    "last_word": ("hero", "character", "relic"),
    "rush": ("character",),
    "stealth": ("character",),
    "surcharge": ("character",),
    "heal": (),
}
# Triggers about the creature itself; on a relic, about its hero.
CREATURE_TRIGGERS: Final = ("activation_starts", "attacks", "is_attacked", "kills", "is_wounded", "is_healed")
# Triggers that involve another creature, so that `that_creature` is defined.
WITH_PARTY: Final = (
    "attacks",
    "is_attacked",
    "kills",
    "is_wounded",
    "own_creature_is_healed",
    "own_character_dies",
    "enemy_character_dies",
    "own_summons",
)
AURA_NOUNS: Final = ("own_creature", "own_character", "own_hero")


FORMS: Final = ("keyword", "when", "while", "grant", "activate", "use")
"""The field that defines the kind of an ability; `while` needs `grant`, and keywords may have a `grant` too."""


def read_abilities(values: list[object], *, path: str, reading: SchemaContext) -> tuple[Ability, ...]:
    """All abilities of one card.

    A repeated keyword is a fault, because only the higher counts (S-15.2).
    """
    abilities: list[Ability] = []
    seen: list[tuple[int, str]] = []
    for number, value in enumerate(values):
        ability = read_ability(value, path=f"{path}[{number}]", reading=reading)
        identity = (ability.keyword, ability.shield)
        if ability.keyword and not ability.grants and not ability.options and not any(ability.faces):
            if identity in seen:
                reading.fault(f"{path}[{number}]", "the card has this keyword already")
            seen.append(identity)
        abilities.append(ability)
    return tuple(abilities)


def read_ability(data: object, *, path: str, reading: SchemaContext) -> Ability:
    fields = SchemaFields(data, path=path, reading=reading)
    source = PartSource(has_self=reading.type in CREATURES, on_terrain=reading.type == "terrain")
    if fields.has("keyword"):
        ability = _keyword(fields, source=source)
    elif fields.has("when"):
        ability = _triggered(fields)
    elif fields.has("activate"):
        _only_on(fields, CREATURES, subject="'activate'")
        ability = Ability(ACTIVATED, options=(read_effects(fields, "activate", source=source),))
    elif fields.has("use"):
        ability = _used(fields, source=source)
    elif fields.has("grant") or fields.has("while"):
        ability = _passive(fields, source=source)
    else:
        if isinstance(data, dict):
            reading.fault(path, f"expected one of the fields {', '.join(FORMS)}")
        return Ability("")
    fields.finish()
    return ability


def _only_on(fields: SchemaFields, types: tuple[str, ...], *, subject: str) -> None:
    if fields.reading.type not in types:
        fields.fault("", f"{subject} stands only on a {' or '.join(types)}, not on a {fields.reading.type}")


def _used(fields: SchemaFields, *, source: PartSource) -> Ability:
    """S-4.7 A building's, once per tap; SR-76 a creature's, `times` a turn."""
    _only_on(fields, (*CREATURES, "building"), subject="'use'")
    times = 0
    if fields.reading.type in CREATURES:
        times = fields.number("times", least=1, most=9, default=1)
    return Ability(USED, value=times, cost=read_cost(fields, "use"), options=read_options(fields, source=source))


def _triggered(fields: SchemaFields) -> Ability:
    """S-13.1 A condition, then an effect."""
    trigger = fields.word("when", kind="trigger", among=words.TRIGGERS)
    if trigger in CREATURE_TRIGGERS:
        _only_on(fields, (*CREATURES, "relic"), subject=f"the trigger {trigger!r}")
    is_creature = fields.reading.type in CREATURES
    source = PartSource(
        has_self=is_creature, has_party=trigger in WITH_PARTY, on_terrain=fields.reading.type == "terrain"
    )
    condition = None
    if fields.has("if"):
        condition = read_condition(fields, "if")
    return Ability(TRIGGERED, trigger=trigger, condition=condition, options=read_options(fields, source=source))


def _passive(fields: SchemaFields, *, source: PartSource) -> Ability:
    """S-13.1 Grants, always or under a condition.

    On a relic without `to`: to its hero.
    """
    condition = target = None
    if fields.has("while"):
        condition = read_condition(fields, "while")
    if fields.has("to"):
        target = read_target(fields, "to", source=source, every=True)
    elif fields.reading.type in ("building", "terrain"):
        fields.fault("", "missing 'to': who has it?")
    elif condition is None and fields.reading.type in CREATURES and not fields.reading.loose:
        fields.fault("", "the creature always has this: write it into its own values or abilities")
    return Ability(PASSIVE, grants=read_grants(fields), to=target, condition=condition)


def _keyword(fields: SchemaFields, *, source: PartSource) -> Ability:
    code = fields.word("keyword", kind="keyword", among=tuple(BY_CODE))
    if not code:
        for name in fields.names():
            fields.has(name)  # the allowed fields depend on the keyword, so none is reported
        return Ability("")
    keyword = BY_CODE[code]
    _carrier(fields, code)
    if code in _SPECIAL:
        return _SPECIAL[code](fields, keyword, source)
    if keyword.shape == FLAG:
        if fields.has("value"):
            fields.fault("value", f"{code!r} takes no number")
        return Ability(KEYWORD, keyword=keyword.index)
    return Ability(KEYWORD, keyword=keyword.index, value=fields.number("value", least=1, most=9))


def _carrier(fields: SchemaFields, code: str) -> None:
    """Each keyword only on the card types that can have it."""
    carriers = CARRIERS.get(code, CREATURES)
    if fields.reading.type in carriers or (fields.reading.loose and code != "heal"):
        return
    if code == "heal":
        fields.fault("keyword", "'heal' is something that is done: use the verb 'heal'")
    elif fields.reading.type == "relic" and code not in CARRIERS:
        fields.fault("keyword", f"a relic gives {code!r} to its hero: write it into a 'grant'")
    else:
        _only_on(fields, carriers, subject=repr(code))


def _for_the_turn(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-09, K-12 Grants to the creature until the end of the turn, or effects.

    `that_creature` of a Charge is the one attacked.
    """
    if keyword.code == "charge":
        source = PartSource(has_self=source.has_self, has_party=True)
    ability = Ability(KEYWORD, keyword=keyword.index)
    _grants_or_effects(fields, ability, source=source)
    return ability


def _grants_or_effects(fields: SchemaFields, ability: Ability, *, source: PartSource) -> None:
    """K-09, K-12, K-26 `grant`, or instead of it `do` or `choose`."""
    has_effects = fields.has("do") or fields.has("choose")
    if has_effects and fields.has("grant"):
        fields.fault("grant", "'grant' and effects exclude each other: write it as the verb 'grant'")
    if has_effects:
        ability.options = read_options(fields, source=source)
    else:
        ability.grants = read_grants(fields)


def _around(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-04, K-26 Grants to creatures within a distance; a Howl may have effects instead."""
    if keyword.code == "howl" and (fields.has("do") or fields.has("choose")):
        return _howl(fields, keyword, source)
    target = None
    if keyword.code == "howl" or fields.has("to"):
        nouns = AURA_NOUNS if keyword.code == "aura" else words.CREATURE_NOUNS
        target = read_target(fields, "to", source=source, nouns=nouns, every=True)
        if target.within:
            fields.fault("to", "the distance stands in 'distance'")
    distance = fields.length("distance")
    return Ability(KEYWORD, keyword=keyword.index, distance=distance, to=target, grants=read_grants(fields))


def _howl(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-26, SR-83 Effects reach the creatures they name within the distance of the Howl."""
    if fields.has("to"):
        fields.fault("to", "the effects say whom they are for")
    ability = Ability(KEYWORD, keyword=keyword.index, distance=fields.length("distance"))
    _grants_or_effects(fields, ability, source=source)
    for effects in ability.options:
        _limit(effects, ability.distance)
    return ability


def _limit(effects: tuple[Effect, ...], distance: int) -> None:
    for effect in effects:
        target = effect.to
        if target is not None and target.is_of_creatures and target.who not in ("self", "chosen") and not target.within:
            target.within = distance
        _limit(effect.effects, distance)


def _word(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-20, K-29 Effects that happen once.

    The creature of a Last Word no longer exists.
    """
    if keyword.code == "last_word":
        source = PartSource()
    return Ability(KEYWORD, keyword=keyword.index, options=read_options(fields, source=source))


def _uses(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-37 A bonus in every melee of the hero, or effects that its player uses."""
    value = fields.number("value", least=1, most=9)
    if fields.has("grant"):
        return Ability(KEYWORD, keyword=keyword.index, value=value, grants=read_grants(fields))
    return Ability(KEYWORD, keyword=keyword.index, value=value, options=read_options(fields, source=source))


def _shield(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-44 The attacks or effects that it shields from."""
    return Ability(KEYWORD, keyword=keyword.index, shield=fields.word("from", kind="shield", among=words.SHIELDS))


def _steam(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-50 An action, and effects for each die face; a face may be left out."""
    action = fields.word("action", kind="action", among=words.STEAM_ACTIONS)
    source = PartSource(has_self=True, has_party=action in ("melee", "shot"))
    lines, effects = fields.part("faces"), list[tuple[Effect, ...]]()
    for face in words.FACES:
        effects.append(read_effects(lines, face, source=source) if lines.has(face) else ())
    lines.finish()
    if not any(effects):
        fields.fault("faces", "no face does anything")
    return Ability(KEYWORD, keyword=keyword.index, action=action, faces=(effects[0], effects[1], effects[2]))


def _surcharge(fields: SchemaFields, keyword: Keyword, source: PartSource) -> Ability:
    """K-51 An additional cost of summoning, and its effects."""
    cost = read_cost(fields, "cost")
    if not cost.total:
        fields.fault("cost", "a surcharge costs something")
    return Ability(KEYWORD, keyword=keyword.index, cost=cost, options=read_options(fields, source=source))


_SPECIAL: Final[dict[str, Callable[[SchemaFields, Keyword, PartSource], Ability]]] = {
    "charge": _for_the_turn,
    "contract": _for_the_turn,
    "aura": _around,
    "howl": _around,
    "first_word": _word,
    "last_word": _word,
    "multiple_uses": _uses,
    "shield_from": _shield,
    "steam_engine": _steam,
    "surcharge": _surcharge,
}
