"""Tactics: a parchment map with troop movements."""

import math

from .canvas import BRASS, LEATHER, Canvas, Colour, Point, curve, mix, pair, rotate

PAPER: Colour = (0xE9, 0xD9, 0xB2)
INK: Colour = (0x4A, 0x38, 0x26)


def draw(canvas: Canvas, *, traits: tuple[str, ...]) -> None:
    del traits  # all plans are drawn alike
    canvas.gradient(mix(LEATHER[1], canvas.deep, 0.4), mix(LEATHER[1], (0, 0, 0), 0.5))
    for plank in range(5):
        canvas.line([(0, plank * 96 + 30), (canvas.width, plank * 96 + 36)], (0, 0, 0), width=3, opacity=90)
    canvas.polygon(_sheet(canvas, 44, 30), (0, 0, 0), opacity=90)
    canvas.polygon(_sheet(canvas, 36, 20), PAPER)
    canvas.shine((canvas.middle - 120, 130), 330, (0xFF, 0xF3, 0xD2), strength=0.8)
    _contours(canvas)
    _woods(canvas)
    foe = (0x8E, 0x25, 0x22) if canvas.field[0] < 100 else (0x22, 0x3E, 0x66)
    lines = 2 + canvas.chance.below(2)
    for number in range(lines):
        y = 130 + number * 210 / lines + canvas.between(-16, 16)
        own, other = (canvas.between(110, 190), y), (canvas.between(470, 570), min(300.0, y + canvas.between(-50, 50)))
        _troops(canvas, other, foe)
        _arrow(canvas, own, other)
        _troops(canvas, own, canvas.field)
    _cross(canvas, (canvas.between(400, 520), canvas.between(110, 330)), foe)
    _compass(canvas, (canvas.width - 100, canvas.height - 96))
    for corner in ((40, 26), (canvas.width - 40, 26)):
        canvas.disc(corner, 13, BRASS[1])
        canvas.disc((corner[0] - 2, corner[1] - 2), 10, BRASS[0])


def _sheet(canvas: Canvas, x: float, y: float) -> list[Point]:
    right, low = canvas.width - x, canvas.height - y - 8
    worn = [(right - step * (right - x) / 18, low + canvas.between(-5, 5)) for step in range(19)]
    return [(x, y), (right, y + 4), *worn, (x, y)]


def _contours(canvas: Canvas) -> None:
    """Draw the contour lines of a hill."""
    hill = (canvas.between(240, 440), canvas.between(190, 260))
    for ring in range(1, 5):
        around = [
            rotate([(0, -ring * 34 * canvas.between(0.86, 1.14))], by=step * 30, at=hill)[0] for step in range(12)
        ]
        canvas.line(curve([*around, around[0]]), (0xA8, 0x86, 0x55), width=2, opacity=190)


def _woods(canvas: Canvas) -> None:
    for _ in range(2):
        x, y = canvas.between(90, 560), canvas.between(80, 350)
        for tree in range(7):
            at = (x + canvas.between(-46, 46), y + canvas.between(-30, 30))
            canvas.split([(0, -17), (9 + tree % 3, 6), (0, 6)], pair((0x6E, 0x7C, 0x4C)), at=at)


def _troops(canvas: Canvas, at: Point, colour: Colour) -> None:
    for row in range(2):
        for column in range(3):
            x, y = at[0] + column * 27 - 40, at[1] + row * 27 - 27
            canvas.box(x, y, x + 22, y + 22, mix(colour, (0, 0, 0), 0.35))
            canvas.box(x, y, x + 19, y + 19, colour)


def _arrow(canvas: Canvas, start: Point, end: Point) -> None:
    bow = canvas.between(-90, 90)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + bow)
    tip = (end[0] - 62, end[1])
    path = curve([(start[0] + 54, start[1]), middle, tip], steps=14)
    for number in range(0, len(path) - 2, 2):
        canvas.line([path[number], path[number + 1]], INK, width=8)
    angle = math.degrees(math.atan2(tip[1] - path[-6][1], tip[0] - path[-6][0]))
    canvas.polygon(rotate([(22, 0), (-18, -20), (-8, 0), (-18, 20)], by=angle, at=tip), INK)


def _cross(canvas: Canvas, at: Point, colour: Colour) -> None:
    for a, b in (((-24, -24), (24, 24)), ((24, -24), (-24, 24))):
        canvas.line([(at[0] + a[0], at[1] + a[1]), (at[0] + b[0], at[1] + b[1])], colour, width=10)


def _compass(canvas: Canvas, at: Point) -> None:
    canvas.ring(at, 40, INK, width=2.5)
    for number in range(4):
        half = [(0, -52), (9, -9), (0, 0)]
        for side in (-1, 1):
            shape = [(side * x, y) for x, y in half]
            canvas.polygon(rotate(shape, by=number * 90, at=at), INK if side > 0 else (0xB9, 0x9A, 0x66))
