"""Spending concentration tokens, SR-30: a die each for a Magical Shot, Healer or Control.

Gaining them is healing.py.
"""

from simulator.games.signum.state.events import ConcentrationSpent
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.questions import SpendConcentration, ask


def with_concentration(
    position: Position, creature: Creature, target: Creature, ability: str, dice: int, *, good: int = 1
) -> int:
    """SR-30 The dice of the ability and one for every token spent; its player chooses how many.

    `good` of the three faces are a success.
    """
    tokens = creature.concentration
    if tokens == 0:
        return dice
    question = SpendConcentration(
        slot=creature.slot, target=target.slot, ability=ability, dice=dice, good=good, tokens=tokens
    )
    spent = ask(position, creature.seat, question)
    creature.concentration -= spent
    if spent > 0 and position.listening:
        position.log.emit(ConcentrationSpent(creature.slot, spent, creature.concentration))
    return dice + spent
