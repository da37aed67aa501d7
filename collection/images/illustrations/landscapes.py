"""Landscapes: woods, rocks, ruins, barricades, wells."""

from .backgrounds import hills, sky, vignette
from .canvas import BRASS, STONE, WOOD, Canvas, Colour, Point, curve, mix, pair, rotate

LEAVES: tuple[Colour, ...] = ((0x3E, 0x6B, 0x4A), (0x2F, 0x5A, 0x46), (0x55, 0x77, 0x3F))


def draw(canvas: Canvas, *, traits: tuple[str, ...]) -> None:
    haze = sky(canvas)
    hills(canvas, haze)
    if "ruins" in traits:
        _ruins(canvas)
    elif "impassable" in traits and "blocks_sight" in traits:
        _rocks(canvas)
    elif "impassable" in traits and "defence_against_ranged" in traits:
        _barricade(canvas)
    elif "impassable" in traits:
        _well(canvas)
    else:
        _woods(canvas)
    vignette(canvas)


def _woods(canvas: Canvas) -> None:
    trees = sorted((canvas.between(300, 430), canvas.between(-20, canvas.width + 20)) for _ in range(34))
    for foot, x in trees:
        near = (foot - 300) / 130
        _fir(
            canvas,
            (x, foot),
            tall=110 + 150 * near,
            colour=mix(LEAVES[canvas.chance.below(3)], canvas.deep, 0.45 - 0.4 * near),
        )


def _fir(canvas: Canvas, foot: Point, *, tall: float, colour: Colour) -> None:
    canvas.split([(0, -tall * 0.2), (tall * 0.035, -tall * 0.2), (tall * 0.04, 0), (0, 0)], WOOD, at=foot)
    for tier in range(4):
        low, wide = -tall * (0.14 + tier * 0.2), tall * (0.27 - tier * 0.05)
        canvas.split([(0, low - tall * 0.34), (wide, low), (0, low - tall * 0.05)], pair(colour), at=foot)


def _rocks(canvas: Canvas) -> None:
    for foot in (380.0, 405.0, 440.0):
        for _ in range(3):
            x, wide, tall = canvas.between(80, canvas.width - 80), canvas.between(60, 130), canvas.between(110, 240)
            _rock(canvas, (x, foot), wide=wide, tall=tall * (1.25 - (foot - 380) / 130))


def _rock(canvas: Canvas, foot: Point, *, wide: float, tall: float) -> None:
    x, y = foot
    peak = x + canvas.between(-wide * 0.3, wide * 0.3)
    material = pair(mix(STONE[1], canvas.deep, 0.12))
    canvas.polygon(
        [(x - wide, y), (x - wide * 0.75, y - tall * 0.55), (peak, y - tall), (x + wide * 0.1, y)], material[0]
    )
    canvas.polygon(
        [(x + wide, y), (x + wide * 0.7, y - tall * 0.6), (peak, y - tall), (x + wide * 0.1, y)], material[1]
    )
    canvas.polygon(
        [(peak, y - tall), (x - wide * 0.2, y - tall * 0.4), (x + wide * 0.1, y)],
        mix(material[0], (255, 255, 255), 0.15),
    )


def _ruins(canvas: Canvas) -> None:
    canvas.polygon(
        [
            (0, 400),
            *curve([(0, 400), (200, 388), (500, 396), (canvas.width, 386)]),
            (canvas.width, canvas.height),
            (0, canvas.height),
        ],
        mix(canvas.deep, canvas.field, 0.4),
    )
    arch = canvas.middle + canvas.between(-120, 120)
    for side in (-1, 1):
        _pillar(canvas, (arch + side * 92, 404), tall=210, broken=False)
    canvas.polygon(
        [
            (arch - 120, 200),
            (arch + 30, 168),
            (arch + 64, 190),
            (arch + 118, 186),
            (arch + 118, 214),
            (arch - 120, 222),
        ],
        STONE[1],
    )
    for _ in range(5):
        _pillar(
            canvas,
            (canvas.between(40, canvas.width - 40), canvas.between(398, 430)),
            tall=canvas.between(50, 170),
            broken=True,
        )
    canvas.shine((arch, 330), 90, canvas.glow, strength=0.8)
    for _ in range(16):
        at, scale = (canvas.between(0, canvas.width), canvas.between(405, 445)), canvas.between(6, 18)
        rubble = [(0.0, 0.0), (1.0, -1.0), (2.0, -0.4), (1.6, 0.3)]
        canvas.polygon(rotate(rubble, by=0, at=at, scale=scale), STONE[1])


def _pillar(canvas: Canvas, foot: Point, *, tall: float, broken: bool) -> None:
    x, y = foot
    lean = canvas.between(-14, 14) if broken else 0.0
    canvas.polygon([(x - 19, y), (x - 17, y - tall), (x, y - tall + lean), (x, y)], STONE[0])
    canvas.polygon([(x + 19, y), (x + 17, y - tall + lean * 1.6), (x, y - tall + lean), (x, y)], STONE[1])
    canvas.box(x - 27, y - 14, x + 27, y, STONE[1])
    if not broken:
        canvas.box(x - 27, y - tall - 12, x + 27, y - tall + 6, STONE[0])


def _barricade(canvas: Canvas) -> None:
    for number in range(13):
        x = 30 + number * 53
        tip = x + canvas.between(24, 50)
        top = canvas.between(200, 262)
        canvas.polygon([(x - 13, 430), (tip, top), (x + 3, 430)], WOOD[0])
        canvas.polygon([(x + 3, 430), (tip, top), (x + 17, 430)], WOOD[1])
    for y in (330, 384):
        canvas.polygon(
            [(0, y), (canvas.width, y - 10), (canvas.width, y + 10), (0, y + 20)], mix(WOOD[1], (0, 0, 0), 0.2)
        )
    for number in range(7):
        canvas.line([(60 + number * 94, 318), (84 + number * 94, 352)], (0xD9, 0xC7, 0x9A), width=7)


def _well(canvas: Canvas) -> None:
    centre = (canvas.middle, 366.0)
    canvas.shine((centre[0], 320), 250, canvas.glow, strength=0.85)
    for step, wide in enumerate((212, 176, 140)):
        canvas.split([(0, 0), (wide, 0), (wide + 14, 30), (0, 30)], STONE, at=(centre[0], centre[1] + 44 - step * 26))
    canvas.split([(0, -62), (84, -62), (96, -40), (84, 10), (0, 16)], STONE, at=centre)
    canvas.disc((centre[0], centre[1] - 60), 84, mix(canvas.deep, (0, 0, 0), 0.3), squash=0.26)
    canvas.disc((centre[0], centre[1] - 58), 68, canvas.glow, squash=0.22)
    for _number in range(11):
        mote = (centre[0] + canvas.between(-100, 100), centre[1] - canvas.between(80, 260))
        canvas.disc(mote, canvas.between(2, 5), (255, 252, 232), opacity=200)
    for side in (-1, 1):
        x = centre[0] + side * 230
        canvas.line([(x, 420), (x, 250)], BRASS[1], width=8)
        canvas.shine((x, 236), 70, canvas.glow)
        canvas.split([(0, -34), *curve([(16, -8), (12, 14)]), (0, 18)], ((255, 232, 150), (255, 196, 90)), at=(x, 232))
