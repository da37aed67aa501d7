"""Spells: a magic circle with the spell's element."""

import math

from .canvas import NIGHT, Canvas, Colour, Point, curve, mix, rotate

ELEMENTS: dict[str, tuple[Colour, Colour]] = {
    "fire": ((0xFF, 0xD4, 0x5C), (0xE2, 0x4E, 0x1B)),
    "frost": ((0xE4, 0xF7, 0xFF), (0x4E, 0x9F, 0xCF)),
    "nature": ((0xE9, 0xF7, 0xB0), (0x3F, 0x9A, 0x55)),
    "light": ((0xFF, 0xF6, 0xCF), (0xE0, 0xA8, 0x3A)),
    "shadow": ((0xD9, 0xB8, 0xFF), (0x6A, 0x38, 0x94)),
    "wind": ((0xE8, 0xFB, 0xF6), (0x3C, 0x9C, 0x96)),
    "gold": ((0xFF, 0xE8, 0x8E), (0xB9, 0x82, 0x18)),
}


def draw(canvas: Canvas, *, traits: tuple[str, ...]) -> None:
    element = next((trait for trait in traits if trait in ELEMENTS), "") or canvas.pick(*ELEMENTS)
    bright, strong = ELEMENTS[element]
    canvas.gradient(mix(strong, NIGHT, 0.84), mix(mix(strong, canvas.field, 0.4), NIGHT, 0.5))
    centre = (canvas.middle, canvas.height / 2 + 6)
    canvas.shine(centre, 350, strong)
    _circle(canvas, centre, bright)
    _SHAPES[element](canvas, centre, bright, strong)
    canvas.shine(centre, 110, bright, strength=0.85)
    for _ in range(40):
        far, angle = canvas.between(40, 330), canvas.between(0, math.tau)
        spark = (centre[0] + far * math.cos(angle), centre[1] + far * 0.7 * math.sin(angle))
        canvas.disc(spark, canvas.between(1, 4), bright, opacity=210)


def _circle(canvas: Canvas, centre: Point, colour: Colour) -> None:
    """Draw rings, a star polygon, and runes between them."""
    for radius, width in ((198, 3), (168, 2), (92, 2.5)):
        canvas.ring(centre, radius, colour, width=width, opacity=150)
    points, skip = (5, 2) if canvas.chance.below(2) else (7, 3)
    turn = canvas.between(0, 360)
    tips = rotate([(0, -168)], by=turn, at=centre)
    star = [rotate([(0, -168)], by=turn + number * 360 * skip / points, at=centre)[0] for number in range(points + 1)]
    canvas.line([*tips, *star[1:]], colour, width=2, opacity=130)
    for number in range(24):
        rune = [(canvas.between(-7, 7), canvas.between(-192, -174)) for _ in range(4)]
        canvas.line(rotate(rune, by=number * 15, at=centre), colour, width=2.4, opacity=190)


def _flames(canvas: Canvas, centre: Point, bright: Colour, strong: Colour) -> None:
    flame = [(0, -170), *curve([(22, -110), (14, -70), (52, -92), (62, -20), (50, 50), (0, 92)])]
    for scale, colour in ((1.35, strong), (1.0, mix(strong, bright, 0.45)), (0.62, bright)):
        lean = canvas.between(-10, 10)
        for side in (-1, 1):
            shape = [(side * x, y) for x, y in flame]
            canvas.polygon(
                rotate(shape, by=lean, at=(centre[0], centre[1] + 40), scale=scale),
                mix(colour, (0, 0, 0), 0.1 if side > 0 else 0.0),
            )


def _shards(canvas: Canvas, centre: Point, bright: Colour, strong: Colour) -> None:
    for number in range(9):
        long = canvas.between(90, 190)
        half = [(0, -long), (22, -long * 0.4), (0, -10)]
        for side in (-1, 1):
            shape = [(side * x, y) for x, y in half]
            colour = mix(bright, strong, 0.15 if side < 0 else 0.55)
            canvas.polygon(rotate(shape, by=number * 40 + canvas.between(-8, 8), at=centre), colour)


def _leaves(canvas: Canvas, centre: Point, bright: Colour, strong: Colour) -> None:
    for ring, (count, scale) in enumerate(((11, 1.5), (7, 1.0))):
        leaf = [(0, -30), *curve([(26, -58), (22, -96), (0, -126)])]
        for number in range(count):
            for side in (-1, 1):
                shape = [(side * x, y) for x, y in leaf]
                colour = mix(strong, bright, ring * 0.35 + (0.2 if side < 0 else 0))
                canvas.polygon(rotate(shape, by=number * 360 / count + ring * 16, at=centre, scale=scale), colour)


def _beams(canvas: Canvas, centre: Point, bright: Colour, strong: Colour) -> None:
    for number in range(16):
        long = 250 if number % 2 == 0 else 150
        half = [(0, -long), (15, -60), (0, -20)]
        for side in (-1, 1):
            shape = [(side * x, y) for x, y in half]
            canvas.polygon(rotate(shape, by=number * 22.5, at=centre), mix(bright, strong, 0.1 if side < 0 else 0.6))
    canvas.disc(centre, 62, bright)
    canvas.disc(centre, 48, mix(bright, (255, 255, 255), 0.6))


def _coils(canvas: Canvas, centre: Point, bright: Colour, strong: Colour) -> None:
    for arm in range(6):
        spiral = [rotate([(0, -14 - step * 11)], by=arm * 60 + step * 15, at=centre)[0] for step in range(17)]
        for width, colour in ((26, mix(strong, NIGHT, 0.3)), (15, strong), (5, bright)):
            for a, b, step in zip(spiral, spiral[1:], range(16), strict=False):
                canvas.line([a, b], colour, width=max(1.5, width * (1 - step / 17)))


def _gusts(canvas: Canvas, centre: Point, bright: Colour, strong: Colour) -> None:
    for number in range(9):
        y = centre[1] - 150 + number * 37
        x = canvas.between(30, 150)
        line = curve(
            [(x, y), (x + 150, y - 26), (x + 300, y + 14), (x + 440, y - 20), (x + 480, y - 48), (x + 446, y - 62)]
        )
        canvas.line(line, strong if number % 2 else bright, width=canvas.between(5, 12), opacity=215)


def _coins(canvas: Canvas, centre: Point, bright: Colour, strong: Colour) -> None:
    for number in range(22):
        angle, far = number * 2.4, 30 + number * 8.5
        coin = (centre[0] + far * math.cos(angle), centre[1] + far * 0.75 * math.sin(angle))
        size = canvas.between(17, 30)
        canvas.disc((coin[0] + 2, coin[1] + 4), size, mix(strong, (0, 0, 0), 0.3))
        canvas.disc(coin, size, strong)
        canvas.disc(coin, size * 0.8, bright)
        canvas.polygon(rotate([(0, -0.5), (0.36, 0), (0, 0.5), (-0.36, 0)], by=0, at=coin, scale=size), strong)


_SHAPES = {
    "fire": _flames,
    "frost": _shards,
    "nature": _leaves,
    "light": _beams,
    "shadow": _coils,
    "wind": _gusts,
    "gold": _coins,
}
