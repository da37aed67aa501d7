"""Which creatures are in contact (SR-1).

Needed by Backstab, Run, shots and abilities.
"""

from typing import Final

from simulator.games.signum.board.geometry import in_contact
from simulator.games.signum.state.position import Creature, Position

NOBODY: Final[list[Creature]] = []
"""What most creatures touch; never changed."""


def touching_enemies(position: Position, creature: Creature) -> list[Creature]:
    """S-8.1 Every enemy in contact, hidden ones included: they Backstab it if it moves.

    The caller must not change the list.
    """
    touching = NOBODY
    for other in position.camp(creature.seat).enemies:
        if in_contact(creature, other):
            touching = [*touching, other]
    return touching


def touched_enemy(position: Position, creature: Creature) -> Creature | None:
    """S-11.1, SR-22 An enemy in contact that is not hidden.

    An undetected enemy counts as absent.
    """
    for other in position.camp(creature.seat).enemies:
        if not other.hidden and in_contact(creature, other):
            return other
    return None
