"""A path: the line a base's centre travels, straight from waypoint to waypoint.

Where a path passes or enters obstacles is computed here, in lengths along it. What the rules make of that is
rules/movement/trajectory.py.
"""

from collections.abc import Sequence
from math import sqrt

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import (
    CONTACT_MM,
    EXACT_MM,
    NEVER_MM,
    Point,
    travel_to_disc,
    travel_to_edge,
    travel_to_template,
)
from simulator.games.signum.state.position import Template

Stretch = tuple[float, float]
"""A part of a path, from one length to another."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Leg:
    """One straight part of a path."""

    __slots__ = ("before", "length", "ux", "uy", "x", "y")

    def __init__(self, x: float, y: float, ux: float, uy: float, length: float, before: float) -> None:
        self.x = x
        self.y = y
        self.ux = ux
        self.uy = uy
        self.length = length
        self.before = before  # the length of the legs before it


@mypyc_attr(acyclic=True, free_list_len=1)
class Path:
    """Legs from a start; a path without legs stays where it is."""

    __slots__ = ("legs", "length", "start")

    def __init__(self, start: Point, waypoints: Sequence[Point]) -> None:
        self.start = start
        self.legs: list[Leg] = []
        self.length = 0.0
        x, y = start
        for to_x, to_y in waypoints:
            dx = to_x - x
            dy = to_y - y
            length = sqrt(dx * dx + dy * dy)
            # `not <=` keeps a leg whose length is NaN, so that it is refused for leaving the field.
            if not length <= EXACT_MM:
                self.legs.append(Leg(x, y, dx / length, dy / length, length, self.length))
                self.length += length
                x, y = to_x, to_y

    def cut(self, length: float) -> None:
        """Ends the path after this length."""
        if length >= self.length:
            return
        while self.legs and self.legs[-1].before >= length:
            self.legs.pop()
        if self.legs:
            last = self.legs[-1]
            last.length = length - last.before
        self.length = length if self.legs else 0.0

    @property
    def waypoints(self) -> list[Point]:
        """The end of every leg."""
        return [(leg.x + leg.ux * leg.length, leg.y + leg.uy * leg.length) for leg in self.legs]

    @property
    def end(self) -> Point:
        if not self.legs:
            return self.start
        last = self.legs[-1]
        return last.x + last.ux * last.length, last.y + last.uy * last.length

    def until_disc(self, x: float, y: float, reach: float) -> float:
        """How far until the centre comes within `reach` of a point, coming nearer."""
        for leg in self.legs:
            travel = travel_to_disc(leg.x, leg.y, leg.ux, leg.uy, leg.length, x, y, reach)
            if travel < NEVER_MM:
                return leg.before + travel
        return NEVER_MM

    def until_template(self, template: Template, reach: float) -> float:
        """How far until the centre comes within `reach` of a template."""
        for leg in self.legs:
            travel = travel_to_template(template, leg.x, leg.y, leg.ux, leg.uy, leg.length, reach)
            if travel < NEVER_MM:
                return leg.before + travel
        return NEVER_MM

    def until_contact(self, x: float, y: float, reach: float) -> float:
        """SR-1 How far until the base touches another base.

        Edge to edge, or where they come nearest if that is near enough. `reach` is the sum of both radii; the base must
        not be in contact when the path begins.
        """
        for leg in self.legs:
            travel = travel_to_disc(leg.x, leg.y, leg.ux, leg.uy, leg.length, x, y, reach)
            if travel < NEVER_MM:
                return leg.before + travel
            nearest = min(max((x - leg.x) * leg.ux + (y - leg.y) * leg.uy, 0.0), leg.length)
            dx = leg.x + nearest * leg.ux - x
            dy = leg.y + nearest * leg.uy - y
            away = sqrt(dx * dx + dy * dy)
            # At the end of a leg that was still coming nearer, the next leg decides where it stops.
            if away <= reach + CONTACT_MM and (nearest < leg.length or leg is self.legs[-1]):
                return leg.before + nearest
        return NEVER_MM

    def until_touching(self, template: Template, radius: float) -> float:
        """SR-21 How far until the base touches a template it does not touch at the start."""
        if not template.points:
            return self.until_contact(template.x, template.y, template.radius + radius)
        for leg in self.legs:
            travel = NEVER_MM
            bx, by = template.points[-1]
            for ax, ay in template.points:
                touch = travel_to_edge(leg.x, leg.y, leg.ux, leg.uy, leg.length, ax, ay, bx, by, radius)
                if touch == NEVER_MM:
                    touch = travel_to_edge(
                        leg.x, leg.y, leg.ux, leg.uy, leg.length, ax, ay, bx, by, radius + CONTACT_MM
                    )
                travel = min(travel, touch)
                bx, by = ax, ay
            if travel < NEVER_MM:
                return leg.before + travel
        return NEVER_MM

    def stretches_near(self, x: float, y: float, reach: float) -> list[Stretch]:
        """The parts of the path on which the centre is nearer than `reach` to a point."""
        stretches: list[Stretch] = []
        for leg in self.legs:
            nearing = (x - leg.x) * leg.ux + (y - leg.y) * leg.uy
            aside = (x - leg.x) * leg.uy - (y - leg.y) * leg.ux
            rest = reach * reach - aside * aside
            if rest <= 0.0:
                continue
            half = sqrt(rest)
            begin, end = max(nearing - half, 0.0), min(nearing + half, leg.length)
            if begin < end:
                stretches.append((leg.before + begin, leg.before + end))
        return stretches


def merged(stretches: list[Stretch]) -> list[Stretch]:
    """The same parts in order, with those that meet joined."""
    joined: list[Stretch] = []
    for begin, end in sorted(stretches):
        if joined and begin <= joined[-1][1] + EXACT_MM:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined
