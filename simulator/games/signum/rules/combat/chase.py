"""Chase, K-10: after a kill in melee, up to S into contact with another enemy. The new melee itself is melee.py's."""

from typing import Final

from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.board.geometry import Point, in_contact
from simulator.games.signum.cards.keywords import CHASE
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.triggers import move_ended
from simulator.games.signum.rules.combat.backstab import backstabs
from simulator.games.signum.rules.movement.movement import move, why_not_move
from simulator.games.signum.rules.movement.pathfinding import route_into_contact
from simulator.games.signum.state.position import NO_WINNER, Creature, Position
from simulator.games.signum.state.questions import ChaseTarget, ask

CHASE_MM: Final = float(LENGTHS_MM["S"])


class Prey:
    """An enemy within reach and the way to it, empty if it is touched already."""

    __slots__ = ("creature", "moved", "way")

    def __init__(self, creature: Creature, way: list[Point]) -> None:
        self.creature = creature
        self.way = way
        self.moved = False  # SR-44: has the hunter moved to get there


def chase(position: Position, hunter: Creature) -> Prey | None:
    """K-10 Whom it has chased down and now touches; None if it does not chase, cannot, or comes to grief on the way."""
    if position.winner != NO_WINNER or hunter.chases >= stats.value(position, hunter, CHASE):
        return None
    found = preys(position, hunter)
    if not found:
        return None
    question = ChaseTarget(slot=hunter.slot, candidates=tuple([prey.creature.slot for prey in found]))
    answer = ask(position, hunter.seat, question)
    if answer == 0:
        return None
    hunter.chases += 1
    prey = found[answer - 1]
    if prey.way:
        # S-8.1: it moves, so those it touches Backstab it first.
        x, y = hunter.x, hunter.y
        if not backstabs(position, hunter, touching_enemies(position, hunter)):
            return None
        way: list[Point] | None = prey.way
        if (hunter.x, hunter.y) != (x, y):  # a Backstab may move it
            way = route_into_contact(position, hunter, prey.creature, at_most=CHASE_MM)
        if way is None or why_not_move(position, hunter, way, at_most=CHASE_MM) is not None:
            return None
        prey.moved = move(position, hunter, way, at_most=CHASE_MM).course.moves
        move_ended(position, hunter)
    alive = prey.creature.on_field and hunter.on_field
    return prey if alive and in_contact(hunter, prey.creature) else None


def preys(position: Position, hunter: Creature) -> list[Prey]:
    """K-10, S-12.1 The enemies it may chase, in the order they came: not hidden, and not further than a way of S."""
    found: list[Prey] = []
    for creature in position.creatures:
        if creature.seat == hunter.seat or creature.hidden:
            continue
        way = route_into_contact(position, hunter, creature, at_most=CHASE_MM)
        if way is not None:
            found.append(Prey(creature, way))
    return found
