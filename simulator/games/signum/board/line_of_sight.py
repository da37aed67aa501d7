"""Line of sight, S-11.2, and whether it must cross a defending template (SR-23).

Which targets may be shot at is ranged.py.

Every segment between the two bases lies on a line that leaves base A and then enters base B. Describe such a line by
its direction and its offset: the lines that are free form a closed set, bounded by lines that just touch a base, a
blocker or a corner. If that set is not empty, its line of smallest direction touches two such things, one from above
and one from below. So it is enough to try those lines: their number is finite, and none is missed.
"""

from math import sqrt
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, Point, Polygon, template_gap_mm
from simulator.games.signum.board.outlines import circle_crossings, edge_crossings, shrunk
from simulator.games.signum.state.position import Creature, Position, Template

GRAZE_MM: Final = 1e-3
"""Blockers are shrunk by this much: grazing does not block, whatever the last digits of a contact are."""
_SLACK_MM: Final = 1e-6
"""The rounding error of a line that touches by construction."""


@mypyc_attr(acyclic=True)
class _Limit:
    """Something a free line may touch.

    The touching line's offset is that of (x, y), plus `low` where the thing limits lines from below, plus `high` where
    it limits them from above.
    """

    __slots__ = ("high", "low", "x", "y")

    def __init__(self, x: float, y: float, low: float, high: float) -> None:
        self.x = x
        self.y = y
        self.low = low
        self.high = high


@mypyc_attr(acyclic=True)
class _Disc:
    """A round blocker."""

    __slots__ = ("radius", "x", "y")

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x = x
        self.y = y
        self.radius = radius


@mypyc_attr(acyclic=True, free_list_len=1)
class _Outlook:
    """Two bases and the blockers between them.

    Seen in a frame with base A at (0, 0) and base B at (distance, 0).
    """

    __slots__ = (
        "ax", "ay", "discs", "distance", "free_line", "limits", "polygons", "radius_a", "radius_b", "tilt", "ux", "uy",
        "width",
    )  # fmt: skip

    def __init__(self, a: Creature, b: Creature) -> None:
        # One order for both directions, so that sight is mutual to the last bit.
        if b.x < a.x or (b.x == a.x and b.y < a.y):
            a, b = b, a
        dx, dy = b.x - a.x, b.y - a.y
        self.ax = a.x
        self.ay = a.y
        self.distance = sqrt(dx * dx + dy * dy)
        self.ux = dx / self.distance
        self.uy = dy / self.distance
        # Bases that overlap within the tolerance of SR-1 count as touching.
        self.radius_a = min(a.radius, self.distance)
        self.radius_b = min(b.radius, self.distance - self.radius_a)
        # The upper outline of all segments between the bases: y * width - x * tilt = radius_a; the lower is its mirror.
        self.tilt = (self.radius_b - self.radius_a) / self.distance
        self.width = sqrt(max(0.0, 1.0 - self.tilt * self.tilt))
        self.discs: list[_Disc] = []
        self.polygons: list[Polygon] = []
        self.limits: list[_Limit] = []
        self.free_line = (1.0, 0.0, 0.0)  # its direction (cos, sin) and offset

    def add_base(self, creature: Creature) -> None:
        """Adds a base if it reaches between A and B."""
        dx, dy = creature.x - self.ax, creature.y - self.ay
        x = dx * self.ux + dy * self.uy
        radius = creature.radius
        if x <= -self.radius_a - radius or x >= self.distance + self.radius_b + radius:
            return
        y = dy * self.ux - dx * self.uy
        if abs(y) * self.width - x * self.tilt >= self.radius_a + radius:
            return
        # A base overlaps neither A nor B: within the tolerance it counts as touching.
        radius = min(radius, sqrt(x * x + y * y) - self.radius_a)
        x_b = x - self.distance
        radius = min(radius, sqrt(x_b * x_b + y * y) - self.radius_b)
        if radius > GRAZE_MM:
            self._add_disc(x, y, radius - GRAZE_MM)

    def add_template(self, template: Template) -> None:
        """Adds a template.

        Bases may stand in it: where the outlines cross, lines begin to be blocked.
        """
        if not template.points:
            x, y = self._in_frame(template.x, template.y)
            radius = template.radius - GRAZE_MM
            if abs(y) * self.width - x * self.tilt < self.radius_a + radius:
                self._add_disc(x, y, radius)
                self._add_points(circle_crossings(x, y, radius, 0.0, 0.0, self.radius_a))
                self._add_points(circle_crossings(x, y, radius, self.distance, 0.0, self.radius_b))
            return
        x, y = self._in_frame(template.x, template.y)
        if abs(y) * self.width - x * self.tilt >= self.radius_a + template.extent:
            return
        framed = tuple([self._in_frame(x, y) for x, y in template.points])
        above = min([y * self.width - x * self.tilt for x, y in framed])
        below = min([-y * self.width - x * self.tilt for x, y in framed])
        if above >= self.radius_a or below >= self.radius_a:
            return
        self.polygons.append(shrunk(framed, GRAZE_MM + _SLACK_MM))
        corners = shrunk(framed, GRAZE_MM)
        self._add_points(list(corners))
        bx, by = corners[-1]
        for ax, ay in corners:
            self._add_points(edge_crossings(ax, ay, bx, by, 0.0, 0.0, self.radius_a))
            self._add_points(edge_crossings(ax, ay, bx, by, self.distance, 0.0, self.radius_b))
            bx, by = ax, ay

    def _in_frame(self, x: float, y: float) -> Point:
        dx, dy = x - self.ax, y - self.ay
        return dx * self.ux + dy * self.uy, dy * self.ux - dx * self.uy

    def _add_disc(self, x: float, y: float, radius: float) -> None:
        self.discs.append(_Disc(x, y, radius - _SLACK_MM))
        self.limits.append(_Limit(x, y, radius, -radius))

    def _add_points(self, points: list[Point]) -> None:
        for x, y in points:
            self.limits.append(_Limit(x, y, 0.0, 0.0))

    def is_clear(self) -> bool:
        """Whether at least one line is free."""
        if not self.limits or self._is_free(1.0, 0.0, 0.0):
            return True
        limits = self.limits
        limits.append(_Limit(0.0, 0.0, -self.radius_a, self.radius_a))
        limits.append(_Limit(self.distance, 0.0, -self.radius_b, self.radius_b))
        for lower in limits:
            x1, y1, low = lower.x, lower.y, lower.low
            for upper in limits:
                dx, dy, shift = upper.x - x1, upper.y - y1, upper.high - low
                squared = dx * dx + dy * dy
                rest = squared - shift * shift
                if rest < 0.0 or squared == 0.0:
                    continue
                # The one direction in which both limits meet and, turning on, the lower one stays the lower one.
                root = sqrt(rest)
                cos = -(dx * root + dy * shift) / squared
                if cos < 0.0:
                    continue
                sin = (dx * shift - dy * root) / squared
                if self._is_free(cos, sin, y1 * cos - x1 * sin + low):
                    return True
        return False

    def _is_free(self, cos: float, sin: float, offset: float) -> bool:
        """Whether this line meets both bases, and no blocker between them."""
        across = self.radius_a * self.radius_a - offset * offset
        aside = offset + self.distance * sin
        across_b = self.radius_b * self.radius_b - aside * aside
        if across < -_SLACK_MM or across_b < -_SLACK_MM:
            return False
        start = sqrt(across) if across > 0.0 else 0.0
        end = self.distance * cos - (sqrt(across_b) if across_b > 0.0 else 0.0)
        for index, disc in enumerate(self.discs):
            x, y, radius = disc.x, disc.y, disc.radius
            away = y * cos - x * sin - offset
            if -radius < away < radius:
                along = x * cos + y * sin
                beyond = start - along if along < start else along - end
                if beyond <= 0.0 or beyond * beyond + away * away < radius * radius:
                    # What blocks this line blocks many of the next ones: test it first.
                    self.discs[0], self.discs[index] = disc, self.discs[0]
                    return False
        if self.polygons and self._meets_polygon(cos, sin, offset, start, end):
            return False
        self.free_line = (cos, sin, offset)
        return True

    def segment(self) -> tuple[Point, Point]:
        """The free line in field coordinates, from rim to rim of the two bases."""
        cos, sin, offset = self.free_line
        start = sqrt(max(0.0, self.radius_a**2 - offset**2))
        end = self.distance * cos - sqrt(max(0.0, self.radius_b**2 - (offset + self.distance * sin) ** 2))
        return self._on_field(start * cos - offset * sin, start * sin + offset * cos), self._on_field(
            end * cos - offset * sin, end * sin + offset * cos
        )

    def _on_field(self, x: float, y: float) -> Point:
        return self.ax + x * self.ux - y * self.uy, self.ay + x * self.uy + y * self.ux

    def _meets_polygon(self, cos: float, sin: float, offset: float, start: float, end: float) -> bool:
        """Whether the stretch of a line from `start` to `end` enters a polygon."""
        for points in self.polygons:
            begins_inside = False
            bx, by = points[-1]
            below = by * cos - bx * sin - offset
            for ax, ay in points:
                above = ay * cos - ax * sin - offset
                if (above > 0.0) != (below > 0.0):
                    part = above / (above - below)
                    along = (ax + part * (bx - ax)) * cos + (ay + part * (by - ay)) * sin
                    if start <= along <= end:
                        return True
                    if along < start:
                        begins_inside = not begins_inside
                bx, by, below = ax, ay, above
            if begins_inside:
                return True
        return False


def sees(position: Position, a: Creature, b: Creature) -> bool:
    """S-11.2 Whether a straight segment between the two bases meets no blocker.

    The segment may join any point of one base with any point of the other. Blockers are templates that block sight and
    every other creature that is not hidden (S-12.5), of either side.
    """
    return _is_clear(position, a, b, None)


def line_of_sight(position: Position, a: Creature, b: Creature) -> tuple[Point, Point] | None:
    """S-11.2 A free segment, for drawing and checking; None if there is none."""
    if a.x == b.x and a.y == b.y:
        return (a.x, a.y), (b.x, b.y)
    outlook = _outlook(position, a, b, None)
    return outlook.segment() if outlook.is_clear() else None


def crosses_defence(position: Position, attacker: Creature, target: Creature, template: Template) -> bool:
    """SR-23 Whether the target touches the template, or every clear segment crosses it.

    The attacker chooses the segment.
    """
    if template_gap_mm(template, target.x, target.y, target.radius) <= CONTACT_MM + EXACT_MM:
        return True
    return not _is_clear(position, attacker, target, template)


def is_defended(position: Position, attacker: Creature, target: Creature) -> bool:
    """S-6.4 Defence against ranged attacks: one template crossed or touched is enough."""
    for template in position.templates:
        if template.defends and crosses_defence(position, attacker, target, template):
            return True
    return False


def _is_clear(position: Position, a: Creature, b: Creature, defence: Template | None) -> bool:
    if a.x == b.x and a.y == b.y:
        return True  # a base sees itself
    return _outlook(position, a, b, defence).is_clear()


def _outlook(position: Position, a: Creature, b: Creature, defence: Template | None) -> _Outlook:
    outlook = _Outlook(a, b)
    slot_a, slot_b = a.slot, b.slot
    for creature in position.creatures:
        if not creature.hidden and creature.slot != slot_a and creature.slot != slot_b:
            outlook.add_base(creature)
    for template in position.templates:
        if template is defence or template.blocks_sight:
            outlook.add_template(template)
    return outlook
