"""Finding a path: to a place, into contact with a creature, or towards a place.

No rule lives here: a path found here is judged by movement.py like one that a player names. Written for computer
players, and for commands that name only the destination.
"""

import math
from typing import Final

from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, Point, gap_mm, in_contact, polygon_gap_mm
from simulator.games.signum.board.outlines import circle_crossings
from simulator.games.signum.board.path import Path
from simulator.games.signum.board.placement import is_free
from simulator.games.signum.board.shortest_path import Aim, Barrier, shortest_path
from simulator.games.signum.cards.keywords import FLIGHT, JUMP
from simulator.games.signum.cards.vocabulary import FIELD_MM
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.movement.movement import (
    ITS_MOVEMENT,
    S_MM,
    is_sure_footed,
    movement_mm,
    run_mm,
    where_it_ends,
)
from simulator.games.signum.rules.terrain.terrain import touches_difficult
from simulator.games.signum.state.position import Creature, Position, Template

CLEARANCE_MM: Final = 0.1
"""The clearance of a path; a little more than the bulge of its arcs."""
TINY_MM: Final = EXACT_MM / 10
"""Keeps a path that begins or ends at the rim of a barrier outside of it."""
MAX_PATH_MM: Final = 2000.0
CONTACT_POINTS: Final = 24


# --- the shortest path, however long


def path_to(
    position: Position,
    creature: Creature,
    x: float,
    y: float,
    *,
    max_length: float = MAX_PATH_MM,
    avoid_difficult: bool = False,
) -> list[Point] | None:
    """The shortest path to a free place that touches no enemy before its end.

    None if there is none within `max_length`.
    """
    if not is_free(position, x, y, creature.radius, mover=creature.slot):
        return None
    if stats.has(position, creature, FLIGHT):
        return [(x, y)] if math.hypot(x - creature.x, y - creature.y) <= max_length + EXACT_MM else None
    barriers = _barriers(position, creature, (x, y), None, max_length, avoid_difficult)
    return shortest_path((creature.x, creature.y), Aim(x, y), barriers, margin=creature.radius, max_length=max_length)


def path_into_contact(
    position: Position,
    creature: Creature,
    target: Creature,
    *,
    max_length: float = MAX_PATH_MM,
    avoid_difficult: bool = False,
) -> list[Point] | None:
    """The shortest path until both bases just touch, touching no other enemy before.

    Empty if they touch already.
    """
    if in_contact(creature, target):
        return []
    if stats.has(position, creature, FLIGHT):
        for x, y in contact_points(position, creature, target):
            if math.hypot(x - creature.x, y - creature.y) <= max_length + EXACT_MM:
                return [(x, y)]
        return None
    aim = Aim(target.x, target.y, creature.radius + target.radius)
    barriers = _barriers(position, creature, None, target, max_length, avoid_difficult)
    return shortest_path((creature.x, creature.y), aim, barriers, margin=creature.radius, max_length=max_length)


def contact_points(position: Position, creature: Creature, target: Creature) -> list[Point]:
    """Free places where the creature's base just touches the target's, nearest first."""
    reach = creature.radius + target.radius
    begin = math.atan2(creature.y - target.y, creature.x - target.x)
    angles = [begin + 2.0 * math.pi * number / CONTACT_POINTS for number in range(CONTACT_POINTS)]
    points = [(target.x + reach * math.cos(angle), target.y + reach * math.sin(angle)) for angle in angles]
    for other in position.creatures:
        if other is not creature and other is not target:
            beside = creature.radius + other.radius
            points += circle_crossings(target.x, target.y, reach, other.x, other.y, beside)
    nearest = [
        (math.hypot(x - creature.x, y - creature.y), x, y)
        for x, y in points
        if is_free(position, x, y, creature.radius, mover=creature.slot)
    ]
    nearest.sort()
    return [(x, y) for _, x, y in nearest]


def _barriers(
    position: Position,
    creature: Creature,
    goal: Point | None,
    target: Creature | None,
    max_length: float,
    avoid_difficult: bool,
) -> list[Barrier]:
    """Everything the base's centre cannot pass, widened by the base.

    A barrier is made smaller where the path begins or ends inside it.
    """
    barriers: list[Barrier] = []
    x, y, radius = creature.x, creature.y, creature.radius
    for other in position.creatures:
        if other is creature or other is target:
            continue
        away = math.hypot(other.x - x, other.y - y)
        reach = radius + other.radius + CLEARANCE_MM
        if away - reach > max_length:
            continue
        if other.team != creature.team and not in_contact(creature, other):
            reach += CONTACT_MM  # S-7.3: it would be stopped there
        if goal is not None:
            away = min(away, math.hypot(other.x - goal[0], other.y - goal[1]))
        barriers.append(Barrier([(other.x, other.y, min(reach, away - TINY_MM))], []))
    for template in position.templates:
        if template.is_impassable:
            barriers.append(_template_barrier(template, (x, y), goal, radius + CLEARANCE_MM))
        elif avoid_difficult and template.is_difficult:
            barriers.append(_template_barrier(template, (x, y), goal, radius + CLEARANCE_MM + CONTACT_MM))
    return barriers


def _template_barrier(template: Template, start: Point, goal: Point | None, reach: float) -> Barrier:
    if not template.points:
        away = math.hypot(template.x - start[0], template.y - start[1])
        if goal is not None:
            away = min(away, math.hypot(template.x - goal[0], template.y - goal[1]))
        return Barrier([(template.x, template.y, min(template.radius + reach, away - TINY_MM))], [])
    away = polygon_gap_mm(template.points, *start)
    if goal is not None:
        away = min(away, polygon_gap_mm(template.points, *goal))
    reach = max(min(reach, away - TINY_MM), 0.0)
    edges = [(ax, ay, *template.points[index - 1]) for index, (ax, ay) in enumerate(template.points)]
    return Barrier([(ax, ay, reach) for ax, ay in template.points], edges)


# --- paths within the movement: moves that movement.py allows


def legal_path_into_contact(
    position: Position,
    creature: Creature,
    target: Creature,
    *,
    run: bool = False,
    at_most: float = ITS_MOVEMENT,
) -> list[Point] | None:
    """A legal path that ends in contact with the target; None if there is none.

    Empty if it touches the target already.
    """
    limit = _limit(position, creature, run, at_most)
    if in_contact(creature, target):
        return []
    if gap_mm(creature, target) > limit + EXACT_MM:
        return None
    path = path_into_contact(position, creature, target, max_length=limit)
    if path is not None and _leads_to(position, creature, target, path, run, at_most):
        return path
    if _minds_difficult(position, creature):
        path = path_into_contact(position, creature, target, max_length=limit, avoid_difficult=True)
        if path is not None and _leads_to(position, creature, target, path, run, at_most):
            return path
    if stats.has(position, creature, JUMP):
        for point in contact_points(position, creature, target):
            if math.hypot(point[0] - creature.x, point[1] - creature.y) > limit + EXACT_MM:
                break
            if _leads_to(position, creature, target, [point], run, at_most):
                return [point]
    return None


def legal_path_towards(
    position: Position,
    creature: Creature,
    x: float,
    y: float,
    *,
    run: bool = False,
    at_most: float = ITS_MOVEMENT,
) -> list[Point]:
    """A legal path as far towards this place as the movement goes.

    Empty if it cannot come nearer.
    """
    best: list[Point] = []
    left = math.inf
    for avoid_difficult in (False, True):
        if avoid_difficult and not _minds_difficult(position, creature):
            break
        waypoints = _path_near(position, creature, x, y, avoid_difficult)
        if not waypoints:
            continue
        whole = Path((creature.x, creature.y), waypoints).length
        for limit in (_limit(position, creature, run, at_most), float(S_MM)):
            path = Path((creature.x, creature.y), waypoints)
            path.cut(limit)
            if where_it_ends(position, creature, path.waypoints, run=run, at_most=at_most) is not None:
                if whole - path.length < left - EXACT_MM:
                    best, left = path.waypoints, whole - path.length
                break
    return best


def _path_near(position: Position, creature: Creature, x: float, y: float, avoid_difficult: bool) -> list[Point] | None:
    """The path to the place or, if it is taken, next to it.

    That is into contact with the enemy there, or to a free place beside it.
    """
    radius = creature.radius
    x, y = min(max(x, radius), FIELD_MM - radius), min(max(y, radius), FIELD_MM - radius)
    path = path_to(position, creature, x, y, avoid_difficult=avoid_difficult)
    if path is not None:
        return path
    for other in position.creatures:
        if other.team != creature.team and math.hypot(other.x - x, other.y - y) < radius + other.radius:
            return path_into_contact(position, creature, other, avoid_difficult=avoid_difficult)
    for ring in range(1, 6):
        for number in range(12):
            # Beginning on the side it comes from, then left and right in turn.
            turn = math.pi / 6.0 * ((number + 1) // 2) * (1 if number % 2 else -1)
            angle = math.atan2(creature.y - y, creature.x - x) + turn
            near_x, near_y = x + ring * radius * math.cos(angle), y + ring * radius * math.sin(angle)
            path = path_to(position, creature, near_x, near_y, avoid_difficult=avoid_difficult)
            if path is not None:
                return path
    return None


def _limit(position: Position, creature: Creature, run: bool, at_most: float) -> float:
    if at_most != ITS_MOVEMENT:
        return at_most
    return float(run_mm(position, creature) if run else movement_mm(position, creature))


def _minds_difficult(position: Position, creature: Creature) -> bool:
    """Whether avoiding difficult terrain could help.

    There is some, but not where the creature starts.
    """
    for template in position.templates:
        if template.is_difficult:
            return not is_sure_footed(position, creature) and not touches_difficult(position, creature)
    return False


def _leads_to(
    position: Position, creature: Creature, target: Creature, path: list[Point], run: bool, at_most: float
) -> bool:
    end = where_it_ends(position, creature, path, run=run, at_most=at_most)
    if end is None:
        return False
    gap = math.hypot(end[0] - target.x, end[1] - target.y) - creature.radius - target.radius
    return gap <= CONTACT_MM + EXACT_MM
