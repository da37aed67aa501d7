"""Moves worth considering, found quickly: straight ahead, or a little aside.

Paths around corners are pathfinding.py. Nothing here decides what is allowed: a chosen move is checked by the rules
(activation/permissions.py) like any other.
"""

import math
from math import sqrt
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import EXACT_MM, Point, distance_of_segments, distance_to_segment
from simulator.games.signum.cards.keywords import FLIGHT, JUMP, PATHFINDER, SLOW
from simulator.games.signum.cards.vocabulary import FIELD_MM
from simulator.games.signum.state.position import Creature, Position, Template

TOUCH_MM: Final = 0.6
S_MM: Final = 80.0
FAR_MM: Final = 35.0  # more than the radius of any base


@mypyc_attr(acyclic=True)
class Bend:
    """A change of direction by some radians; floats of a class are read faster than those of a tuple."""

    __slots__ = ("cos", "sin")

    def __init__(self, radians: float) -> None:
        self.cos = math.cos(radians)
        self.sin = math.sin(radians)


# Off the straight line, and round the target.
_ASIDE_BY: Final[tuple[float, ...]] = (0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.9, -0.9, 1.4, -1.4)
ASIDE: Final = [Bend(radians) for radians in _ASIDE_BY]
_AROUND_BY: Final[tuple[float, ...]] = (0.5, -0.5, 1.0, -1.0, 1.6, -1.6)
AROUND: Final = [Bend(radians) for radians in _AROUND_BY]


def _run_mm(movement: int, otherwise: float) -> float:
    """S-7.5 The next length after S, M and L."""
    if movement == 80:
        return 100.0
    if movement == 100:
        return 150.0
    return 250.0 if movement == 150 else otherwise


def run_length(position: Position, creature: Creature) -> float:
    """S-7.5 How far it runs, 0 if it cannot; the caller checks contact with enemies."""
    if creature.keywords[SLOW] or touches_difficult(position, creature):
        return 0.0
    return _run_mm(creature.movement, 0.0)


def farthest(creature: Creature) -> float:
    """An upper bound of its moves and Runs."""
    return _run_mm(creature.movement, 250.0)


def move_length(position: Position, creature: Creature) -> float:
    """S-7.1, S-6.4 How far it moves."""
    if creature.movement > S_MM and touches_difficult(position, creature):
        return S_MM
    return float(creature.movement)


def touches_difficult(position: Position, creature: Creature) -> bool:
    if creature.keywords[FLIGHT] or creature.keywords[PATHFINDER]:
        return False
    x, y = creature.x, creature.y
    for template in position.templates:
        if template.is_difficult and _template_gap(template, x, y, x, y) <= creature.radius + TOUCH_MM:
            return True
    return False


def _template_gap(template: Template, ax: float, ay: float, bx: float, by: float) -> float:
    """The gap between the segment and the template's outline.

    Far away only a lower bound.
    """
    away = distance_to_segment(template.x, template.y, ax, ay, bx, by)
    if not template.points:
        return away - template.radius
    nearest = away - template.extent
    if nearest > FAR_MM:
        return nearest
    nearest = math.inf
    px, py = template.points[-1]
    for qx, qy in template.points:
        nearest = min(nearest, distance_of_segments(ax, ay, bx, by, px, py, qx, qy))
        px, py = qx, qy
    return nearest


def obstacles(position: Position, creature: Creature, length: float) -> list[Creature]:
    """The creatures it could run into on a straight path of at most this length."""
    others: list[Creature] = []
    x, y, radius = creature.x, creature.y, creature.radius
    for other in position.creatures:
        px = other.x - x
        py = other.y - y
        far = length + (radius + other.radius) + (TOUCH_MM + EXACT_MM)
        if px * px + py * py <= far * far and other is not creature:
            others.append(other)
    return others


def is_open(
    position: Position, creature: Creature, x: float, y: float, others: list[Creature], meets: Creature | None = None
) -> bool:  # fmt: skip
    """Whether it can go straight there without running into `others`, except `meets`."""
    radius = creature.radius
    if not (radius <= x <= FIELD_MM - radius and radius <= y <= FIELD_MM - radius):
        return False
    from_x, from_y, team = creature.x, creature.y, creature.team
    dx, dy = x - from_x, y - from_y
    squared = dx * dx + dy * dy
    over = bool(others) and (creature.keywords[FLIGHT] > 0 or creature.keywords[JUMP] > 0)
    for number, other in enumerate(others):
        px = other.x - from_x
        py = other.y - from_y
        along = squared if over else px * dx + py * dy
        if along <= 0.0:
            continue  # behind it
        reach = radius + other.radius
        if other.team != team:
            reach += TOUCH_MM
        if along < squared:
            aside = px * dy - py * dx
            if aside * aside >= reach * reach * squared:
                continue
        else:
            px -= dx
            py -= dy
            if px * px + py * py >= reach * reach:
                continue
        if other is meets:
            continue
        # What blocks this path blocks many of the next ones: test it first.
        if number:
            others[number] = others[0]
            others[0] = other
        return False
    return not position.templates or _is_passable(position, creature, x, y, sqrt(squared))


def _is_passable(position: Position, creature: Creature, x: float, y: float, length: float) -> bool:
    flies = creature.keywords[FLIGHT] > 0
    for template in position.templates:
        if template.is_impassable:
            ax, ay = (x, y) if flies else (creature.x, creature.y)
            if _template_gap(template, ax, ay, x, y) < creature.radius:
                return False
        elif template.is_difficult and length > S_MM and not flies and not creature.keywords[PATHFINDER]:
            gap = _template_gap(template, creature.x, creature.y, x, y)
            if gap <= creature.radius + TOUCH_MM:
                return False
    return True


def into_contact(
    position: Position, creature: Creature, target: Creature, length: float, others: list[Creature]
) -> Point | None:
    """Where a straight path of at most this length ends in contact with the target.

    `others` are the obstacles of that length.
    """
    dx = creature.x - target.x
    dy = creature.y - target.y
    away = sqrt(dx * dx + dy * dy)
    reach = creature.radius + target.radius
    if away - reach > length or away == 0.0:
        return None
    dx *= reach / away
    dy *= reach / away
    x, y = target.x + dx, target.y + dy
    if is_open(position, creature, x, y, others, target):
        return x, y
    for bend in AROUND:
        cos, sin = bend.cos, bend.sin
        # From aside the straight path must not cut through the target itself.
        x, y = target.x + dx * cos - dy * sin, target.y + dx * sin + dy * cos
        if (x - creature.x) * (x - creature.x) + (y - creature.y) * (y - creature.y) > length * length:
            continue
        if (creature.x - x) * (x - target.x) + (creature.y - y) * (y - target.y) < 0.0:
            continue
        if is_open(position, creature, x, y, others, target):
            return x, y
    return None


def towards(
    position: Position, creature: Creature, x: float, y: float, length: float, others: list[Creature]
) -> Point | None:
    """Where a straight path in about that direction ends, touching no creature.

    Of this length, or shorter if it must be.
    """
    dx = x - creature.x
    dy = y - creature.y
    away = sqrt(dx * dx + dy * dy)
    if away < 1.0 or length < 1.0:
        return None
    length = min(length, away)
    dx *= length / away
    dy *= length / away
    for _attempt in range(2):
        if is_open(position, creature, creature.x + dx, creature.y + dy, others):
            return creature.x + dx, creature.y + dy
        for bend in ASIDE:
            to_x = creature.x + dx * bend.cos - dy * bend.sin
            to_y = creature.y + dx * bend.sin + dy * bend.cos
            if is_open(position, creature, to_x, to_y, others):
                return to_x, to_y
        dx *= 0.6
        dy *= 0.6
    return None
