"""Conditions of abilities, `if` and `while`: the words of vocabulary.CONDITIONS.

What an ability does while its condition holds is stats.py (passive) or play/effects.py (triggered).
"""

from simulator.games.signum.board.geometry import in_contact, is_within
from simulator.games.signum.cards.abilities import Condition
from simulator.games.signum.state.position import Creature, Position


def condition_holds(position: Position, condition: Condition, *, seat: int, creature: Creature | None) -> bool:
    """S-13.1 Whether it holds for the player `seat` and, if it refers to one, this creature."""
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
        return _has_class_building(position, seat, creature)
    if word == "fewer_characters":
        return _has_fewer_characters(position, seat)
    if word == "building":
        return any(building.card.key == condition.building for building in position.players[seat].city)
    if word == "prosperity_at_least":
        return position.players[seat].prosperity >= condition.number
    if word == "near_own_hero":
        hero = position.hero(seat)
        return hero is not None and creature is not None and is_within(creature, hero, condition.number)
    if word == "terrain":
        return any(condition.terrain in template.traits for template in position.templates)  # SR-79
    raise ValueError(f"unknown condition {word!r}")


def _has_class_building(position: Position, seat: int, creature: Creature | None) -> bool:
    """S-5.13 Whether a Guild or Order stands in the player's city.

    An Order does not count for a Guild card under control.
    """
    for building in position.players[seat].city:
        if building.card.class_building:
            return creature is None or creature.card.faction == building.card.faction
    return False


def _has_fewer_characters(position: Position, seat: int) -> bool:
    """SR-66 Fewer than an opponent; allies do not count."""
    if len(position.players) == 2:
        return _has_fewer_than_the_other(position, seat)
    numbers = [0] * len(position.players)
    for creature in position.creatures:
        if not creature.is_hero:
            numbers[creature.seat] += 1
    own, team = numbers[seat], position.teams[seat]
    for other, number in enumerate(numbers):
        if own < number and position.teams[other] != team:
            return True
    return False


def _has_fewer_than_the_other(position: Position, seat: int) -> bool:
    """The same for two players, where it is asked very often."""
    own = theirs = 0
    for creature in position.creatures:
        if creature.is_hero:
            continue
        if creature.seat == seat:
            own += 1
        else:
            theirs += 1
    return own < theirs


def _touches_enemy(position: Position, creature: Creature) -> bool:
    return any(in_contact(creature, other) for other in position.camp(creature.seat).enemies)
