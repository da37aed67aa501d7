"""Effects in the short notation.

Turns `2 damage to enemy creature, draw 1` into card data. `default_target` defines the target of effects that name
none; the words are words.py.
"""

import re
from typing import Final

from simulator.games.signum.cardfile.notation.words import (
    KEYWORD_NAMES,
    Data,
    grants_data,
    keyword_data,
    length,
    parts,
    target_data,
    unknown,
    unwrapped,
)
from simulator.games.signum.cards import vocabulary as words

# The text before the target, and its verb; the groups are the fields of the verb.
FORMS: Final = (
    (re.compile(r"(?:deals? )?(?P<amount>\d+) damage"), "damage"),
    (re.compile(r"(?:deals? )?(?P<amount>\d+) wounds?"), "wounds"),
    (re.compile(r"\+(?P<amount>\d+) (?:armour|armor|armadura|armatura)"), "armour"),
    (re.compile(r"-(?P<amount>\d+) (?:armour|armor|armadura|armatura)"), "remove_armour"),
    (re.compile(r"(?P<player>opponent )?draws? (?P<amount>\d+)(?: cards?)?"), "draw"),
    (re.compile(r"(?P<player>opponent )?discards? (?P<amount>\d+)(?: cards?)?"), "discard"),
    (re.compile(r"(?P<player>opponent )?(?P<amount>[+-]\d+) (?:prosperity|prosperidad|prosperita)"), "prosperity"),
    (re.compile(r"steal (?P<amount>\d+)(?: prosperity)?"), "steal"),
    (re.compile(r"recover (?P<amount>\d+) (?P<card>character|support|card)s?"), "recover"),
    (re.compile(r"concentrate (?P<amount>\d+)"), "concentrate"),
    (re.compile(r"push (?P<distance>\w+)"), "push"),
    (re.compile(r"step (?P<distance>\w+)"), "step"),
    (re.compile(r"cancel into (?P<into>deck|graveyard)"), "cancel"),
    (re.compile(r"cancel"), "cancel"),
    (re.compile(r"destroy (?:enemy )?building"), "destroy_building"),
    (re.compile(r"destroy (?:enemy )?relic"), "destroy_relic"),
    (re.compile(r"destroy terrain"), "destroy_terrain"),
    (re.compile(r"return to hand"), "return_to_hand"),
    (re.compile(r"return to deck"), "return_to_deck"),
    (re.compile(r"(?:silence|destroy|block|tap|untap|hide|reveal|ready|exhaust|control)"), ""),
)
_ROLL: Final = re.compile(r"roll (?P<dice>\d+) on (?P<faces>\w+(?:/\w+)*): ?(?P<then>.+)")
# Verbs that help their target; all others harm it.
HELPFUL_VERBS: Final = ("heal", "armour", "grant", "step", "hide", "ready", "concentrate")


class Place:
    """The default targets of effects, depending on where the notation is used."""

    __slots__ = ("favoured", "harmed", "target")

    def __init__(self, *, favoured: str = "own_hero", harmed: str = "enemy_creature", target: str = "") -> None:
        self.favoured = favoured
        self.harmed = harmed
        self.target = target  # a separate field, as in inline cards; a target in the text has priority


def default_target(verb: str, place: Place) -> object:
    """The target of an effect that names none.

    Harmful effects: an enemy creature, or the creature that attacked or triggered a tactic. Helpful effects: the
    creature itself if it still exists, otherwise the hero. Buildings, relics and terrain follow from the verb.
    """
    if place.target:
        return target_data(place.target)
    if verb in ("destroy_building", "block", "tap"):
        return "enemy_building"
    if verb == "untap":
        return "own_building"
    if verb == "destroy_relic":
        return "enemy_relic"
    if verb == "destroy_terrain":
        return "terrain"
    if verb in ("control", "return_to_hand", "return_to_deck"):
        return "that_creature" if place.harmed == "that_creature" else "enemy_character"
    return place.favoured if verb in HELPFUL_VERBS else place.harmed


def options_data(text: str, *, place: Place) -> Data:
    """`draw 1`, or with ` or ` a choice: the fields `do` or `choose` of card data."""
    choices = [effects_data(unwrapped(choice), place=place) for choice in parts(text, at=r" or ")]
    return {"do": choices[0]} if len(choices) == 1 else {"choose": choices}


def effects_data(text: str, *, place: Place) -> list[Data]:
    """Effects joined by a comma, a semicolon or `and`."""
    return [effect_data(part, place=place) for part in parts(text, at=r" ?[,;] ?| and ")]


def effect_data(text: str, *, place: Place) -> Data:
    """One effect: a verb, optionally with `to` a target and `until` an end."""
    roll = _ROLL.fullmatch(text)
    if roll:
        then = effects_data(unwrapped(roll["then"]), place=place)
        return {"do": "roll", "dice": int(roll["dice"]), "faces": roll["faces"].split("/"), "then": then}
    body, _, until = text.partition(" until ")
    body, _, to = body.partition(" to ") if not body.startswith("return to ") else _returned(body)
    effect = _verb(body)
    verb = str(effect["do"])
    fields = words.VERBS[verb]
    if until:
        effect["until"] = _end(until)
    if "to" in fields:
        effect["to"] = target_data(to) if to else default_target(verb, place)
    elif to:
        raise unknown(f"effect with a target ({verb!r} has none)", text, among=())
    return effect


def _returned(body: str) -> tuple[str, str, str]:
    """`return to hand` contains a `to` that does not begin a target."""
    rest, between, target = body.removeprefix("return to ").partition(" to ")
    return f"return to {rest}", between, target


def _end(text: str) -> str:
    end = text.replace(" ", "_").replace("the_", "")
    if end not in words.UNTIL:
        raise unknown("end of an effect", text, among=[known.replace("_", " ") for known in words.UNTIL])
    return end


def _verb(text: str) -> Data:
    """The verb with its fields: a form of the table, a heal, or a grant."""
    for form, verb in FORMS:
        match = form.fullmatch(text)
        if match:
            return {"do": verb or text, **_fields(match, verb)}
    keyword = keyword_data(text)
    if keyword is not None and keyword["keyword"] == "heal" and "value" in keyword:
        return {"do": "heal", "amount": keyword["value"]}
    grants = grants_data(text)
    if grants is None:
        examples = ("2 damage", "2 wounds", "heal 1", "draw 1", "+2 prosperity", "+2 armour", "+1 strength", "destroy")
        raise unknown("effect", text, among=(*examples, *words.VERBS, *KEYWORD_NAMES))
    return {"do": "grant", "grant": grants}


def _fields(match: re.Match[str], verb: str) -> Data:
    named = match.groupdict()
    data: Data = {}
    if "amount" in named:
        data["amount"] = int(named["amount"])
    if named.get("player"):
        data["player"] = "opponent"
    if "distance" in named:
        data["distance"] = length(named["distance"])
    if "card" in named:
        data["card"] = named["card"]
    if verb == "cancel":
        data["into"] = named.get("into", "graveyard")
    return data
