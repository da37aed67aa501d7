"""Weapons and shields, for figures and relics: upright, held at the origin."""

from .canvas import BRASS, IRON, LEATHER, STEEL, WOOD, Canvas, Colour, Pair, Point, curve, mix, rotate

Half = list[Point]

# Right halves, from the axis and back to it; y grows downwards, the hand is at 0.
SWORD_BLADE: Half = [(0, -250), (9, -232), (11, -34), (0, -34)]
SWORD_GUARD: Half = [(0, -40), (44, -44), (50, -34), (46, -26), (0, -24)]
SWORD_GRIP: Half = [(0, -26), (8, -26), (8, 36), (13, 44), (0, 58)]
DAGGER_BLADE: Half = [(0, -120), (9, -100), (10, -20), (0, -20)]
DAGGER_GUARD: Half = [(0, -24), (26, -26), (28, -16), (0, -14)]
DAGGER_GRIP: Half = [(0, -14), (7, -14), (7, 26), (0, 34)]
SHAFT: Half = [(0, -236), (6, -236), (6, 330), (0, 330)]
SPEAR_HEAD: Half = [(0, -316), (17, -262), (8, -232), (0, -226)]
AXE_HEAD: Half = [
    (0, -222),
    (14, -216),
    *curve([(44, -240), (70, -250), (82, -200), (66, -150), (40, -172)]),
    (0, -178),
]
HAMMER_HEAD: Half = [(0, -256), (60, -252), (68, -240), (68, -196), (60, -184), (0, -180)]
STAFF_HEAD: Half = [
    (0, -246),
    (10, -250),
    *curve([(30, -268), (38, -296), (24, -322)]),
    (30, -296),
    (18, -270),
    (0, -232),
]
GUN_BARREL: Half = [(0, -262), (15, -262), (12, -244), (9, -236), (9, -30), (0, -30)]
GUN_STOCK: Half = [(0, -60), (13, -60), (15, 20), (26, 92), (0, 96)]


def draw_arm(canvas: Canvas, arm: str, *, at: Point, tilt: float = 0.0, scale: float = 1.0) -> None:
    """Draw a weapon, held at a point."""
    for half, colours in _PARTS[arm]:
        _split(canvas, half, colours, at=at, tilt=tilt, scale=scale)
    if arm == "staff":
        orb = rotate([(0, -296)], by=tilt, at=at, scale=scale)[0]
        canvas.shine(orb, 90 * scale, canvas.glow, strength=0.9)
        canvas.disc(orb, 17 * scale, mix(canvas.glow, (255, 255, 255), 0.4))
    if arm == "bow":
        _bow(canvas, at=at, tilt=tilt, scale=scale)


def _split(canvas: Canvas, half: Half, colours: Pair, *, at: Point, tilt: float, scale: float) -> None:
    canvas.polygon(rotate([(-x, y) for x, y in half], by=tilt, at=at, scale=scale), colours[0])
    canvas.polygon(rotate(half, by=tilt, at=at, scale=scale), colours[1])


def _bow(canvas: Canvas, *, at: Point, tilt: float, scale: float) -> None:
    limb = curve([(-44, -196), (-18, -150), (22, -70), (26, 0), (22, 70), (-18, 150), (-44, 196)])
    inner = [(x - 13 if abs(y) < 150 else x - 5, y) for x, y in reversed(limb)]
    canvas.line(rotate([(-42, -192), (-42, 192)], by=tilt, at=at, scale=scale), (0xF1, 0xEC, 0xDF), width=2.2)
    canvas.polygon(rotate([*limb, *inner], by=tilt, at=at, scale=scale), WOOD[1])
    canvas.line(rotate(limb, by=tilt, at=at, scale=scale), WOOD[0], width=4)
    canvas.polygon(rotate([(14, -26), (30, -26), (30, 26), (14, 26)], by=tilt, at=at, scale=scale), LEATHER[1])


def draw_shield(canvas: Canvas, *, at: Point, scale: float, field: Colour, shape: str = "kite") -> None:
    half: Half = [(0, -100), *curve([(78, -88), (80, -10), (56, 60), (0, 118)])]
    if shape == "round":
        half = [(0, -96), *curve([(50, -84), (88, -40), (96, 0), (88, 40), (50, 84), (0, 96)])]
    elif shape == "tower":
        half = [(0, -120), (64, -112), (70, 100), (0, 122)]
    canvas.split(half, STEEL, at=at, scale=scale)
    canvas.split(half, (mix(field, (255, 255, 255), 0.14), mix(field, (0, 0, 0), 0.24)), at=at, scale=scale * 0.88)
    boss = mix(canvas.glow, field, 0.25)
    charge = canvas.pick("cross", "bend", "boss")
    if charge == "cross":
        canvas.split(
            [(0, -84), (11, -84), (11, -18), (66, -18), (66, 6), (11, 6), (11, 92), (0, 98)],
            (boss, mix(boss, (0, 0, 0), 0.25)),
            at=at,
            scale=scale * 0.88,
        )
    elif charge == "bend":
        canvas.split(
            [(0, -30), (64, 26), (58, 52), (0, 0)], (boss, mix(boss, (0, 0, 0), 0.25)), at=at, scale=scale * 0.88
        )
    canvas.disc(at, 17 * scale, BRASS[1])
    canvas.disc((at[0] - 2 * scale, at[1] - 2 * scale), 13 * scale, BRASS[0])


_PARTS: dict[str, tuple[tuple[Half, Pair], ...]] = {
    "sword": ((SWORD_BLADE, STEEL), (SWORD_GRIP, LEATHER), (SWORD_GUARD, BRASS)),
    "dagger": ((DAGGER_BLADE, STEEL), (DAGGER_GRIP, LEATHER), (DAGGER_GUARD, IRON)),
    "spear": ((SHAFT, WOOD), (SPEAR_HEAD, STEEL)),
    "javelin": ((SHAFT, WOOD), (SPEAR_HEAD, IRON)),
    "axe": ((SHAFT, WOOD), (AXE_HEAD, STEEL)),
    "hammer": ((SHAFT, WOOD), (HAMMER_HEAD, IRON)),
    "staff": ((SHAFT, WOOD), (STAFF_HEAD, BRASS)),
    "gun": ((GUN_STOCK, WOOD), (GUN_BARREL, IRON)),
    "bow": (),
}
ARMS = tuple(_PARTS)
