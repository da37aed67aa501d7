"""Finding a way: to a place, into contact with a creature, or as far towards a place as the movement goes.

No rule lives here: whatever is found is judged by movement.py like a way a player names. Written for computer players
and for commands that name only where to.
"""

import math
from typing import Final

from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, Point, gap_mm, in_contact, polygon_gap_mm
from simulator.games.signum.board.outlines import circle_crossings
from simulator.games.signum.board.path import Path
from simulator.games.signum.board.placement import is_free
from simulator.games.signum.board.tangents import Aim, Barrier, shortest_way
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

ROOM_MM: Final = 0.1
"""What a way keeps from what it must not run into; a little more than the bulge of its arcs."""
TINY_MM: Final = EXACT_MM / 10
"""So that a way which begins or ends at the rim of a barrier begins or ends outside of it."""
FARTHEST_MM: Final = 2000.0
CONTACT_POINTS: Final = 24


# --- the shortest way, however long


def path_to(
    position: Position,
    creature: Creature,
    x: float,
    y: float,
    *,
    longest: float = FARTHEST_MM,
    avoid_difficult: bool = False,
) -> list[Point] | None:
    """The shortest way to a free place that touches no enemy before its end; None if there is none that short."""
    if not is_free(position, x, y, creature.radius, mover=creature.slot):
        return None
    if stats.has(position, creature, FLIGHT):
        return [(x, y)] if math.hypot(x - creature.x, y - creature.y) <= longest + EXACT_MM else None
    barriers = _barriers(position, creature, (x, y), None, longest, avoid_difficult)
    return shortest_way((creature.x, creature.y), Aim(x, y), barriers, margin=creature.radius, longest=longest)


def path_into_contact(
    position: Position,
    creature: Creature,
    target: Creature,
    *,
    longest: float = FARTHEST_MM,
    avoid_difficult: bool = False,
) -> list[Point] | None:
    """The shortest way until both bases just touch, touching no other enemy before; empty if they touch already."""
    if in_contact(creature, target):
        return []
    if stats.has(position, creature, FLIGHT):
        for x, y in contact_points(position, creature, target):
            if math.hypot(x - creature.x, y - creature.y) <= longest + EXACT_MM:
                return [(x, y)]
        return None
    aim = Aim(target.x, target.y, creature.radius + target.radius)
    barriers = _barriers(position, creature, None, target, longest, avoid_difficult)
    return shortest_way((creature.x, creature.y), aim, barriers, margin=creature.radius, longest=longest)


def contact_points(position: Position, creature: Creature, target: Creature) -> list[Point]:
    """Free places in which the creature's base just touches the target's, the nearest to it first."""
    reach = creature.radius + target.radius
    begin = math.atan2(creature.y - target.y, creature.x - target.x)
    angles = [begin + 2.0 * math.pi * number / CONTACT_POINTS for number in range(CONTACT_POINTS)]
    points = [(target.x + reach * math.cos(angle), target.y + reach * math.sin(angle)) for angle in angles]
    for other in position.creatures:
        if other is not creature and other is not target:
            beside = creature.radius + other.radius
            points += circle_crossings(target.x, target.y, reach, other.x, other.y, beside)
    ways = [
        (math.hypot(x - creature.x, y - creature.y), x, y)
        for x, y in points
        if is_free(position, x, y, creature.radius, mover=creature.slot)
    ]
    ways.sort()
    return [(x, y) for _, x, y in ways]


def _barriers(
    position: Position,
    creature: Creature,
    goal: Point | None,
    target: Creature | None,
    longest: float,
    avoid_difficult: bool,
) -> list[Barrier]:
    """Everything the base's centre cannot pass, widened by the base. Where the way begins or ends they give room."""
    found: list[Barrier] = []
    x, y, radius = creature.x, creature.y, creature.radius
    for other in position.creatures:
        if other is creature or other is target:
            continue
        away = math.hypot(other.x - x, other.y - y)
        reach = radius + other.radius + ROOM_MM
        if away - reach > longest:
            continue
        if other.seat != creature.seat and not in_contact(creature, other):
            reach += CONTACT_MM  # S-7.3: it would be stopped there
        if goal is not None:
            away = min(away, math.hypot(other.x - goal[0], other.y - goal[1]))
        found.append(Barrier([(other.x, other.y, min(reach, away - TINY_MM))], []))
    for template in position.templates:
        if template.is_impassable:
            found.append(_template_barrier(template, (x, y), goal, radius + ROOM_MM))
        elif avoid_difficult and template.is_difficult:
            found.append(_template_barrier(template, (x, y), goal, radius + ROOM_MM + CONTACT_MM))
    return found


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


# --- ways within the movement: moves that movement.py allows


def route_into_contact(
    position: Position,
    creature: Creature,
    target: Creature,
    *,
    run: bool = False,
    at_most: float = ITS_MOVEMENT,
) -> list[Point] | None:
    """A legal move that ends in contact with the target, empty if it touches it already; None if there is none."""
    limit = _limit(position, creature, run, at_most)
    if in_contact(creature, target):
        return []
    if gap_mm(creature, target) > limit + EXACT_MM:
        return None
    path = path_into_contact(position, creature, target, longest=limit)
    if path is not None and _leads_to(position, creature, target, path, run, at_most):
        return path
    if _minds_difficult(position, creature):
        path = path_into_contact(position, creature, target, longest=limit, avoid_difficult=True)
        if path is not None and _leads_to(position, creature, target, path, run, at_most):
            return path
    if stats.has(position, creature, JUMP):
        for point in contact_points(position, creature, target):
            if math.hypot(point[0] - creature.x, point[1] - creature.y) > limit + EXACT_MM:
                break
            if _leads_to(position, creature, target, [point], run, at_most):
                return [point]
    return None


def route_towards(
    position: Position,
    creature: Creature,
    x: float,
    y: float,
    *,
    run: bool = False,
    at_most: float = ITS_MOVEMENT,
) -> list[Point]:
    """A legal move that brings it as far on its way to this place as it can go; empty if it cannot come nearer."""
    best: list[Point] = []
    left = math.inf
    for avoid_difficult in (False, True):
        if avoid_difficult and not _minds_difficult(position, creature):
            break
        path = _path_near(position, creature, x, y, avoid_difficult)
        if not path:
            continue
        whole = Path((creature.x, creature.y), path).length
        for limit in (_limit(position, creature, run, at_most), float(S_MM)):
            way = Path((creature.x, creature.y), path)
            way.cut(limit)
            if where_it_ends(position, creature, way.path, run=run, at_most=at_most) is not None:
                if whole - way.length < left - EXACT_MM:
                    best, left = way.path, whole - way.length
                break
    return best


def _path_near(position: Position, creature: Creature, x: float, y: float, avoid_difficult: bool) -> list[Point] | None:
    """The way to the place, or if it is taken, into contact with the enemy there or to the free place next to it."""
    radius = creature.radius
    x, y = min(max(x, radius), FIELD_MM - radius), min(max(y, radius), FIELD_MM - radius)
    path = path_to(position, creature, x, y, avoid_difficult=avoid_difficult)
    if path is not None:
        return path
    for other in position.creatures:
        if other.seat != creature.seat and math.hypot(other.x - x, other.y - y) < radius + other.radius:
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
    """Whether going round difficult terrain could help: it is there, but not where the creature starts."""
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
