"""Converts SVG path data to polylines, which Pillow can fill and stroke.

Supports all commands except quadratic curves, which the sprite does not use.
"""

import math
import re
from collections.abc import Iterator

Point = tuple[float, float]
Contour = list[Point]

STEPS = 12
_TOKENS = re.compile(r"([MmLlHhVvCcSsAaZz])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}


def contours(data: str) -> list[Contour]:
    """Return every subpath as points; a closed one ends at its first point."""
    subpaths: list[Contour] = []
    here = start = control = (0.0, 0.0)
    is_closed = False
    for command, numbers in _commands(data):
        kind = command.lower()
        origin = here if command.islower() else (0.0, 0.0)
        previous, control_now = here, None
        if kind == "m":
            here = start = _plus(origin, numbers[0], numbers[1])
            subpaths.append([here])
            control, is_closed = here, False
            continue
        if kind == "z":
            subpaths[-1].append(start)
            here = control = start
            is_closed = True
            continue
        if is_closed:
            subpaths.append([here])
            is_closed = False
        if kind == "l":
            here = _plus(origin, numbers[0], numbers[1])
            subpaths[-1].append(here)
        elif kind == "h":
            here = (origin[0] + numbers[0], here[1])
            subpaths[-1].append(here)
        elif kind == "v":
            here = (here[0], origin[1] + numbers[0])
            subpaths[-1].append(here)
        elif kind in "cs":
            points = [_plus(origin, numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
            if kind == "s":
                points.insert(0, (2 * here[0] - control[0], 2 * here[1] - control[1]))
            control_now, here = points[1], points[2]
            subpaths[-1].extend(_bezier(previous, *points))
        else:
            here = _plus(origin, numbers[5], numbers[6])
            subpaths[-1].extend(_arc(previous, here, *numbers[:3], large=bool(numbers[3]), sweep=bool(numbers[4])))
        control = control_now or here
    return subpaths


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield commands with their numbers; repeated commands may omit the letter."""
    command, numbers = "", list[float]()
    for letter, number in _TOKENS.findall(data):
        if letter:
            command = letter
            numbers = []
            if letter in "Zz":
                yield letter, []
            continue
        numbers.append(float(number))
        if len(numbers) == _ARGUMENTS[command.lower()]:
            yield command, numbers
            numbers = []
            # Further pairs after a move are lines.
            command = {"m": "l", "M": "L"}.get(command, command)


def _plus(origin: Point, x: float, y: float) -> Point:
    return origin[0] + x, origin[1] + y


def _bezier(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        u = 1 - t
        yield (
            u**3 * a[0] + 3 * u * u * t * b[0] + 3 * u * t * t * c[0] + t**3 * d[0],
            u**3 * a[1] + 3 * u * u * t * b[1] + 3 * u * t * t * c[1] + t**3 * d[1],
        )


def _arc(a: Point, b: Point, rx: float, ry: float, tilt: float, *, large: bool, sweep: bool) -> Iterator[Point]:
    """Yield the points of an arc (SVG appendix B.2.4).

    The tilt is ignored: the sprite's arcs are circular.
    """
    del tilt
    x, y = (a[0] - b[0]) / 2, (a[1] - b[1]) / 2
    excess = (x / rx) ** 2 + (y / ry) ** 2
    if excess > 1:
        rx, ry = rx * math.sqrt(excess), ry * math.sqrt(excess)
    square = max(0.0, (rx * ry) ** 2 / ((rx * y) ** 2 + (ry * x) ** 2) - 1) if (x or y) else 0.0
    factor = math.sqrt(square) * (-1 if large == sweep else 1)
    cx, cy = factor * rx * y / ry, -factor * ry * x / rx
    centre = cx + (a[0] + b[0]) / 2, cy + (a[1] + b[1]) / 2
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    turn = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    elif not sweep and turn > 0:
        turn -= 2 * math.pi
    steps = max(2, math.ceil(abs(turn) / (math.pi / 16)))
    for step in range(1, steps + 1):
        angle = first + turn * step / steps
        yield centre[0] + rx * math.cos(angle), centre[1] + ry * math.sin(angle)
