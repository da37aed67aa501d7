"""Plane geometry of bases and templates, in millimetres.

Gaps, contact, and how far a base travels until something stops it. The rules built on it are movement.py,
line_of_sight.py and terrain.py. Arguments are bare coordinates in the order point, direction, obstacle, because these
functions are called millions of times. A travel is a length along a unit direction.
"""

import math
from math import sqrt
from typing import Final

from simulator.games.signum.cards.vocabulary import FIELD_MM
from simulator.games.signum.state.position import Creature, Template

Point = tuple[float, float]
Polygon = tuple[Point, ...]

CONTACT_MM: Final = 0.5
"""SR-1: bases this near touch; bases that overlap by no more than this do not count as overlapping."""
EXACT_MM: Final = 1e-6
"""The rounding error tolerated where a rule compares lengths."""
NEVER_MM: Final = math.inf
"""The travel to an obstacle that is never met."""


# --- gaps
def gap_mm(creature: Creature, other: Creature) -> float:
    """The gap between the edges of two bases; negative if they overlap."""
    # A square root is one machine instruction, `hypot` a call; squares of millimetres do not overflow.
    dx = creature.x - other.x
    dy = creature.y - other.y
    return sqrt(dx * dx + dy * dy) - creature.radius - other.radius


def in_contact(creature: Creature, other: Creature) -> bool:
    """SR-1 Contact is a gap of at most 0.5 mm."""
    dx = creature.x - other.x
    dy = creature.y - other.y
    reach = creature.radius + other.radius + (CONTACT_MM + EXACT_MM)
    return dx * dx + dy * dy <= reach * reach


def is_within(creature: Creature, other: Creature, distance: float) -> bool:
    """Whether the gap between the edges of two bases is at most this distance."""
    dx = creature.x - other.x
    dy = creature.y - other.y
    reach = creature.radius + other.radius + distance + EXACT_MM
    return reach >= 0.0 and dx * dx + dy * dy <= reach * reach


def distance_to_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The distance from a point to the segment from a to b."""
    dx = bx - ax
    dy = by - ay
    px = x - ax
    py = y - ay
    squared = dx * dx + dy * dy
    along = (px * dx + py * dy) / squared if squared > 0.0 else 0.0
    if along <= 0.0:
        return sqrt(px * px + py * py)
    if along >= 1.0:
        px = x - bx
        py = y - by
        return sqrt(px * px + py * py)
    return abs(px * dy - py * dx) / sqrt(squared)


def distance_of_segments(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> float:
    """The distance between two segments; 0 if they cross."""
    first = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    second = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    third = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    fourth = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    if first * second < 0.0 and third * fourth < 0.0:
        return 0.0
    nearest = min(distance_to_segment(ax, ay, cx, cy, dx, dy), distance_to_segment(bx, by, cx, cy, dx, dy))
    nearest = min(nearest, distance_to_segment(cx, cy, ax, ay, bx, by))
    return min(nearest, distance_to_segment(dx, dy, ax, ay, bx, by))


def is_inside(points: Polygon, x: float, y: float) -> bool:
    """Whether a point lies in a polygon.

    The polygon may be concave but must not cross itself. On the outline either answer is possible.
    """
    inside = False
    bx, by = points[-1]
    for ax, ay in points:
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        bx, by = ax, ay
    return inside


def polygon_gap_mm(points: Polygon, x: float, y: float) -> float:
    """The distance from a point to a polygon's outline; negative inside it."""
    nearest = NEVER_MM
    bx, by = points[-1]
    for ax, ay in points:
        nearest = min(nearest, distance_to_segment(x, y, ax, ay, bx, by))
        bx, by = ax, ay
    return -nearest if is_inside(points, x, y) else nearest


def template_gap_mm(template: Template, x: float, y: float, radius: float) -> float:
    """The gap between a base of this radius and the template.

    Negative if they overlap.
    """
    if template.points:
        return polygon_gap_mm(template.points, x, y) - radius
    dx, dy = x - template.x, y - template.y
    return sqrt(dx * dx + dy * dy) - template.radius - radius


def is_in_field(x: float, y: float, radius: float) -> bool:
    """Whether the whole base lies in the field, within the tolerance of SR-1.

    False for NaN.
    """
    low, high = radius - CONTACT_MM - EXACT_MM, FIELD_MM - radius + CONTACT_MM + EXACT_MM
    return low <= x <= high and low <= y <= high


# --- travels of a centre from (x, y) in the direction (ux, uy), over at most `length`
def travel_to_disc(
    x: float, y: float, ux: float, uy: float, length: float, cx: float, cy: float, reach: float
) -> float:
    """How far until the point is within `reach` of (cx, cy), coming nearer.

    0 if it is that near already.
    """
    px, py = cx - x, cy - y
    nearing = px * ux + py * uy
    if nearing <= 0.0:
        return NEVER_MM  # leaving, or passing at its nearest already
    aside = px * uy - py * ux
    rest = reach * reach - aside * aside
    if rest < 0.0:
        return NEVER_MM
    travel = nearing - sqrt(rest)
    if travel > length:
        return NEVER_MM
    return max(travel, 0.0)


def travel_to_edge(
    x: float, y: float, ux: float, uy: float, length: float, ax: float, ay: float, bx: float, by: float, reach: float
) -> float:
    """As `travel_to_disc`, for the segment from a to b instead of a point."""
    travel = min(
        travel_to_disc(x, y, ux, uy, length, ax, ay, reach), travel_to_disc(x, y, ux, uy, length, bx, by, reach)
    )
    ex, ey = bx - ax, by - ay
    edge = sqrt(ex * ex + ey * ey)
    if edge == 0.0:
        return travel
    ex /= edge
    ey /= edge
    height = (x - ax) * ey - (y - ay) * ex
    climb = ux * ey - uy * ex
    if height < 0.0:
        height, climb = -height, -climb
    if climb >= 0.0:
        return travel  # parallel, or leaving: then only its ends can be met
    flat = max((height - reach) / -climb, 0.0)
    along = (x + flat * ux - ax) * ex + (y + flat * uy - ay) * ey
    if flat <= length and 0.0 <= along <= edge:
        return min(travel, flat)
    return travel


def travel_to_template(
    template: Template, x: float, y: float, ux: float, uy: float, length: float, reach: float
) -> float:
    """How far until the point is within `reach` of the template, coming from outside."""
    if not template.points:
        return travel_to_disc(x, y, ux, uy, length, template.x, template.y, template.radius + reach)
    travel = NEVER_MM
    bx, by = template.points[-1]
    for ax, ay in template.points:
        travel = min(travel, travel_to_edge(x, y, ux, uy, length, ax, ay, bx, by, reach))
        bx, by = ax, ay
    return travel


def travel_to_field_edge(x: float, y: float, ux: float, uy: float, radius: float) -> float:
    """How far a base may travel before it would leave the field."""
    travel = NEVER_MM
    if ux > 0.0:
        travel = min(travel, (FIELD_MM - radius - x) / ux)
    elif ux < 0.0:
        travel = min(travel, (radius - x) / ux)
    if uy > 0.0:
        travel = min(travel, (FIELD_MM - radius - y) / uy)
    elif uy < 0.0:
        travel = min(travel, (radius - y) / uy)
    return max(travel, 0.0)
