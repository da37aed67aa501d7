"""Write values in the short notation, for round-trip tests of reader.py.

The texts for players are in the wording package.
"""

from typing import Final

from simulator.games.signum.cards.abilities import (
    ACTIVATED,
    PASSIVE,
    TRIGGERED,
    USED,
    Ability,
    Condition,
    Cost,
    Effect,
    Grant,
    Options,
    Target,
)
from simulator.games.signum.cards.keywords import FLAG, KEYWORDS, MINUS_FROM_ATTACKS, SHIELD_FROM
from simulator.games.signum.cards.vocabulary import FACES, LENGTHS_MM

LETTER: Final = {length: letter for letter, length in LENGTHS_MM.items()}
# Notation of verbs with an amount.
_AMOUNTS: Final = {
    "damage": "{} damage",
    "wounds": "{} wounds",
    "heal": "Heal {}",
    "armour": "+{} armour",
    "remove_armour": "-{} armour",
    "draw": "draw {}",
    "discard": "discard {}",
    "prosperity": "{:+} prosperity",
    "steal": "steal {}",
    "recover": "recover {}",
    "concentrate": "concentrate {}",
}


def keyword_text(keyword: int, *, value: int = 0, plus: bool = False, shield: str = "") -> str:
    """`Shot 3`, `Agile`, `Shot +1`, `−1 from Attacks`, `Shield from spells`."""
    if keyword == MINUS_FROM_ATTACKS:
        return f"−{value} from Attacks"
    name = KEYWORDS[keyword - 1].en
    if keyword == SHIELD_FROM:
        return f"{name} {_spaced(shield)}"
    if KEYWORDS[keyword - 1].shape == FLAG or not value:
        return name
    return f"{name} {value:+}" if plus else f"{name} {value}"


def grants_text(grants: tuple[Grant, ...]) -> str:
    return " & ".join(_grant_text(grant) for grant in grants)


def _grant_text(grant: Grant) -> str:
    if grant.stat:
        return f"{grant.value:+} {grant.stat}"
    return keyword_text(grant.keyword, value=grant.value, plus=grant.plus, shield=grant.shield)


def target_text(target: Target) -> str:
    """The notation of a target.

    For example `2 other wounded own character within M in sight`: the noun stays singular.
    """
    count = f"up to {target.pick}" if target.up_to else str(target.pick)
    words = ["all"] if target.every else [count] if target.pick > 1 else []
    words += [word for word, is_set in (("other", target.other), ("wounded", target.wounded)) if is_set]
    words += [word for word, is_set in (("mercenary", target.mercenary), ("class", target.class_card)) if is_set]
    words += [target.race] if target.race else []
    words.append(_spaced(target.who))
    words += [f"within {LETTER[target.within]}"] if target.within else []
    words += ["in sight"] if target.sight else []
    words += [f"with strength at most {target.strength_at_most}"] if target.strength_at_most >= 0 else []
    words += ["touching it"] if target.touching else []
    return " ".join(words)


def effect_text(effect: Effect) -> str:
    if effect.verb == "roll":
        return f"roll {effect.dice} on {'/'.join(effect.faces)}: ({effects_text(effect.effects)})"
    text = _action_text(effect)
    if effect.to is not None:
        text += f" to {target_text(effect.to)}"
    return f"{text} until {_spaced(effect.until)}" if effect.until != "game" else text


def _action_text(effect: Effect) -> str:
    """The notation of an effect without its target and duration."""
    if effect.verb == "grant":
        return grants_text(effect.grants)
    if effect.verb in ("push", "step"):
        return f"{effect.verb} {LETTER[effect.distance]}"
    if effect.verb == "cancel":
        return f"cancel into {effect.into}"
    if effect.verb not in _AMOUNTS:
        return _spaced(effect.verb)
    text = _AMOUNTS[effect.verb].format(effect.amount)
    if effect.verb == "recover":
        return f"{text} {effect.card}"
    return f"opponent {text}" if effect.player == "opponent" else text


def effects_text(effects: tuple[Effect, ...]) -> str:
    return ", ".join(effect_text(effect) for effect in effects)


def options_text(options: Options) -> str:
    if len(options) == 1:
        return effects_text(options[0])
    return " or ".join(f"({effects_text(effects)})" for effects in options)


def condition_text(condition: Condition) -> str:
    if condition.word == "building":
        return f"building {_spaced(condition.building)}"
    if condition.word == "prosperity_at_least":
        return f"prosperity {condition.number}"
    if condition.word == "near_own_hero":
        return f"near own hero {LETTER[condition.number]}"
    if condition.word == "terrain":
        return f"terrain {condition.terrain}"
    return _spaced(condition.word)


def cost_text(cost: Cost) -> str:
    parts = [_spaced(building) for building in cost.buildings]
    parts += [f"{cost.any} any"] if cost.any else []
    parts += [f"{cost.prosperity} prosperity"] if cost.prosperity else []
    return " + ".join(parts) or "0"


def ability_text(ability: Ability) -> str:
    if ability.kind == TRIGGERED:
        condition = f" if {condition_text(ability.condition)}" if ability.condition is not None else ""
        return f"When {_spaced(ability.trigger)}{condition}: {options_text(ability.options)}"
    if ability.kind == PASSIVE:
        grants = grants_text(ability.grants) + (f" to {_plural_target(ability.to)}" if ability.to is not None else "")
        return f"While {condition_text(ability.condition)}: {grants}" if ability.condition is not None else grants
    if ability.kind == ACTIVATED:
        return f"Activate: {options_text(ability.options)}"
    if ability.kind == USED:
        times = f" {ability.value} times" if ability.value > 1 else ""
        return f"Use {cost_text(ability.cost or Cost())}{times}: {options_text(ability.options)}"
    return _keyword_ability_text(ability)


def _keyword_ability_text(ability: Ability) -> str:
    head = keyword_text(ability.keyword, value=ability.value, shield=ability.shield)
    if ability.distance:
        head += f" {LETTER[ability.distance]}" + (f" {_plural_target(ability.to)}" if ability.to is not None else "")
    if ability.action:
        lines = [
            f"{face} ({effects_text(effects)})" for face, effects in zip(FACES, ability.faces, strict=True) if effects
        ]
        return f"{head} {ability.action}: {', '.join(lines)}"
    if ability.cost is not None:
        head += f" {cost_text(ability.cost)}"
    if ability.grants:
        return f"{head}: {grants_text(ability.grants)}"
    return f"{head}: {options_text(ability.options)}" if ability.options else head


def _plural_target(target: Target) -> str:
    return target_text(target).removeprefix("all ")


def _spaced(word: str) -> str:
    return word.replace("_", " ")
