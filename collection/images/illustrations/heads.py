"""Heads of figures, and headgear.

The chin is at the origin, the crown 130 above it.
"""

from .canvas import BONE, BRASS, IRON, LEATHER, STEEL, WOOD, Canvas, Colour, Pair, Point, curve, mix, pair

SKINS: dict[str, tuple[Colour, ...]] = {
    "human": ((0xE3, 0xB4, 0x8E), (0xC6, 0x8D, 0x64), (0x93, 0x61, 0x40), (0xF0, 0xC9, 0xA6)),
    "dwarf": ((0xD9, 0xA0, 0x7B), (0xE3, 0xB4, 0x8E)),
    "elf": ((0xEE, 0xD2, 0xB6), (0xC9, 0xA7, 0x8A), (0xB9, 0xC0, 0xC9)),
    "orc": ((0x7D, 0x92, 0x52), (0x6B, 0x7F, 0x5B)),
    "goblin": ((0x9A, 0xA8, 0x4A), (0x86, 0x9C, 0x5E)),
}
HAIR: tuple[Colour, ...] = (
    (0x3A, 0x2A, 0x20),
    (0x8A, 0x4B, 0x22),
    (0xC9, 0x9B, 0x4A),
    (0x9A, 0x9A, 0x98),
    (0x1E, 0x1C, 0x22),
)

SKULL = [(0, -128), *curve([(26, -124), (48, -96), (50, -62), (42, -26), (20, -2), (0, 4)])]
NECK = [(0, -30), (27, -30), (32, 34), (0, 40)]


def draw_head(canvas: Canvas, people: str, *, at: Point, scale: float, wears: str) -> None:
    if people == "undead":
        _skull(canvas, at, scale)
    elif people == "stand":
        # A wooden head in an armoury.
        canvas.split(NECK, WOOD, at=at, scale=scale)
        canvas.split(SKULL, WOOD, at=at, scale=scale)
    elif people == "construct":
        _boiler(canvas, at, scale)
        return
    elif people == "spirit":
        _spirit(canvas, at, scale)
        return
    else:
        _face(canvas, people, at, scale, bare=wears in ("hair", "crown", "band"))
    _WORN[wears](canvas, at, scale)


def _face(canvas: Canvas, people: str, at: Point, scale: float, *, bare: bool) -> None:
    skins = SKINS.get(people, SKINS["human"])
    skin = pair(skins[canvas.chance.below(len(skins))], light=0.1, shade=0.22)
    hair = HAIR[canvas.chance.below(len(HAIR))]
    if bare:
        _hair(canvas, at, scale, hair, long=people == "elf" or canvas.chance.below(2) == 0)
    canvas.split(NECK, pair(skin[1], light=0.0, shade=0.2), at=at, scale=scale)
    if people == "elf":
        canvas.split([(40, -74), (78, -104), (44, -46)], skin, at=at, scale=scale)
    if people == "goblin":
        canvas.split([(40, -78), (112, -98), (96, -66), (44, -40)], skin, at=at, scale=scale)
    canvas.split(SKULL, skin, at=at, scale=scale)
    if people == "orc":
        canvas.split([(0, -34), (44, -40), (46, -8), (28, 10), (0, 14)], skin, at=at, scale=scale)
    _features(canvas, people, at, scale, skin, hair)
    if bare:
        canvas.split(
            [(0, -132), *curve([(30, -130), (54, -100), (52, -70), (38, -92), (0, -102)])],
            pair(hair),
            at=at,
            scale=scale,
        )


def _features(canvas: Canvas, people: str, at: Point, scale: float, skin: Pair, hair: Colour) -> None:
    x, y = at
    dark = mix(skin[1], (0, 0, 0), 0.55)
    canvas.split([(10, -74), (36, -80), (37, -74), (11, -67)], (dark, dark), at=at, scale=scale)
    for side in (-1, 1):
        canvas.disc(
            (x + side * 22 * scale, y - 62 * scale),
            5.5 * scale,
            (250, 248, 240) if people != "goblin" else (0xF2, 0xD0, 0x4A),
        )
        canvas.disc((x + side * 22 * scale, y - 62 * scale), 3 * scale, (20, 20, 24))
    canvas.polygon(
        [(x, y - 70 * scale), (x + 11 * scale, y - 36 * scale), (x, y - 33 * scale)], mix(skin[1], (0, 0, 0), 0.14)
    )
    canvas.split([(0, -20), (18, -21), (12, -16), (0, -15)], (dark, dark), at=at, scale=scale)
    if people == "orc":
        canvas.split([(14, -14), (22, -38), (25, -12)], BONE, at=at, scale=scale)
    bearded = people == "dwarf" or (people == "human" and canvas.chance.below(5) < 2)
    if bearded:
        length = 86 if people == "dwarf" else 26
        beard = [(0, -26), (18, -30), *curve([(44, -50), (50, -14), (36, length * 0.6), (0, length)])]
        canvas.split(beard, pair(hair), at=at, scale=scale)
        canvas.split([(0, -16), (13, -19), (9, -12), (0, -11)], (dark, dark), at=at, scale=scale)


def _hair(canvas: Canvas, at: Point, scale: float, hair: Colour, *, long: bool) -> None:
    foot = 70 if long else -14
    canvas.split(
        [(0, -134), *curve([(36, -130), (62, -92), (62, -30), (56, foot)]), (0, foot)],
        pair(hair, shade=0.4),
        at=at,
        scale=scale,
    )


def _skull(canvas: Canvas, at: Point, scale: float) -> None:
    canvas.split([(0, -20), (14, -20), (14, 40), (0, 40)], BONE, at=at, scale=scale)
    canvas.split(
        [(0, -128), *curve([(30, -124), (52, -94), (50, -58), (34, -40), (30, -6)]), (0, 0)], BONE, at=at, scale=scale
    )
    x, y = at
    for side in (-1, 1):
        canvas.disc((x + side * 21 * scale, y - 62 * scale), 14 * scale, (0x1A, 0x16, 0x16))
        canvas.disc((x + side * 21 * scale, y - 62 * scale), 4.5 * scale, canvas.glow)
    canvas.split([(0, -46), (7, -32), (0, -32)], ((0x1A, 0x16, 0x16), (0x1A, 0x16, 0x16)), at=at, scale=scale)
    for tooth in range(-3, 4):
        canvas.line([(x + tooth * 7 * scale, y - 18 * scale), (x + tooth * 7 * scale, y - 4 * scale)], BONE[1], width=2)


def _boiler(canvas: Canvas, at: Point, scale: float) -> None:
    """Draw an iron head with one lit eye and two chimneys."""
    canvas.split([(22, -170), (38, -170), (38, -96), (22, -96)], IRON, at=at, scale=scale)
    canvas.split([(0, -132), *curve([(40, -128), (62, -96), (64, -30)]), (58, 6), (0, 6)], BRASS, at=at, scale=scale)
    canvas.split([(0, -52), (64, -52), (64, -40), (0, -40)], IRON, at=at, scale=scale)
    x, y = at
    canvas.shine((x, y - 80 * scale), 60 * scale, canvas.glow, strength=0.9)
    canvas.disc((x, y - 80 * scale), 22 * scale, IRON[1])
    canvas.disc((x, y - 80 * scale), 15 * scale, (255, 244, 205))
    for bar in range(-3, 4):
        canvas.line(
            [(x + bar * 14 * scale, y - 28 * scale), (x + bar * 14 * scale, y - 8 * scale)], IRON[1], width=4 * scale
        )
    for puff in range(4):
        for side in (-1, 1):
            canvas.disc(
                (x + side * (30 + puff * 9) * scale, y - (184 + puff * 22) * scale),
                (13 + puff * 6) * scale,
                (240, 240, 236),
                opacity=120 - puff * 26,
            )


def _spirit(canvas: Canvas, at: Point, scale: float) -> None:
    x, y = at
    canvas.shine((x, y - 60 * scale), 210 * scale, canvas.glow, strength=0.7)
    pale = mix(canvas.field, (235, 250, 255), 0.72)
    canvas.split(
        [(0, -150), *curve([(34, -138), (64, -92), (66, -30), (86, 30)]), (0, 50)],
        pair(pale, shade=0.16),
        at=at,
        scale=scale,
    )
    canvas.split(
        [(0, -110), *curve([(30, -100), (38, -60), (20, -8), (0, 6)])],
        pair(mix(canvas.deep, canvas.field, 0.4), light=0.05),
        at=at,
        scale=scale,
    )
    for side in (-1, 1):
        canvas.disc((x + side * 15 * scale, y - 58 * scale), 7 * scale, (255, 255, 255))


# --- headgear
def _bare(canvas: Canvas, at: Point, scale: float) -> None:
    """Draw nothing: the head shows its hair."""


def _band(canvas: Canvas, at: Point, scale: float) -> None:
    canvas.split([(0, -104), (50, -94), (50, -82), (0, -90)], canvas.cloth, at=at, scale=scale)


def _great_helm(canvas: Canvas, at: Point, scale: float) -> None:
    canvas.split([(0, -140), *curve([(34, -134), (56, -112), (58, -70)]), (52, 8), (0, 22)], STEEL, at=at, scale=scale)
    canvas.split(
        [(0, -74), (46, -72), (46, -60), (8, -56), (8, -8), (0, -6)], ((24, 24, 28), (14, 14, 18)), at=at, scale=scale
    )
    canvas.split([(0, -140), (6, -140), (6, -76), (0, -76)], BRASS, at=at, scale=scale)
    for hole in range(3):
        canvas.split(
            [(20, -40 + hole * 14), (34, -40 + hole * 14), (34, -36 + hole * 14), (20, -36 + hole * 14)],
            ((40, 42, 46), (30, 32, 36)),
            at=at,
            scale=scale,
        )


def _open_helm(canvas: Canvas, at: Point, scale: float) -> None:
    """Draw a legionary's helmet with crest, brow and cheek plates."""
    canvas.split([(0, -186), *curve([(18, -182), (24, -150), (20, -120)]), (0, -116)], canvas.cloth, at=at, scale=scale)
    canvas.split(
        [(0, -140), *curve([(36, -134), (58, -104), (58, -60)]), (56, 0), (34, 10), (38, -40), (50, -78), (0, -88)],
        STEEL,
        at=at,
        scale=scale,
    )
    canvas.split([(0, -94), (54, -84), (54, -76), (0, -86)], BRASS, at=at, scale=scale)


def _kettle(canvas: Canvas, at: Point, scale: float) -> None:
    canvas.split([(0, -148), *curve([(34, -142), (50, -110), (52, -88)]), (0, -84)], IRON, at=at, scale=scale)
    canvas.split([(0, -98), (50, -94), (86, -76), (84, -68), (0, -80)], STEEL, at=at, scale=scale)


def _horned(canvas: Canvas, at: Point, scale: float) -> None:
    canvas.split(
        [(44, -112), *curve([(74, -116), (96, -146), (96, -186), (112, -140), (92, -98), (48, -86)])],
        BONE,
        at=at,
        scale=scale,
    )
    canvas.split([(0, -144), *curve([(36, -136), (56, -106), (56, -80)]), (0, -86)], IRON, at=at, scale=scale)
    canvas.split([(0, -96), (8, -92), (8, -44), (0, -38)], IRON, at=at, scale=scale)


def _hood(canvas: Canvas, at: Point, scale: float) -> None:
    dark = pair(mix(canvas.deep, (0, 0, 0), 0.2), light=0.03)
    canvas.split([(0, -112), *curve([(34, -106), (46, -70), (44, -52), (36, -46)]), (0, -48)], dark, at=at, scale=scale)
    outside = curve([(30, -150), (66, -104), (70, -40), (84, 44)])
    inside = curve([(46, -20), (46, -66), (30, -100), (0, -112)])
    canvas.split([(0, -166), *outside, (44, 40), *inside], canvas.cloth, at=at, scale=scale)
    x, y = at
    for side in (-1, 1):
        canvas.disc((x + side * 19 * scale, y - 62 * scale), 4 * scale, canvas.glow)


def _hat(canvas: Canvas, at: Point, scale: float) -> None:
    """Draw a hat with a broad brim and a feather."""
    canvas.split([(0, -156), *curve([(32, -152), (48, -120), (50, -92)]), (0, -88)], LEATHER, at=at, scale=scale)
    canvas.split([(0, -100), (54, -98), (104, -112), (96, -88), (50, -78), (0, -80)], LEATHER, at=at, scale=scale)
    canvas.split([(0, -110), (50, -106), (50, -96), (0, -98)], canvas.cloth, at=at, scale=scale)
    x, y = at
    feather = curve([(40, -104), (88, -150), (134, -164), (116, -132), (60, -100)])
    canvas.polygon([(x + dx * scale, y + dy * scale) for dx, dy in feather], mix(canvas.glow, (255, 255, 255), 0.2))


def _mage(canvas: Canvas, at: Point, scale: float) -> None:
    x, y = at
    cone = [(-52, -96), (-20, -190), (26, -238), (20, -190), (52, -92), (0, -84)]
    canvas.polygon([(x + dx * scale, y + dy * scale) for dx, dy in cone], canvas.cloth[1])
    canvas.polygon(
        [(x + dx * scale, y + dy * scale) for dx, dy in [(-52, -96), (-20, -190), (26, -238), (0, -160), (0, -84)]],
        canvas.cloth[0],
    )
    canvas.split([(0, -102), (54, -100), (92, -86), (84, -76), (0, -84)], canvas.cloth, at=at, scale=scale)


def _crown(canvas: Canvas, at: Point, scale: float) -> None:
    canvas.split(
        [(0, -152), (10, -122), (28, -146), (36, -118), (56, -138), (54, -92), (0, -102)], BRASS, at=at, scale=scale
    )
    x, y = at
    canvas.disc((x, y - 112 * scale), 7 * scale, canvas.cloth[0])


_WORN = {
    "hair": _bare,
    "band": _band,
    "great_helm": _great_helm,
    "open_helm": _open_helm,
    "kettle": _kettle,
    "horned": _horned,
    "hood": _hood,
    "hat": _hat,
    "mage": _mage,
    "crown": _crown,
}
WORN = tuple(_WORN)
