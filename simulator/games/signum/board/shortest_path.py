"""The shortest path of a point between round barriers: tangents and arcs.

Pure geometry. What is a barrier, and how wide it is for which creature, is pathfinding.py. Barriers have round corners
(a base, or a template, widened by the mover's base), so a shortest path is made of common tangents and arcs: the nodes
of the search are tangents, the search is A*. Barriers are added one after another, when a path runs into them.
"""

import heapq
import math
from math import sqrt
from typing import Final

from simulator.games.signum.board.geometry import EXACT_MM, Point, distance_of_segments
from simulator.games.signum.board.outlines import circle_crossings, edge_crossings
from simulator.games.signum.cards.vocabulary import FIELD_MM

Circle = tuple[float, float, float]
Edge = tuple[float, float, float, float]

BULGE_MM: Final = 0.1
"""An arc becomes a few straight legs outside of it, at most this far away."""
MAX_STEPS: Final = 4000
"""A search gives up after this many steps: a count, so that every machine finds the same."""


class Barrier:
    """An obstacle a point cannot pass.

    Circles to go around, and for a polygon the edges between them, equally wide.
    """

    __slots__ = ("circles", "edges")

    def __init__(self, circles: list[Circle], edges: list[Edge]) -> None:
        self.circles = circles
        self.edges = edges

    def blocks(self, ax: float, ay: float, bx: float, by: float) -> bool:
        """Whether the segment from a to b enters the barrier; along its rim is allowed."""
        dx, dy = bx - ax, by - ay
        squared = dx * dx + dy * dy
        for x, y, radius in self.circles:
            px, py = x - ax, y - ay
            along = px * dx + py * dy
            if along > 0.0:
                part = along / squared if along < squared else 1.0
                px -= part * dx
                py -= part * dy
            reach = radius - EXACT_MM
            if px * px + py * py < reach * reach:
                return True
        for cx, cy, ex, ey in self.edges:
            if distance_of_segments(ax, ay, bx, by, cx, cy, ex, ey) < self.circles[0][2] - EXACT_MM:
                return True
        return False


class Aim:
    """The goal of a path: a point, or the rim of the disc of radius `stop` around it."""

    __slots__ = ("stop", "x", "y")

    def __init__(self, x: float, y: float, stop: float = 0.0) -> None:
        self.x = x
        self.y = y
        self.stop = stop


class _Step:
    """One tangent travelled.

    From a point on the previous circle to (x, y) on circle `circle`, then around it on `side`.
    """

    __slots__ = ("before", "circle", "from_x", "from_y", "side", "walked", "x", "y")

    def __init__(
        self, *, before: "_Step | None", circle: int, side: int, from_x: float, from_y: float, x: float, y: float
    ) -> None:
        self.before = before
        self.circle = circle
        self.side = side  # 1: the circle lies to the left and is passed that way; -1: to the right
        self.from_x = from_x
        self.from_y = from_y
        self.x = x
        self.y = y
        self.walked = 0.0


def shortest_path(
    start: Point, aim: Aim, barriers: list[Barrier], *, margin: float, max_length: float
) -> list[Point] | None:
    """The waypoints of the shortest path; None if none is within `max_length`.

    The point keeps `margin` from the field's edge.
    """
    known: list[Barrier] = []
    while True:
        path = _Search(start, aim, known, margin=margin, max_length=max_length).run()
        if path is None:
            return None
        met = [barrier for barrier in barriers if barrier not in known and _runs_into(start, path, barrier)]
        if not met:
            return path
        known += met


def _runs_into(start: Point, path: list[Point], barrier: Barrier) -> bool:
    ax, ay = start
    for bx, by in path:
        if barrier.blocks(ax, ay, bx, by):
            return True
        ax, ay = bx, by
    return False


class _Search:
    """A* among the barriers known so far."""

    __slots__ = ("aim", "barriers", "circles", "goals", "heap", "high", "low", "max_length", "pushed", "start", "tried")

    def __init__(self, start: Point, aim: Aim, barriers: list[Barrier], *, margin: float, max_length: float) -> None:
        self.start = start
        self.aim = aim
        self.barriers = barriers
        self.max_length = max_length
        self.low = margin - EXACT_MM
        self.high = FIELD_MM - margin + EXACT_MM
        self.circles = [circle for barrier in barriers for circle in barrier.circles]
        # Straight to the middle of the aim, or to a point of its rim where another obstacle begins.
        self.goals: list[Circle] = [(aim.x, aim.y, aim.stop)]
        if aim.stop > 0.0:
            self.goals += [(x, y, 0.0) for x, y in self._rim_points()]
        self.heap: list[tuple[float, int, _Step]] = []
        self.pushed = 0
        # Tangents tried already, by (circle, side) from and to: 1 travelled, 2 blocked.
        self.tried: dict[int, int] = {}

    def _rim_points(self) -> list[Point]:
        """Where the aim's rim meets circles, edges and the edge of the field."""
        aim = self.aim
        points: list[Point] = []
        for barrier in self.barriers:
            for x, y, radius in barrier.circles:
                points += circle_crossings(aim.x, aim.y, aim.stop, x, y, radius)
            for ax, ay, bx, by in barrier.edges:
                length = math.hypot(bx - ax, by - ay)
                if length > 0.0:
                    wide = barrier.circles[0][2] / length
                    nx, ny = (by - ay) * wide, (ax - bx) * wide
                    points += edge_crossings(ax + nx, ay + ny, bx + nx, by + ny, aim.x, aim.y, aim.stop)
                    points += edge_crossings(ax - nx, ay - ny, bx - nx, by - ny, aim.x, aim.y, aim.stop)
        low, high = self.low + EXACT_MM, self.high - EXACT_MM
        for at in (low, high):
            points += edge_crossings(low, at, high, at, aim.x, aim.y, aim.stop)
            points += edge_crossings(at, low, at, high, aim.x, aim.y, aim.stop)
        return points

    def run(self) -> list[Point] | None:
        x, y = self.start
        self._leave(_Step(before=None, circle=-1, side=1, from_x=x, from_y=y, x=x, y=y))
        for _ in range(MAX_STEPS):
            if not self.heap:
                return None
            step = heapq.heappop(self.heap)[2]
            before = step.before
            assert before is not None
            key = self._key(before, step)
            state = self.tried.get(key, 0)
            if state == 0 and not self._is_open(step.from_x, step.from_y, step.x, step.y):
                self.tried[key] = state = 2
            if state != 0 or not self._is_arc_open(before, step):
                continue
            self.tried[key] = 1
            if step.circle >= len(self.circles):
                return self._path_to(step)
            self._leave(step)
        return None

    def _key(self, before: _Step, step: _Step) -> int:
        width = 2 * (len(self.circles) + len(self.goals)) + 2
        return (2 * before.circle + (before.side > 0) + 2) * width + 2 * step.circle + (step.side > 0)

    def _leave(self, step: _Step) -> None:
        """Pushes the tangents from the step's circle to other circles and the goals."""
        for index, (x, y, radius) in enumerate(self.circles):
            if index != step.circle:
                self._push(step, index, 1, x, y, radius)
                self._push(step, index, -1, x, y, radius)
        for number, (x, y, stop) in enumerate(self.goals):
            self._push_goal(step, len(self.circles) + number, x, y, stop)

    def _push(self, step: _Step, index: int, side: int, x: float, y: float, radius: float) -> None:
        cx, cy, own = self.circles[step.circle] if step.circle >= 0 else (step.x, step.y, 0.0)
        dx, dy = x - cx, y - cy
        squared = dx * dx + dy * dy
        lean = radius * side - own * step.side
        rest = squared - lean * lean
        if rest < -EXACT_MM or squared == 0.0:
            return
        length = sqrt(max(rest, 0.0))
        ux, uy = (dx * length + dy * lean) / squared, (dy * length - dx * lean) / squared
        # Of a tangent with its circle to the left, the touching point is the centre, one radius to the right.
        from_x, from_y = cx + step.side * own * uy, cy - step.side * own * ux
        to_x, to_y = x + side * radius * uy, y - side * radius * ux
        self._add(step, index, side, from_x, from_y, to_x, to_y, length)

    def _push_goal(self, step: _Step, index: int, x: float, y: float, stop: float) -> None:
        cx, cy, own = self.circles[step.circle] if step.circle >= 0 else (step.x, step.y, 0.0)
        dx, dy = x - cx, y - cy
        squared = dx * dx + dy * dy
        lean = -own * step.side
        rest = squared - lean * lean
        if rest < -EXACT_MM:
            return
        length = sqrt(max(rest, 0.0))
        if squared == 0.0:
            self._add(step, index, 1, x, y, x, y, 0.0)
            return
        ux, uy = (dx * length + dy * lean) / squared, (dy * length - dx * lean) / squared
        from_x, from_y = cx + step.side * own * uy, cy - step.side * own * ux
        length = max(length - stop, 0.0)
        self._add(step, index, 1, from_x, from_y, from_x + ux * length, from_y + uy * length, length)

    def _add(
        self, step: _Step, index: int, side: int, from_x: float, from_y: float, x: float, y: float, length: float
    ) -> None:
        if not (self.low <= x <= self.high and self.low <= y <= self.high):
            return
        reached = _Step(before=step, circle=index, side=side, from_x=from_x, from_y=from_y, x=x, y=y)
        if self.tried.get(self._key(step, reached), 0):
            return
        reached.walked = step.walked + self._turn(step, from_x, from_y) * self._radius(step) + length
        at_least = reached.walked + max(math.hypot(self.aim.x - x, self.aim.y - y) - self.aim.stop, 0.0)
        if at_least <= self.max_length + EXACT_MM:
            self.pushed += 1
            heapq.heappush(self.heap, (at_least, self.pushed, reached))

    def _radius(self, step: _Step) -> float:
        return self.circles[step.circle][2] if step.circle >= 0 else 0.0

    def _turn(self, step: _Step, to_x: float, to_y: float) -> float:
        """The angle around its circle from the step's end to this point.

        Measured in the direction in which the step goes around.
        """
        if step.circle < 0:
            return 0.0
        x, y, _ = self.circles[step.circle]
        turn = step.side * (math.atan2(to_y - y, to_x - x) - math.atan2(step.y - y, step.x - x))
        turn %= 2.0 * math.pi
        return 0.0 if turn > 2.0 * math.pi - 1e-7 else turn

    def _arc(self, step: _Step, to_x: float, to_y: float) -> list[Point]:
        """The waypoints of an arc, a little outside of it: legs that touch the circle."""
        turn = self._turn(step, to_x, to_y)
        if turn * self._radius(step) < EXACT_MM:
            return []
        x, y, radius = self.circles[step.circle]
        parts = math.ceil(turn / (2.0 * math.acos(radius / (radius + BULGE_MM))))
        half = step.side * turn / parts / 2.0
        begin, out = math.atan2(step.y - y, step.x - x), radius / math.cos(half)
        angles = [begin + half * (2 * part + 1) for part in range(parts)]
        return [(x + out * math.cos(angle), y + out * math.sin(angle)) for angle in angles]

    def _is_arc_open(self, before: _Step, step: _Step) -> bool:
        x, y = before.x, before.y
        for to_x, to_y in self._arc(before, step.from_x, step.from_y):
            if not (self.low <= to_x <= self.high and self.low <= to_y <= self.high):
                return False
            if not self._is_open(x, y, to_x, to_y):
                return False
            x, y = to_x, to_y
        return self._is_open(x, y, step.from_x, step.from_y)

    def _is_open(self, ax: float, ay: float, bx: float, by: float) -> bool:
        return not any(barrier.blocks(ax, ay, bx, by) for barrier in self.barriers)

    def _path_to(self, last: _Step) -> list[Point]:
        path = [(last.x, last.y)]
        step = last
        while step.before is not None:
            path = self._arc(step.before, step.from_x, step.from_y) + path
            step = step.before
        return path
