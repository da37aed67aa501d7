"""Backstab, chapter 8: the die an enemy rolls against a creature that moves.

The creature moves while touching the enemy, or runs into it. Which creature moves, and when the dice are rolled (before
a move, after a Run), is activation/sequence.py; what the damage does is damage.py.
"""

from typing import Final

from simulator.games.signum.cards.keywords import AGILE, FORTITUDE
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.combat.damage import deal_damage, is_on_field
from simulator.games.signum.rules.combat.stealth import reveal
from simulator.games.signum.rules.dice import AXE_OR_SHIELD, SHIELD, one_die
from simulator.games.signum.state.events import Backstabbed
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.questions import YES, BackstabFromHiding, ask

DAMAGE: Final = 1


def can_be_backstabbed(position: Position, creature: Creature) -> bool:
    """S-8.3, K-02, K-44 Not if it is hidden, Agile, or shielded from Backstab."""
    if creature.hidden or stats.has(position, creature, AGILE):
        return False
    return not stats.shields(position, creature, "backstab")


def backstabs(position: Position, mover: Creature, rollers: list[Creature]) -> bool:
    """S-8.1, S-8.4 Each of these enemies rolls its die. Is the mover still on the field?

    They roll in the order of their names, until the mover is destroyed.
    """
    if rollers and can_be_backstabbed(position, mover):
        for roller in sorted(rollers, key=_name):
            if is_on_field(position, roller) and not _backstab(position, roller, mover):
                return False
    return is_on_field(position, mover)


def _name(creature: Creature) -> tuple[str, int]:
    return creature.name, creature.slot


def _backstab(position: Position, roller: Creature, mover: Creature) -> bool:
    """S-8.2, S-8.4, SR-25 One die, no defence, 1 damage, no attack. Is the mover still there?"""
    if roller.hidden:
        if ask(position, roller.seat, BackstabFromHiding(slot=roller.slot, target=mover.slot)) != YES:
            return True
        reveal(position, roller)
    roll = one_die(position, roller, "backstab")
    hit = roll >= lowest_hit(position, roller)
    if position.listening:
        position.log.emit(Backstabbed(roller.slot, mover.slot, roll, hit))
    if hit:
        deal_damage(position, mover, DAMAGE, physical=True, source=roller.slot)
    return is_on_field(position, mover)


def lowest_hit(position: Position, creature: Creature) -> int:
    """S-8.1, S-9.6, K-22 Axe and shield hit; only shield if it is wounded, unless it has Fortitude."""
    if creature.wounds > 0 and not stats.has(position, creature, FORTITUDE):
        return SHIELD[0]
    return AXE_OR_SHIELD[0]
