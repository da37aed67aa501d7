"""Backgrounds: skies, hills, rays of light."""

import itertools
import math

from .canvas import NIGHT, Canvas, Colour, Point, mix

_DAWN: Colour = (0xF3, 0xC9, 0x9A)
_DAY: Colour = (0xD9, 0xE6, 0xE4)
_DUSK: Colour = (0xE6, 0xA0, 0x6E)
_HOURS = {"dawn": (_DAWN, 0.35), "day": (_DAY, 0.5), "dusk": (_DUSK, 0.2), "night": ((0x5A, 0x6E, 0x8E), 0.0)}


def sky(canvas: Canvas, *, hour: str = "") -> Colour:
    """Draw sky, sun or moon, and clouds; return the haze at the horizon."""
    hour = hour if hour in _HOURS else canvas.pick("dawn", "day", "dusk", "night")
    low, paleness = _HOURS[hour]
    top = mix(mix(canvas.field, NIGHT, 0.45 if hour == "night" else 0.1), (255, 255, 255), paleness * 0.55)
    haze = mix(low, canvas.field, 0.16)
    canvas.gradient(top, haze)
    sun = (canvas.between(120, canvas.width - 120), canvas.between(70, 150))
    canvas.shine(sun, 230, canvas.glow, strength=0.75)
    canvas.disc(sun, canvas.between(30, 46), mix(canvas.glow, (255, 255, 255), 0.5))
    if hour == "night":
        for _ in range(46):
            star = (canvas.between(0, canvas.width), canvas.between(0, 260))
            canvas.disc(star, canvas.between(0.7, 2.2), (255, 255, 255), opacity=200)
    else:
        for _ in range(3):
            _cloud(canvas, (canvas.between(0, canvas.width), canvas.between(30, 190)), mix(haze, (255, 255, 255), 0.5))
    return haze


def _cloud(canvas: Canvas, centre: Point, colour: Colour) -> None:
    x, y = centre
    for step in range(5):
        canvas.disc((x + step * 34 - 68, y + (step % 2) * 7), 40 - abs(step - 2) * 9, colour, opacity=70, squash=0.3)


def hills(canvas: Canvas, haze: Colour, *, layers: int = 3, lowest: float = 400, highest: float = 250) -> None:
    """Draw ridges that get paler with distance."""
    for layer in range(layers):
        near = (layer + 1) / layers
        base = highest + (lowest - highest) * near
        colour = mix(haze, mix(canvas.field, canvas.deep, 0.55), 0.25 + 0.62 * near)
        canvas.polygon(_ridge(canvas, base, rough=62 - 34 * near), colour)


def _ridge(canvas: Canvas, base: float, *, rough: float) -> list[Point]:
    """Return a ridge by midpoint displacement."""
    heights = [base + canvas.between(-rough, rough), base + canvas.between(-rough, rough)]
    while len(heights) < 33:
        halves = [(a + b) / 2 + canvas.between(-rough, rough) for a, b in itertools.pairwise(heights)]
        heights = [height for both in zip(heights, [*halves, 0.0], strict=True) for height in both][:-1]
        rough *= 0.52
    step = canvas.width / (len(heights) - 1)
    line = [(number * step, height) for number, height in enumerate(heights)]
    return [(0, canvas.height), *line, (canvas.width, canvas.height)]


def rays(canvas: Canvas, *, centre: Point, inner: Colour, outer: Colour, count: int = 18) -> None:
    """Fill the canvas with rays from one point."""
    canvas.gradient(outer, mix(outer, (0, 0, 0), 0.3))
    turn = canvas.between(0, math.tau)
    for number in range(count):
        angle = turn + number * math.tau / count
        wide = math.tau / count / 4
        tips = [(centre[0] + 720 * math.cos(a), centre[1] + 720 * math.sin(a)) for a in (angle - wide, angle + wide)]
        canvas.polygon([centre, *tips], mix(outer, inner, 0.3), opacity=150)
    canvas.shine(centre, 330, inner, strength=0.95)


def vignette(canvas: Canvas) -> None:
    """Darken the bottom, where the subject meets the frame."""
    for step in range(5):
        canvas.polygon(
            [
                (0, canvas.height - 14 * step),
                (canvas.width, canvas.height - 14 * step),
                (canvas.width, canvas.height),
                (0, canvas.height),
            ],
            canvas.deep,
            opacity=34,
        )
