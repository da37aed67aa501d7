"""Reads abilities in the short notation.

Examples: `Shot 3`, `Aura S: +1 strength`, `First Word: draw 1`. Scenario files and tables use it. Text is turned into
card data and read by the schema, so that both forms of an ability give the same value. Whole cards without a file are
cardfile/inline.py.
"""

import re
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile.notation.effects import Place, effects_data, options_data
from simulator.games.signum.cardfile.notation.words import (
    KEYWORD_NAMES,
    Data,
    condition_data,
    cost_data,
    grants_data,
    keyword_data,
    length,
    parts,
    plain,
    target_data,
    unknown,
    unwrapped,
)
from simulator.games.signum.cardfile.schema.abilities import read_ability
from simulator.games.signum.cardfile.schema.cards import CANCELLABLE, WITH_PARTY
from simulator.games.signum.cardfile.schema.effects import read_options
from simulator.games.signum.cardfile.schema.fields import SchemaContext, SchemaFields
from simulator.games.signum.cardfile.schema.parts import PartSource
from simulator.games.signum.cards import vocabulary as words
from simulator.games.signum.cards.abilities import Ability, Options

CREATURES: Final = ("hero", "character")
# The only trigger of tactics that is not caused by an enemy creature.
_OWN_DEATH: Final = "own_character_dies"
# In these triggers the other creature is an enemy that still exists.
_FIGHTING: Final = ("attacks", "is_attacked", "is_wounded")
_AROUND: Final = re.compile(r"(?P<name>.+?) (?P<distance>s|m|l|xl)(?: (?P<to>.+))?")
_TIMES: Final = re.compile(r"(?P<cost>.+) (?P<times>\d+) times")
_STEAM: Final = re.compile(r"(?P<face>\w+) (?P<effects>\(.+\))")


def ability(source: str | Data, *, card_type: str = "character") -> Ability:
    """The ability of a text or of card data, for a card of this type."""
    data = ability_data(source, card_type=card_type) if isinstance(source, str) else source
    reading = loose_reading(card_type)
    result = read_ability(data, path="", reading=reading)
    if reading.faults:
        raise CatalogueError(f"{source!r}: {'; '.join(reading.faults)}")
    return result


def options(text: str, *, card_type: str = "spell", trigger: str = "", target: str = "") -> Options:
    """The effects of a spell or a tactic; `target` applies where the text names none."""
    place = trigger_place(card_type, trigger, target=plain(target))
    reading = loose_reading(card_type)
    fields = SchemaFields(options_data(plain(text), place=place), path="", reading=reading)
    source = PartSource(
        has_self=card_type in CREATURES, has_party=trigger in WITH_PARTY, cancels=trigger in CANCELLABLE
    )
    result = read_options(fields, source=source)
    if reading.faults:
        raise CatalogueError(f"{text!r}: {'; '.join(reading.faults)}")
    return result


def trigger_place(card_type: str, trigger: str, *, target: str = "") -> Place:
    """The default targets of a spell or tactic.

    A tactic harms the creature that triggered it.
    """
    harmed = "that_creature" if trigger in WITH_PARTY and trigger != _OWN_DEATH else "enemy_creature"
    return Place(favoured="self" if card_type in CREATURES else "own_hero", harmed=harmed, target=target)


def loose_reading(card_type: str) -> SchemaContext:
    """A lenient context for scenarios.

    It allows any building, any number, any keyword on any creature.
    """
    reading = SchemaContext(buildings={}, heroes={}, loose=True)
    reading.type = card_type
    return reading


def ability_data(text: str, *, card_type: str = "character") -> Data:
    """The ability as card data, as docs/adding_a_card.md describes it."""
    head, *rest = parts(plain(text), at=r" ?: ?")
    if rest:
        return _with_body(head, ": ".join(rest), card_type=card_type)
    if " to " in head:
        return _grants(head)
    keyword = keyword_data(head)
    if keyword is not None and (card_type != "relic" or keyword["keyword"] == "durability"):
        return keyword
    grants = grants_data(head)
    if grants is None:
        raise unknown("ability", text, among=KEYWORD_NAMES)
    return {"grant": grants}


def _with_body(head: str, body: str, *, card_type: str) -> Data:
    """Abilities with a colon: keywords with a body, and the other kinds of ability."""
    place = Place(favoured="self" if card_type in CREATURES else "own_hero")
    first, _, rest = head.partition(" ")
    if first == "when":
        return _triggered(rest, body, place=place)
    if first == "while":
        return {"while": condition_data(rest), **_grants(body)}
    if head == "activate":
        return {"activate": effects_data(body, place=place)}
    if first == "use":
        times = _TIMES.fullmatch(rest)
        counted: Data = {"times": int(times["times"])} if times else {}
        return {"use": cost_data(times["cost"] if times else rest), **counted, **options_data(body, place=place)}
    around = _AROUND.fullmatch(head)
    if around and around["name"] in KEYWORD_NAMES:
        return _around(KEYWORD_NAMES[around["name"]].code, around["distance"], around["to"] or "", body)
    return _keyword_with_body(head, body, place=place)


def _triggered(head: str, body: str, *, place: Place) -> Data:
    trigger, _, condition = head.partition(" if ")
    word = trigger.replace(" ", "_")
    if word not in words.TRIGGERS:
        raise unknown("trigger", trigger, among=[known.replace("_", " ") for known in words.TRIGGERS])
    if word in _FIGHTING:
        place = Place(favoured=place.favoured, harmed="that_creature")
    data: Data = {"when": word, **options_data(body, place=place)}
    return {**data, "if": condition_data(condition)} if condition else data


def _grants(body: str) -> Data:
    """Grants, optionally `to` other creatures."""
    text, _, to = body.partition(" to ")
    grants = grants_data(text)
    if grants is None:
        raise unknown("thing a creature can have", text, among=(*KEYWORD_NAMES, "+1 strength"))
    return {"grant": grants, "to": _all(to)} if to else {"grant": grants}


def _is_grant(body: str) -> bool:
    """Whether the text after a Howl is a grant `to` creatures, and no list of effects."""
    text, _, to = body.partition(" to ")
    return grants_data(text) is not None and " until " not in body and len(parts(to, at=r" ?[,;] ?| and | or ")) == 1


def _all(to: str) -> Data:
    """The target of passive abilities, auras and howls: always all creatures."""
    return {name: value for name, value in target_data(to).items() if name != "all"}


def _around(code: str, distance: str, to: str, body: str) -> Data:
    """K-04, K-26 The default target: your other creatures, or your creatures."""
    data: Data = {"keyword": code, "distance": length(distance)}
    if code == "howl" and not to and not _is_grant(body):
        return {**data, **options_data(body, place=Place(favoured="self"))}
    data |= _grants(body)
    if to and "to" in data:
        raise CatalogueError(f"{body!r}: whom it reaches was said before the colon already: {to!r}")
    if "to" not in data and (to or code == "howl"):
        data["to"] = _all(to or "own creature")
    return data


def _keyword_with_body(head: str, body: str, *, place: Place) -> Data:
    valued = re.fullmatch(r"(.+?) (\d+)", head)
    name = valued[1] if valued and valued[1] in KEYWORD_NAMES else head
    if name in KEYWORD_NAMES:
        code = KEYWORD_NAMES[name].code
        if code in ("charge", "contract"):
            harmed = "that_creature" if code == "charge" else place.harmed
            grants = grants_data(body)
            effects = Place(favoured=place.favoured, harmed=harmed)
            return {"keyword": code, **({"grant": grants} if grants is not None else options_data(body, place=effects))}
        if code == "first_word":
            return {"keyword": code, **options_data(body, place=place)}
        if code == "last_word":
            return {"keyword": code, **options_data(body, place=Place())}
        if code == "multiple_uses" and valued:
            grants = grants_data(body)
            content = {"grant": grants} if grants is not None else options_data(body, place=place)
            return {"keyword": code, "value": int(valued[2]), **content}
        raise CatalogueError(f"{head!r} takes nothing after a colon")
    for known, keyword in KEYWORD_NAMES.items():
        if keyword.code == "steam_engine" and head.startswith(f"{known} "):
            return _steam(head.removeprefix(f"{known} "), body, place=place)
        if keyword.code == "surcharge" and head.startswith(f"{known} "):
            cost = cost_data(head.removeprefix(f"{known} "))
            return {"keyword": "surcharge", "cost": cost, **options_data(body, place=place)}
    raise unknown("ability", head, among=KEYWORD_NAMES)


def _steam(action: str, body: str, *, place: Place) -> Data:
    """K-50 `Steam Engine melee: bullseye (+1 strength), shield (1 damage to self)`."""
    faces: Data = {}
    for line in parts(body, at=r" ?[,;] ?"):
        match = _STEAM.fullmatch(line)
        if not match:
            raise CatalogueError(f"{line!r}: expected a face and what it does in parentheses, as in 'axe (draw 1)'")
        faces[match["face"]] = effects_data(unwrapped(match["effects"]), place=place)
    return {"keyword": "steam_engine", "action": action, "faces": faces}
