"""Abilities of creatures without the activation mark, SR-76.

Their player pays the cost in the activation phase, between activations; the creature need not activate. Activated
abilities are activated_abilities.py, with those of buildings and relics.
"""

from typing import Final

from simulator.games.signum.cards.abilities import USED, Ability
from simulator.games.signum.cards.card import NO_COST
from simulator.games.signum.rules.abilities.resolution import resolve
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.play.aim import aims, why_not_aim
from simulator.games.signum.rules.player.city import pay_cost, payment
from simulator.games.signum.state.actions import UseAbility
from simulator.games.signum.state.events import AbilityUsed
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import (
    ALREADY_USED,
    CANNOT_PAY,
    NO_ABILITY,
    NO_SUCH_CREATURE,
    NOT_YOUR_TURN,
    IllegalMove,
)

_BITS: Final = 4
_MOST: Final = 15


def unmarked_ability(creature: Creature, number: int) -> Ability | None:
    """Ability number `number` of its card, if it is of kind USED."""
    abilities = creature.card.abilities
    if 0 <= number < len(abilities) and abilities[number].kind == USED:
        return abilities[number]
    return None


def times_used(creature: Creature, number: int) -> int:
    """How often it has used this ability this turn."""
    return (creature.used >> (_BITS * number)) & _MOST


def why_not_use_unmarked(position: Position, seat: int, action: UseAbility) -> IllegalMove | None:
    """SR-76 Why it may not be used, or None.

    Contact, a move, an activation or none do not matter; silence does.
    """
    creature = position.creature(action.slot)
    if creature is None:
        return IllegalMove(NO_SUCH_CREATURE, "There is no such creature on the battlefield.")
    if creature.seat != seat:
        return IllegalMove(NOT_YOUR_TURN, f"{creature.name} belongs to another player.")
    ability = unmarked_ability(creature, action.ability)
    if ability is None or creature.silenced_until >= position.turn:
        return IllegalMove(NO_ABILITY, f"{creature.name} has no ability {action.ability} to use now.")
    if times_used(creature, action.ability) >= ability.value:
        return IllegalMove(ALREADY_USED, f"{creature.name} has used this ability this turn.")
    if payment(position, seat, ability.cost if ability.cost is not None else NO_COST) is None:
        return IllegalMove(CANNOT_PAY, f"The cost of the ability of {creature.name} cannot be paid in full.")
    source = Source(seat=seat, card=creature.card, creature=creature)
    return why_not_aim(position, ability.options, source, target=action.target, choose=action.choose)


def use_unmarked(position: Position, seat: int, action: UseAbility) -> None:
    """SR-76 Pays, counts the use, then the effect; a stealth token stays (S-12.2)."""
    creature = position.creature(action.slot)
    assert creature is not None, "why_not_use_unmarked was asked first"
    ability = unmarked_ability(creature, action.ability)
    assert ability is not None
    cost = ability.cost if ability.cost is not None else NO_COST
    buildings = payment(position, seat, cost)
    assert buildings is not None
    creature.used += 1 << (_BITS * action.ability)
    if position.listening:
        position.log.emit(AbilityUsed(creature.slot, creature.card.code, "used"))
    pay_cost(position, seat, cost, buildings)
    resolve(position, ability.options, Source(seat=seat, card=creature.card, creature=creature))


def unmarked_uses(position: Position, seat: int) -> list[UseAbility]:
    """Every use the player's creatures have now."""
    uses: list[UseAbility] = []
    for creature in position.creatures:
        if creature.seat != seat or not creature.card.has_used_ability:
            continue
        for number, ability in enumerate(creature.card.abilities):
            if ability.kind != USED or times_used(creature, number) >= ability.value:
                continue
            source = Source(seat=seat, card=creature.card, creature=creature)
            for choose, target in aims(position, ability.options, source):
                action = UseAbility(creature.slot, ability=number, target=target, choose=choose)
                if why_not_use_unmarked(position, seat, action) is None:
                    uses.append(action)
    return uses
