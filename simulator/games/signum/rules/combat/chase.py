"""Chase, K-10: after a kill in melee, up to S into contact with another enemy.

The new melee itself is melee.py.
"""

from typing import Final

from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.board.geometry import Point, in_contact
from simulator.games.signum.cards.keywords import CHASE
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.triggers import move_ended
from simulator.games.signum.rules.combat.backstab import backstabs
from simulator.games.signum.rules.movement.movement import move, why_not_move
from simulator.games.signum.rules.movement.pathfinding import legal_path_into_contact
from simulator.games.signum.state.position import NO_WINNER, Creature, Position
from simulator.games.signum.state.questions import ChaseTarget, ask

CHASE_MM: Final = float(LENGTHS_MM["S"])


class Prey:
    """An enemy within reach and the path to it, empty if it is touched already."""

    __slots__ = ("creature", "moved", "path")

    def __init__(self, creature: Creature, path: list[Point]) -> None:
        self.creature = creature
        self.path = path
        self.moved = False  # SR-44: whether the hunter has moved to get there


def chase(position: Position, hunter: Creature) -> Prey | None:
    """K-10 The enemy it has chased and now touches.

    None if it does not chase, cannot, or is stopped before it arrives.
    """
    if position.winner != NO_WINNER or hunter.chases >= stats.value(position, hunter, CHASE):
        return None
    candidates = preys(position, hunter)
    if not candidates:
        return None
    question = ChaseTarget(slot=hunter.slot, candidates=tuple([prey.creature.slot for prey in candidates]))
    answer = ask(position, hunter.seat, question)
    if answer == 0:
        return None
    hunter.chases += 1
    prey = candidates[answer - 1]
    if prey.path:
        # S-8.1: it moves, so the enemies it touches Backstab it first.
        x, y = hunter.x, hunter.y
        if not backstabs(position, hunter, touching_enemies(position, hunter)):
            return None
        path: list[Point] | None = prey.path
        if (hunter.x, hunter.y) != (x, y):  # a Backstab may move it
            path = legal_path_into_contact(position, hunter, prey.creature, at_most=CHASE_MM)
        if path is None or why_not_move(position, hunter, path, at_most=CHASE_MM) is not None:
            return None
        prey.moved = move(position, hunter, path, at_most=CHASE_MM).trajectory.moves
        move_ended(position, hunter)
    alive = prey.creature.on_field and hunter.on_field
    return prey if alive and in_contact(hunter, prey.creature) else None


def preys(position: Position, hunter: Creature) -> list[Prey]:
    """K-10, S-12.1 The enemies it may chase, in order of arrival: not hidden, within a path of S."""
    reachable: list[Prey] = []
    for creature in position.creatures:
        if creature.team == hunter.team or creature.hidden:
            continue
        path = legal_path_into_contact(position, hunter, creature, at_most=CHASE_MM)
        if path is not None:
            reachable.append(Prey(creature, path))
    return reachable
