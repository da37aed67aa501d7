"""Movement, chapter 7: how far a creature may go, Runs, moving it along a path.

What stops it on the path is trajectory.py, finding a path is pathfinding.py. Backstab is combat/backstab.py, detection
is combat/stealth.py, what else an activation does is activation/permissions.py.
"""

import math
from collections.abc import Sequence
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.contact import touched_enemy, touching_enemies
from simulator.games.signum.board.geometry import (
    EXACT_MM,
    Point,
    travel_to_disc,
    travel_to_field_edge,
    travel_to_template,
)
from simulator.games.signum.cards.keywords import FLIGHT, IMMOBILE, PATHFINDER, SLOW
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.movement.trajectory import Trajectory
from simulator.games.signum.rules.terrain.terrain import touches_difficult
from simulator.games.signum.state.events import Moved, Pushed
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import CANNOT_MOVE, CANNOT_RUN, IllegalMove

S_MM: Final = LENGTHS_MM["S"]
STEPS_MM: Final = (LENGTHS_MM["S"], LENGTHS_MM["M"], LENGTHS_MM["L"], LENGTHS_MM["XL"])
ITS_MOVEMENT: Final = -1.0
"""As far as the creature's movement goes; effects and Chase set another length."""
DIRECTIONS: Final = 16
_SURE_FOOTED: Final = stats.bits_of((FLIGHT, PATHFINDER))


@mypyc_attr(acyclic=True, free_list_len=1)
class MoveResult:
    """The outcome of a move."""

    __slots__ = ("touched", "touched_hidden", "trajectory")

    def __init__(self, trajectory: Trajectory) -> None:
        self.trajectory = trajectory  # its path, and how it ended
        self.touched: list[int] = []  # slots of the enemies it touches now and did not touch before
        self.touched_hidden: list[int] = []  # the hidden ones among them, kept apart


# --- asking


def movement_mm(position: Position, creature: Creature) -> int:
    """S-7.1 How far it may move now, without a Run.

    S-6.4 Only S if it starts touching difficult terrain.
    """
    movement = stats.movement(position, creature)
    if movement > S_MM and touches_difficult(position, creature) and not is_sure_footed(position, creature):
        return S_MM
    return movement


def run_mm(position: Position, creature: Creature) -> int:
    """S-7.5 One step further than its movement: S→M→L→XL."""
    for step in STEPS_MM:
        if step > stats.movement(position, creature):
            return step
    return STEPS_MM[-1]


def is_sure_footed(position: Position, creature: Creature) -> bool:
    """S-6.4, K-21, K-38 Whether difficult terrain does not affect it: Flight, Pathfinder."""
    reached = stats.reaching(position, creature, _SURE_FOOTED)
    return (
        stats.value_with(position, creature, FLIGHT, reached) > 0
        or stats.value_with(position, creature, PATHFINDER, reached) > 0
    )


def why_not_run(position: Position, creature: Creature) -> IllegalMove | None:
    """S-7.5, S-6.4, K-46, K-54 Why it may not Run, or None.

    Not with XL or Slow, not in contact with an enemy, not touching difficult terrain. SR-22 a hidden enemy does not
    count; S-12.5 a creature that is hidden itself may Run whatever it touches.
    """
    if stats.movement(position, creature) >= STEPS_MM[-1]:
        return IllegalMove(CANNOT_RUN, f"{creature.name} already moves XL and cannot Run.")
    if stats.has(position, creature, IMMOBILE):
        return IllegalMove(CANNOT_MOVE, f"{creature.name} cannot move.")
    if stats.has(position, creature, SLOW):
        return IllegalMove(CANNOT_RUN, f"{creature.name} is Slow and cannot Run.")
    if not creature.hidden and touched_enemy(position, creature) is not None:
        return IllegalMove(CANNOT_RUN, f"{creature.name} is in contact with an enemy and cannot Run.")
    if touches_difficult(position, creature) and not is_sure_footed(position, creature):
        return IllegalMove(CANNOT_RUN, f"{creature.name} touches difficult terrain and cannot Run.")
    return None


def why_not_move(
    position: Position,
    creature: Creature,
    path: Sequence[Point],
    *,
    run: bool = False,
    at_most: float = ITS_MOVEMENT,
) -> IllegalMove | None:
    """S-7.2 Why it may not take this path, or None.

    Where something stops it, the rest of the path does not count.
    """
    refusal = why_not_run(position, creature) if run else None
    return refusal if refusal is not None else trajectory_of(position, creature, path, run=run, at_most=at_most).refusal


# --- moving


def move(
    position: Position,
    creature: Creature,
    path: Sequence[Point],
    *,
    run: bool = False,
    at_most: float = ITS_MOVEMENT,
) -> MoveResult:
    """S-7.2, S-7.3, S-7.5 Moves the base's centre along the waypoints until it arrives or is stopped."""
    refusal = why_not_run(position, creature) if run else None
    trajectory = trajectory_of(position, creature, path, run=run, at_most=at_most)
    refusal = trajectory.refusal if refusal is None else refusal
    if refusal is not None:
        raise refusal
    return follow(position, creature, trajectory, run=run)


def follow(position: Position, creature: Creature, trajectory: Trajectory, *, run: bool) -> MoveResult:
    """S-7.2 Moves it along a trajectory that was computed just now and not refused."""
    x, y = creature.x, creature.y
    creature.x, creature.y = trajectory.path.end
    result = MoveResult(trajectory)
    now = touching_enemies(position, creature)
    if now:
        creature.x, creature.y = x, y
        before = touching_enemies(position, creature)
        creature.x, creature.y = trajectory.path.end
        for other in now:
            if other not in before:
                (result.touched_hidden if other.hidden else result.touched).append(other.slot)
    if position.listening and trajectory.path.legs:
        position.log.emit(Moved(creature.slot, tuple(trajectory.path.waypoints), run))
    return result


def where_it_ends(
    position: Position,
    creature: Creature,
    path: Sequence[Point],
    *,
    run: bool = False,
    at_most: float = ITS_MOVEMENT,
) -> Point | None:
    """S-7.2 Where this path would lead it; None if it may not take it."""
    if run and why_not_run(position, creature) is not None:
        return None
    trajectory = trajectory_of(position, creature, path, run=run, at_most=at_most)
    return trajectory.path.end if trajectory.refusal is None else None


def trajectory_of(
    position: Position, creature: Creature, path: Sequence[Point], *, run: bool = False, at_most: float = ITS_MOVEMENT
) -> Trajectory:
    """The trajectory of a move; whether it may Run at all is checked separately."""
    limit = at_most
    if limit == ITS_MOVEMENT:
        limit = float(run_mm(position, creature) if run else stats.movement(position, creature))
    return Trajectory(position, creature, path, run=run, limit=limit)


def step_places(position: Position, creature: Creature, distance: float) -> list[Point]:
    """A finite choice of places within a straight step of this distance.

    Its own place first, then far and near in all directions.
    """
    places = [(creature.x, creature.y)]
    for part in (1.0, 0.5):
        for number in range(DIRECTIONS):
            angle = 2.0 * math.pi * number / DIRECTIONS
            x = creature.x + distance * part * math.cos(angle)
            y = creature.y + distance * part * math.sin(angle)
            end = where_it_ends(position, creature, [(x, y)], at_most=distance)
            if end is not None and end not in places:
                places.append(end)
    return places


def push_away(position: Position, creature: Creature, source: Creature, distance: float) -> bool:
    """K-07 Pushes it straight away, centre to centre. Did it go the full distance?

    Bases, impassable terrain and the field's edge stop it.
    """
    dx, dy = creature.x - source.x, creature.y - source.y
    apart = math.hypot(dx, dy)
    ux, uy = dx / apart, dy / apart
    x, y, radius = creature.x, creature.y, creature.radius
    travel = min(distance, travel_to_field_edge(x, y, ux, uy, radius))
    for other in position.creatures:
        if other.slot != creature.slot:
            travel = min(travel, travel_to_disc(x, y, ux, uy, distance, other.x, other.y, radius + other.radius))
    for template in position.templates:
        if template.is_impassable:
            travel = min(travel, travel_to_template(template, x, y, ux, uy, distance, radius))
    creature.x, creature.y = x + ux * travel, y + uy * travel
    is_full = travel >= distance - EXACT_MM
    if position.listening:
        position.log.emit(Pushed(creature.slot, (creature.x, creature.y), is_full))
    return is_full
