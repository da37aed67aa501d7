"""Beasts and griffins, seen from the front."""

from .canvas import BONE, BRASS, Canvas, Colour, Pair, Point, curve, mix, pair

FURS: tuple[Colour, ...] = (
    (0x7A, 0x62, 0x4A),
    (0x5D, 0x57, 0x55),
    (0x9A, 0x72, 0x44),
    (0x4E, 0x5A, 0x44),
    (0x8A, 0x50, 0x38),
)
FEATHERS: tuple[Colour, ...] = ((0xE9, 0xE2, 0xD2), (0xC9, 0x9B, 0x5A), (0x8F, 0x9B, 0xA8), (0xA8, 0x62, 0x3A))


def draw_wings(canvas: Canvas, *, at: Point, scale: float, colours: Pair) -> None:
    """Draw wings spread to both sides, five feathers each."""
    for feather in range(5):
        drop = feather * 42
        wing = curve(
            [
                (30, 10),
                (130, -120 + drop * 0.6),
                (290 - feather * 30, -150 + drop),
                (220 - feather * 26, -40 + drop),
                (60, 70),
            ]
        )
        shaded = (mix(colours[0], (0, 0, 0), feather * 0.09), mix(colours[1], (0, 0, 0), feather * 0.09))
        canvas.split(wing, shaded, at=at, scale=scale)


def draw_griffin(canvas: Canvas, *, at: Point, scale: float) -> None:
    feathers = pair(FEATHERS[canvas.chance.below(len(FEATHERS))], shade=0.3)
    draw_wings(canvas, at=(at[0], at[1] + 40 * scale), scale=scale * 1.05, colours=feathers)
    body = [(0, -40), *curve([(56, -20), (84, 60), (104, 150), (128, 330)]), (0, 330)]
    canvas.split(body, pair(mix(feathers[1], (0x8A, 0x60, 0x30), 0.5)), at=at, scale=scale)
    for row in range(4):
        for column in range(-2, 3):
            tip = (at[0] + (column * 34 + (row % 2) * 17) * scale, at[1] + (40 + row * 38) * scale)
            canvas.polygon(
                [
                    (tip[0] - 17 * scale, tip[1] - 20 * scale),
                    (tip[0] + 17 * scale, tip[1] - 20 * scale),
                    (tip[0], tip[1] + 16 * scale),
                ],
                mix(feathers[0 if column < 0 else 1], (0, 0, 0), 0.06 * row),
            )
    canvas.split([(34, -132), (66, -190), (70, -110)], feathers, at=at, scale=scale)
    head = [(0, -150), *curve([(44, -146), (76, -104), (74, -50), (46, -6), (0, 14)])]
    canvas.split(head, feathers, at=at, scale=scale)
    canvas.split(
        [(14, -96), (62, -116), (66, -106), (18, -84)], pair(mix(feathers[1], (0, 0, 0), 0.4)), at=at, scale=scale
    )
    _eyes(canvas, at, scale, apart=38, height=-82, colour=(0xF6, 0xC8, 0x3C))
    canvas.split([(0, -84), *curve([(22, -70), (30, -40), (16, -4), (0, 34)])], BRASS, at=at, scale=scale)


def draw_beast(canvas: Canvas, *, at: Point, scale: float, traits: tuple[str, ...]) -> None:
    fur = pair(FURS[canvas.chance.below(len(FURS))], shade=0.3)
    if "winged" in traits:
        draw_wings(canvas, at=(at[0], at[1] + 30 * scale), scale=scale, colours=fur)
    mane = [(0, -150)]
    for tuft in range(7):
        y = -120 + tuft * 62
        mane += [(96 + tuft * 12, y + 10), (76 + tuft * 10, y + 34)]
    canvas.split(
        [*mane, (150, 340), (0, 340)], (mix(fur[0], (0, 0, 0), 0.25), mix(fur[1], (0, 0, 0), 0.3)), at=at, scale=scale
    )
    kind = canvas.choose(traits, "wolf", "bear", "boar")
    ears: dict[str, list[Point]] = {
        "wolf": [(30, -140), (66, -206), (84, -104)],
        "bear": curve([(42, -132), (66, -170), (98, -146), (84, -96)]),
        "boar": [(46, -130), (96, -160), (86, -100)],
    }
    canvas.split(ears[kind], fur, at=at, scale=scale)
    wide = {"wolf": 84, "bear": 100, "boar": 92}[kind]
    canvas.split(
        [(0, -160), *curve([(52, -152), (wide, -96), (wide - 6, -40), (48, 10), (0, 40)])], fur, at=at, scale=scale
    )
    canvas.split([(14, -86), (58, -104), (62, -92), (20, -74)], pair(mix(fur[1], (0, 0, 0), 0.4)), at=at, scale=scale)
    _eyes(canvas, at, scale, apart=40, height=-74, colour=canvas.glow)
    snout = {"wolf": 32, "bear": 40, "boar": 46}[kind]
    canvas.split(
        [(0, -76), *curve([(20, -60), (snout, -14), (snout - 4, 30), (0, 54)])],
        pair(mix(fur[0], (255, 240, 220), 0.22)),
        at=at,
        scale=scale,
    )
    canvas.split([(0, -14), *curve([(20, -14), (24, 0), (0, 14)])], ((28, 24, 24), (14, 12, 12)), at=at, scale=scale)
    teeth = (
        [(10, 34), (16, 58), (22, 32)]
        if kind != "boar"
        else [(30, 36), *curve([(52, 20), (60, -16), (66, 24), (40, 50)])]
    )
    canvas.split(teeth, BONE, at=at, scale=scale)


def _eyes(canvas: Canvas, at: Point, scale: float, *, apart: float, height: float, colour: Colour) -> None:
    for side in (-1, 1):
        eye = (at[0] + side * apart * scale, at[1] + height * scale)
        canvas.disc(eye, 10 * scale, (20, 16, 14))
        canvas.disc(eye, 8 * scale, colour)
        canvas.disc(eye, 3.4 * scale, (10, 10, 10))
