"""Outlines of bases and templates: crossings, neighbourhoods, shrunk polygons.

Gaps and travels are geometry.py.
"""

import math
from math import sqrt

from simulator.games.signum.board.geometry import (
    Point,
    Polygon,
    distance_of_segments,
    distance_to_segment,
    is_inside,
    template_gap_mm,
)
from simulator.games.signum.state.position import Template


def shrunk(points: Polygon, inwards: float) -> Polygon:
    """The polygon, in either orientation, with its outline moved inwards a little."""
    area = 0.0
    for index, (x, y) in enumerate(points):
        px, py = points[index - 1]
        area += px * y - x * py
    if area < 0.0:
        inwards = -inwards
    corners: list[Point] = []
    for index, (x, y) in enumerate(points):
        px, py = points[index - 1]
        qx, qy = points[(index + 1) % len(points)]
        before, after = math.hypot(x - px, y - py), math.hypot(qx - x, qy - y)
        if before == 0.0 or after == 0.0:
            continue  # a corner written twice
        # The normals of both edges; their sum, scaled, leads to the corner of the smaller polygon.
        n1x, n1y = (py - y) / before, (x - px) / before
        n2x, n2y = (y - qy) / after, (qx - x) / after
        scale = inwards / max(1.0 + n1x * n2x + n1y * n2y, 0.1)
        corners.append((x + (n1x + n2x) * scale, y + (n1y + n2y) * scale))
    return tuple(corners)


def circle_crossings(x: float, y: float, radius: float, cx: float, cy: float, other: float) -> list[Point]:
    """Where two circles cross."""
    dx, dy = cx - x, cy - y
    squared = dx * dx + dy * dy
    if squared >= (radius + other) * (radius + other) or squared <= (radius - other) * (radius - other):
        return []
    along = (squared + radius * radius - other * other) / (2.0 * squared)
    aside = sqrt(max(0.0, radius * radius / squared - along * along))
    mx, my = x + along * dx, y + along * dy
    return [(mx - aside * dy, my + aside * dx), (mx + aside * dy, my - aside * dx)]


def edge_crossings(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, radius: float) -> list[Point]:
    """Where a segment crosses a circle."""
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    if squared == 0.0:
        return []
    middle = ((cx - ax) * dx + (cy - ay) * dy) / squared
    rest = radius * radius / squared - (((cx - ax) * dy - (cy - ay) * dx) / squared) ** 2
    if rest <= 0.0:
        return []
    half = sqrt(rest)
    return [(ax + part * dx, ay + part * dy) for part in (middle - half, middle + half) if 0.0 <= part <= 1.0]


def templates_gap_mm(template: Template, other: Template) -> float:
    """The gap between two templates; 0 or less if they touch."""
    if not template.points:
        return template_gap_mm(other, template.x, template.y, template.radius)
    if not other.points:
        return template_gap_mm(template, other.x, other.y, other.radius)
    if is_inside(template.points, *other.points[0]) or is_inside(other.points, *template.points[0]):
        return 0.0
    nearest = math.inf
    for index, (ax, ay) in enumerate(template.points):
        bx, by = template.points[index - 1]
        for number, (cx, cy) in enumerate(other.points):
            dx, dy = other.points[number - 1]
            nearest = min(nearest, distance_of_segments(ax, ay, bx, by, cx, cy, dx, dy))
    return nearest


def segment_gap_mm(template: Template, ax: float, ay: float, bx: float, by: float) -> float:
    """The gap between a template and a segment outside it."""
    if not template.points:
        return distance_to_segment(template.x, template.y, ax, ay, bx, by) - template.radius
    nearest = math.inf
    for index, (cx, cy) in enumerate(template.points):
        dx, dy = template.points[index - 1]
        nearest = min(nearest, distance_of_segments(ax, ay, bx, by, cx, cy, dx, dy))
    return nearest


def turned(template: Template) -> Template:
    """The template with x and y exchanged, for a side along y."""
    twin = template.clone()
    twin.x, twin.y = template.y, template.x
    twin.points = tuple([(y, x) for x, y in template.points])
    return twin


def stretches_beside(template: Template, y: float, radius: float) -> list[tuple[float, float]]:
    """Where along the line at height y a disc of this radius overlaps the template."""
    if not template.points:
        return _beside_point(template.x, template.y, y, template.radius + radius)
    stretches: list[tuple[float, float]] = []
    crossed: list[float] = []
    for index, (ax, ay) in enumerate(template.points):
        bx, by = template.points[index - 1]
        stretches += _beside_edge(ax, ay, bx, by, y, radius)
        if (ay > y) != (by > y):
            crossed.append(ax + (y - ay) * (bx - ax) / (by - ay))
    crossed.sort()
    # Inside the polygon: between its first and second crossing with the line, its third and fourth …
    return stretches + [(crossed[number], crossed[number + 1]) for number in range(0, len(crossed) - 1, 2)]


def _beside_point(px: float, py: float, y: float, reach: float) -> list[tuple[float, float]]:
    rest = reach * reach - (py - y) ** 2
    if rest <= 0.0:
        return []
    half = sqrt(rest)
    return [(px - half, px + half)]


def _beside_edge(ax: float, ay: float, bx: float, by: float, y: float, reach: float) -> list[tuple[float, float]]:
    """The stretch near a segment.

    A single one, because the area near a segment is convex. It ends near one of the segment's ends, or beside it.
    """
    limits: list[float] = []
    for begin, end in _beside_point(ax, ay, y, reach) + _beside_point(bx, by, y, reach):
        limits += [begin, end]
    length = math.hypot(bx - ax, by - ay)
    if length > 0.0 and ay != by:
        ex, ey = (bx - ax) / length, (by - ay) / length
        for side in (-reach, reach):
            x = ax + (side + (y - ay) * ex) / ey
            if 0.0 <= (x - ax) * ex + (y - ay) * ey <= length:
                limits.append(x)
    return [(min(limits), max(limits))] if limits else []


def points_round(template: Template, away: float, step: float) -> list[Point]:
    """Points at this distance from the outline, no further apart than the step.

    For a polygon they lie on both sides of its edges.
    """
    if not template.points:
        return _points_on_circle(template.x, template.y, template.radius + away, step)
    points: list[Point] = []
    for index, (ax, ay) in enumerate(template.points):
        points += _points_on_circle(ax, ay, away, step)
        bx, by = template.points[index - 1]
        length = math.hypot(bx - ax, by - ay)
        if length == 0.0:
            continue
        nx, ny = away * (by - ay) / length, away * (ax - bx) / length
        parts = math.ceil(length / step)
        for part in range(parts + 1):
            x, y = ax + (bx - ax) * part / parts, ay + (by - ay) * part / parts
            points += [(x + nx, y + ny), (x - nx, y - ny)]
    return points


def _points_on_circle(x: float, y: float, radius: float, step: float) -> list[Point]:
    parts = max(1, math.ceil(2.0 * math.pi * radius / step))
    return [
        (x + radius * math.cos(2.0 * math.pi * part / parts), y + radius * math.sin(2.0 * math.pi * part / parts))
        for part in range(parts)
    ]
