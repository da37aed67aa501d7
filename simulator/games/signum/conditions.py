"""Conditions of abilities, `if` and `while`: the words of vocabulary.CONDITIONS, one answer each.

What an ability does while its condition holds is stats.py (passive) or effects.py (triggered).
"""

from math import hypot
from typing import Final

from simulator.games.signum.abilities import Condition
from simulator.games.signum.state import Creature, Position

_TOUCH_MM: Final = 0.5
_SLACK_MM: Final = 1e-6


def condition_holds(position: Position, condition: Condition, *, seat: int, creature: Creature | None) -> bool:
    """S-13.1 Does it hold for the player `seat` and, where it speaks of one, for this creature?"""
    word = condition.word
    if word == "wounded":
        return creature is not None and creature.wounds > 0
    if word == "unhurt":
        return creature is not None and creature.wounds == 0
    if word == "in_contact":
        return creature is not None and _touches_enemy(position, creature)
    if word == "hero_wounded":
        hero = position.hero(seat)
        return hero is not None and hero.wounds > 0
    if word == "class_building":
        return has_class_building(position, seat)
    if word == "fewer_characters":
        return _has_fewer_characters(position, seat)
    if word == "building":
        return any(building.card.key == condition.building for building in position.players[seat].city)
    if word == "prosperity_at_least":
        return position.players[seat].prosperity >= condition.number
    if word == "near_own_hero":
        hero = position.hero(seat)
        return hero is not None and creature is not None and _gap(creature, hero) <= condition.number + _SLACK_MM
    raise ValueError(f"unknown condition {word!r}")


def has_class_building(position: Position, seat: int) -> bool:
    """S-5.13 Does a Guild or Order stand in the player's city?"""
    return any(building.card.class_building for building in position.players[seat].city)


def _has_fewer_characters(position: Position, seat: int) -> bool:
    own = theirs = 0
    for creature in position.creatures:
        if creature.is_hero:
            continue
        if creature.seat == seat:
            own += 1
        else:
            theirs += 1
    return own < theirs


def _gap(one: Creature, other: Creature) -> float:
    return hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius


def _touches_enemy(position: Position, creature: Creature) -> bool:
    return any(other.seat != creature.seat and _gap(creature, other) <= _TOUCH_MM for other in position.creatures)
