"""Buildings, seen from the front, composed of the parts that a scene names."""

from .backgrounds import hills, sky, vignette
from .canvas import BRASS, IRON, STONE, WOOD, Canvas, Colour, Pair, Point, curve, mix, pair

GROUND = 402
LIT: Colour = (0xFF, 0xE0, 0x8F)


def draw(canvas: Canvas, *, traits: tuple[str, ...]) -> None:
    haze = sky(canvas, hour="night" if "night" in traits else "")
    hills(canvas, haze, layers=2, lowest=330, highest=270)
    _town(canvas, haze)
    for part in _BACK_TO_FRONT:
        if part in traits:
            _PARTS[part](canvas)
    if not set(traits) & set(_PARTS):
        _gable(canvas)
    canvas.polygon(
        [(0, GROUND), (canvas.width, GROUND - 6), (canvas.width, canvas.height), (0, canvas.height)],
        mix(canvas.deep, canvas.field, 0.35),
    )
    canvas.polygon(
        [
            (canvas.middle - 50, GROUND - 2),
            (canvas.middle + 50, GROUND - 2),
            (canvas.middle + 150, canvas.height),
            (canvas.middle - 150, canvas.height),
        ],
        mix(STONE[1], canvas.deep, 0.35),
    )
    vignette(canvas)


def _walls(canvas: Canvas) -> Pair:
    return mix(STONE[0], canvas.field, 0.08), mix(STONE[1], canvas.field, 0.16)


def _roof(canvas: Canvas) -> Pair:
    return pair(mix(canvas.field, (0x8A, 0x3F, 0x2A), 0.25))


def _block(canvas: Canvas, *, half: float, top: float, x: float = 0.0, bottom: float = GROUND) -> None:
    canvas.split([(0, top), (half, top), (half, bottom), (0, bottom)], _walls(canvas), at=(canvas.middle + x, 0))


def _window(canvas: Canvas, x: float, y: float, *, wide: float = 12, tall: float = 34) -> None:
    """Draw a lit window with a round top."""
    canvas.box(x - wide - 3, y, x + wide + 3, y + tall + 3, mix(canvas.deep, (0, 0, 0), 0.2))
    canvas.disc((x, y), wide + 3, mix(canvas.deep, (0, 0, 0), 0.2))
    canvas.box(x - wide, y, x + wide, y + tall, LIT)
    canvas.disc((x, y), wide, LIT)
    canvas.line([(x, y - wide), (x, y + tall)], mix(canvas.deep, (0, 0, 0), 0.2), width=2.5)


def _door(canvas: Canvas, x: float, *, half: float = 30, tall: float = 74) -> None:
    top = GROUND - tall
    canvas.disc((x, top), half + 6, STONE[1])
    canvas.box(x - half - 6, top, x + half + 6, GROUND, STONE[1])
    canvas.disc((x, top), half, WOOD[1])
    canvas.box(x - half, top, x + half, GROUND, WOOD[1])
    canvas.box(x - half, top, x, GROUND, WOOD[0])


def _town(canvas: Canvas, haze: Colour) -> None:
    """Draw distant roofs."""
    colour = mix(haze, mix(canvas.field, canvas.deep, 0.4), 0.6)
    x = -20.0
    while x < canvas.width:
        wide, tall = canvas.between(34, 74), canvas.between(40, 130)
        top = GROUND - tall
        canvas.box(x, top, x + wide, GROUND, colour)
        canvas.polygon(
            [(x - 5, top), (x + wide / 2, top - canvas.between(14, 56)), (x + wide + 5, top)],
            mix(colour, (0, 0, 0), 0.12),
        )
        x += wide + canvas.between(-8, 22)


def _gable(canvas: Canvas) -> None:
    _block(canvas, half=150, top=236)
    canvas.split([(0, 128), (176, 246), (0, 246)], _roof(canvas), at=(canvas.middle, 0))
    for x in (-98, -40, 40, 98):
        _window(canvas, canvas.middle + x, 270, tall=30)
    _door(canvas, canvas.middle)


def _tower(canvas: Canvas) -> None:
    _block(canvas, half=52, top=116)
    canvas.split([(0, 14), (66, 122), (0, 122)], _roof(canvas), at=(canvas.middle, 0))
    canvas.line([(canvas.middle, 18), (canvas.middle, -10)], IRON[1], width=4)
    _window(canvas, canvas.middle, 156, tall=40)


def _clock(canvas: Canvas) -> None:
    centre = (canvas.middle, 176.0)
    canvas.disc(centre, 40, BRASS[1])
    canvas.disc(centre, 33, (0xFB, 0xF4, 0xDF))
    canvas.line([centre, (centre[0], centre[1] - 24)], canvas.deep, width=4)
    canvas.line([centre, (centre[0] + 17, centre[1] + 8)], canvas.deep, width=4)


def _columns(canvas: Canvas) -> None:
    walls = _walls(canvas)
    _block(canvas, half=190, top=226)
    canvas.split(
        [(0, 226), (180, 226), (180, GROUND), (0, GROUND)],
        (mix(canvas.deep, walls[1], 0.3), mix(canvas.deep, walls[1], 0.2)),
        at=(canvas.middle, 0),
    )
    _door(canvas, canvas.middle, half=34, tall=96)
    for x in (-168, -112, -58, 58, 112, 168):
        canvas.box(canvas.middle + x - 14, 226, canvas.middle + x, GROUND, walls[0])
        canvas.box(canvas.middle + x, 226, canvas.middle + x + 14, GROUND, walls[1])
    canvas.split([(0, 138), (214, 214), (214, 232), (0, 232)], walls, at=(canvas.middle, 0))
    canvas.split([(0, 158), (150, 212), (0, 212)], canvas.cloth, at=(canvas.middle, 0))
    canvas.split([(0, GROUND - 14), (222, GROUND - 14), (232, GROUND), (0, GROUND)], walls, at=(canvas.middle, 0))


def _dome(canvas: Canvas) -> None:
    half = [(0, 44), *curve([(34, 52), (88, 96), (100, 170)]), (0, 170)]
    canvas.split(half, pair(mix(canvas.field, BRASS[0], 0.3)), at=(canvas.middle, 0))
    canvas.split([(0, 6), (7, 14), (4, 46), (0, 46)], BRASS, at=(canvas.middle, 0))
    _block(canvas, half=108, top=166, bottom=260)


def _arches(canvas: Canvas) -> None:
    """Draw an arena with two storeys of arches."""
    walls = _walls(canvas)
    canvas.split(
        [(0, 208), *curve([(120, 202), (240, 214), (266, 240)]), (266, GROUND), (0, GROUND)],
        walls,
        at=(canvas.middle, 0),
    )
    for storey, top in ((0, 246), (1, 326)):
        for number in range(-4, 5):
            x = canvas.middle + number * 56
            canvas.disc((x, top), 19, LIT if (number + storey) % 3 == 0 else canvas.deep)
            canvas.box(x - 19, top, x + 19, top + 48, LIT if (number + storey) % 3 == 0 else canvas.deep)
    for number in (-4, -2, 0, 2, 4):
        _flag(canvas, (canvas.middle + number * 56, 208))


def _flag(canvas: Canvas, foot: Point, *, tall: float = 66) -> None:
    x, y = foot
    canvas.line([(x, y), (x, y - tall)], WOOD[1], width=4)
    wave = [
        (x, y - tall),
        *curve([(x + 18, y - tall - 5), (x + 32, y - tall + 5), (x + 50, y - tall)]),
        (x + 40, y - tall + 14),
        (x + 50, y - tall + 28),
        (x, y - tall + 28),
    ]
    canvas.polygon(wave, canvas.cloth[0])


def _banners(canvas: Canvas) -> None:
    for x in (-120, 120):
        at = (canvas.middle + x, 254)
        canvas.split([(0, 0), (28, 0), (28, 96), (0, 76)], canvas.cloth, at=at)
        canvas.split([(0, 24), (14, 38), (0, 54)], BRASS, at=at)
        canvas.box(at[0] - 34, 248, at[0] + 34, 256, WOOD[1])


def _battlements(canvas: Canvas) -> None:
    walls = _walls(canvas)
    for x in (-190, 190):
        _block(canvas, half=54, top=176, x=x)
        for step in (-42, -14, 14, 42):
            canvas.box(
                canvas.middle + x + step - 9, 156, canvas.middle + x + step + 9, 180, walls[0 if step < 0 else 1]
            )
        _window(canvas, canvas.middle + x, 220)
        _flag(canvas, (canvas.middle + x, 160))
    _block(canvas, half=146, top=228)
    for step in range(-5, 6):
        canvas.box(canvas.middle + step * 27 - 9, 208, canvas.middle + step * 27 + 9, 232, walls[0 if step < 0 else 1])
    _door(canvas, canvas.middle, half=42, tall=92)


def _chimney(canvas: Canvas, *, x: float = 104.0) -> None:
    at = canvas.middle + x
    canvas.box(at - 20, 108, at, 250, STONE[0])
    canvas.box(at, 108, at + 20, 250, STONE[1])
    canvas.box(at - 25, 102, at + 25, 116, STONE[1])
    for puff in range(6):
        canvas.disc((at + puff * 15, 92 - puff * 17), 15 + puff * 6, (236, 234, 228), opacity=150 - puff * 20)


def _chimneys(canvas: Canvas) -> None:
    _gable(canvas)
    for x in (-132.0, -62.0, 62.0, 132.0):
        _chimney(canvas, x=x)


def _forge(canvas: Canvas) -> None:
    centre = (canvas.middle, GROUND - 40.0)
    canvas.shine(centre, 150, (0xFF, 0x9A, 0x3C), strength=0.95)
    canvas.disc(centre, 34, (0xFF, 0xC1, 0x55))
    canvas.box(centre[0] - 34, centre[1], centre[0] + 34, GROUND, (0xFF, 0xC1, 0x55))
    anvil = [(0, -8), (34, -8), (30, 4), (10, 10), (10, 24), (24, 34), (0, 34)]
    canvas.split(anvil, (IRON[1], (0x2A, 0x2E, 0x32)), at=(centre[0], GROUND - 34))


def _sign(canvas: Canvas) -> None:
    x = canvas.middle - 196
    canvas.line([(x + 60, 250), (x - 10, 250)], IRON[1], width=5)
    canvas.box(x - 32, 262, x + 32, 316, WOOD[1])
    canvas.box(x - 27, 267, x + 27, 311, WOOD[0])
    canvas.split([(0, 0), (13, 0), (10, 28), (0, 28)], BRASS, at=(x, 275))


def _palisade(canvas: Canvas) -> None:
    for number in range(-9, 10):
        x = canvas.middle + number * 30
        top = 264 + canvas.between(-8, 8)
        canvas.polygon([(x - 13, GROUND), (x - 13, top), (x, top - 26), (x, GROUND)], WOOD[0])
        canvas.polygon([(x + 13, GROUND), (x + 13, top), (x, top - 26), (x, GROUND)], WOOD[1])
    canvas.box(canvas.middle - 290, 300, canvas.middle + 290, 312, mix(WOOD[1], (0, 0, 0), 0.2))
    _block(canvas, half=44, top=214)
    canvas.split([(0, 150), (62, 220), (0, 220)], _roof(canvas), at=(canvas.middle, 0))
    _window(canvas, canvas.middle, 250)


def _targets(canvas: Canvas) -> None:
    for x in (-170, 170):
        centre = (canvas.middle + x, 336.0)
        canvas.line([(centre[0] - 40, GROUND), (centre[0], 290), (centre[0] + 40, GROUND)], WOOD[1], width=8)
        for ring, colour in enumerate((canvas.cloth[1], (250, 244, 230), canvas.cloth[0], (250, 244, 230), BRASS[0])):
            canvas.disc(centre, 52 - ring * 10.5, colour)
        canvas.line([(centre[0] + 4, centre[1]), (centre[0] + 60, centre[1] - 26)], WOOD[0], width=4)


def _spire(canvas: Canvas) -> None:
    """Draw a tower with a pointed roof between two smaller ones."""
    for x, top in ((-120, 236), (120, 258)):
        _block(canvas, half=36, top=top, x=x)
        canvas.split([(0, top - 92), (48, top + 4), (0, top + 4)], _roof(canvas), at=(canvas.middle + x, 0))
        _window(canvas, canvas.middle + x, top + 36, wide=9, tall=26)
    _block(canvas, half=72, top=196)
    canvas.split([(0, 20), *curve([(16, 80), (44, 150), (90, 204)]), (0, 204)], _roof(canvas), at=(canvas.middle, 0))
    _window(canvas, canvas.middle - 32, 236)
    _window(canvas, canvas.middle + 32, 236)
    _door(canvas, canvas.middle)


def _orb(canvas: Canvas) -> None:
    centre = (canvas.middle, 26.0)
    canvas.shine(centre, 130, canvas.glow)
    canvas.disc(centre, 16, (255, 250, 228))


def _coins(canvas: Canvas) -> None:
    for number in range(16):
        x = canvas.middle - 250 + canvas.between(0, 90) + (400 if number % 2 else 0)
        y = GROUND + 8 - (number // 2) * 7
        canvas.disc((x, y), 17, BRASS[1], squash=0.45)
        canvas.disc((x - 1, y - 4), 16, BRASS[0], squash=0.45)


def _lighthouse(canvas: Canvas) -> None:
    walls = _walls(canvas)
    canvas.polygon([(canvas.middle, 96), (0, 30), (0, 120)], LIT, opacity=120)
    canvas.polygon([(canvas.middle, 96), (canvas.width, 60), (canvas.width, 150)], LIT, opacity=120)
    canvas.split([(0, 132), (46, 132), (84, GROUND), (0, GROUND)], walls, at=(canvas.middle, 0))
    for top in (190, 290):
        canvas.split(
            [(0, top), (46 + (top - 132) * 0.14, top), (46 + (top - 90) * 0.14, top + 44), (0, top + 44)],
            canvas.cloth,
            at=(canvas.middle, 0),
        )
    canvas.shine((canvas.middle, 96), 170, LIT)
    canvas.split([(0, 66), (34, 66), (34, 126), (0, 126)], (LIT, mix(LIT, BRASS[1], 0.4)), at=(canvas.middle, 0))
    canvas.split([(0, 24), (46, 70), (0, 70)], _roof(canvas), at=(canvas.middle, 0))
    canvas.split([(0, 124), (58, 124), (58, 136), (0, 136)], IRON, at=(canvas.middle, 0))
    _door(canvas, canvas.middle, half=24, tall=60)


def _crag(canvas: Canvas) -> None:
    rock = [(0, 200), (60, 210), (96, 270), (170, 300), (220, GROUND), (0, GROUND)]
    canvas.split(rock, pair(mix(STONE[1], canvas.deep, 0.3)), at=(canvas.middle, 0))


_PARTS = {
    "crag": _crag, "arches": _arches, "battlements": _battlements, "palisade": _palisade, "dome": _dome,
    "spire": _spire, "tower": _tower, "chimney": _chimney, "chimneys": _chimneys, "gable": _gable, "columns": _columns,
    "clock": _clock, "lighthouse": _lighthouse, "banners": _banners, "forge": _forge, "sign": _sign,
    "targets": _targets, "orb": _orb, "coins": _coins,
}  # fmt: skip
_BACK_TO_FRONT = tuple(_PARTS)
