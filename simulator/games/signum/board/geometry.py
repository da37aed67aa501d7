"""Plane geometry of bases and templates, in millimetres: gaps, contact, how far a base travels until it is stopped.

What the rules make of it is movement.py, line_of_sight.py and terrain.py. Arguments are bare coordinates in the order point,
direction, obstacle, because these functions are called millions of times; a travel is a length along a unit direction.
"""

import math
from math import sqrt
from typing import Final

from simulator.games.signum.cards.vocabulary import FIELD_MM
from simulator.games.signum.state.position import Creature, Template

Point = tuple[float, float]
Polygon = tuple[Point, ...]

CONTACT_MM: Final = 0.5
"""SR-1: bases this near touch; bases that share no more than this are not yet on each other."""
EXACT_MM: Final = 1e-6
"""What arithmetic may be off by where a rule compares lengths."""
NEVER_MM: Final = math.inf
"""The travel to something that is not met."""


# --- gaps
def gap_mm(one: Creature, other: Creature) -> float:
    """The gap between the edges of two bases; below 0 if they overlap."""
    # A square root is one machine instruction, `hypot` a call; squares of millimetres do not overflow.
    dx = one.x - other.x
    dy = one.y - other.y
    return sqrt(dx * dx + dy * dy) - one.radius - other.radius


def in_contact(one: Creature, other: Creature) -> bool:
    """SR-1 Contact is a gap of at most 0.5 mm."""
    dx = one.x - other.x
    dy = one.y - other.y
    reach = one.radius + other.radius + (CONTACT_MM + EXACT_MM)
    return dx * dx + dy * dy <= reach * reach


def is_within(one: Creature, other: Creature, distance: float) -> bool:
    """ "Within X" means the gap between the two bases' edges is at most X."""
    dx = one.x - other.x
    dy = one.y - other.y
    reach = one.radius + other.radius + distance + EXACT_MM
    return reach >= 0.0 and dx * dx + dy * dy <= reach * reach


def distance_to_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
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
    """How near two segments come to each other; 0 if they cross."""
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
    """Whether a point is in a polygon, which may be hollowed but not cross itself; on its outline either answer."""
    inside = False
    bx, by = points[-1]
    for ax, ay in points:
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        bx, by = ax, ay
    return inside


def polygon_gap_mm(points: Polygon, x: float, y: float) -> float:
    """From a point to a polygon; inside it, the way to its outline counted below 0."""
    nearest = NEVER_MM
    bx, by = points[-1]
    for ax, ay in points:
        nearest = min(nearest, distance_to_segment(x, y, ax, ay, bx, by))
        bx, by = ax, ay
    return -nearest if is_inside(points, x, y) else nearest


def template_gap_mm(template: Template, x: float, y: float, radius: float) -> float:
    """From a base of this radius to the template; below 0 if they overlap."""
    if template.points:
        return polygon_gap_mm(template.points, x, y) - radius
    dx, dy = x - template.x, y - template.y
    return sqrt(dx * dx + dy * dy) - template.radius - radius


def is_in_field(x: float, y: float, radius: float) -> bool:
    """Whether the whole base lies in the field, to the tolerance of SR-1. Nonsense (NaN) does not."""
    low, high = radius - CONTACT_MM - EXACT_MM, FIELD_MM - radius + CONTACT_MM + EXACT_MM
    return low <= x <= high and low <= y <= high


# --- travels of a centre from (x, y) in the direction (ux, uy), over at most `length`
def travel_to_disc(
    x: float, y: float, ux: float, uy: float, length: float, cx: float, cy: float, reach: float
) -> float:
    """How far until the point is no more than `reach` from (cx, cy), coming nearer; 0 if it is so already."""
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
    """The same for the segment from a to b instead of a point."""
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
    """How far until the point is no more than `reach` from the template, coming from outside."""
    if not template.points:
        return travel_to_disc(x, y, ux, uy, length, template.x, template.y, template.radius + reach)
    travel = NEVER_MM
    bx, by = template.points[-1]
    for ax, ay in template.points:
        travel = min(travel, travel_to_edge(x, y, ux, uy, length, ax, ay, bx, by, reach))
        bx, by = ax, ay
    return travel


def travel_to_field_edge(x: float, y: float, ux: float, uy: float, radius: float) -> float:
    """How far a base may travel until it would leave the field."""
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
