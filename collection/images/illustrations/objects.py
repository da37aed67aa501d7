"""Single objects on rays of light: weapons, armour, shields, helmets, treasure."""

from .arms import draw_arm, draw_shield
from .backgrounds import rays, vignette
from .canvas import BONE, BRASS, LEATHER, STEEL, WOOD, Canvas, Point, curve, mix, pair
from .heads import draw_head


def draw(canvas: Canvas, *, traits: tuple[str, ...]) -> None:
    centre = (canvas.middle, canvas.height / 2)
    rays(canvas, centre=centre, inner=canvas.glow, outer=mix(canvas.field, canvas.deep, 0.25))
    vignette(canvas)
    kind = next((trait for trait in traits if trait in _OBJECTS), "treasure")
    _OBJECTS[kind](canvas, centre, traits)
    for _ in range(14):
        canvas.disc(
            (canvas.between(40, canvas.width - 40), canvas.between(30, 420)),
            canvas.between(1, 3.5),
            (255, 250, 224),
            opacity=180,
        )


def _melee(canvas: Canvas, centre: Point, traits: tuple[str, ...]) -> None:
    arm = canvas.choose(traits, "sword", "hammer", "axe", "spear")
    scale = 1.2 if arm == "sword" else 1.0
    draw_arm(canvas, arm, at=(centre[0] - 62, centre[1] + 118), tilt=32, scale=scale)


def _ranged(canvas: Canvas, centre: Point, traits: tuple[str, ...]) -> None:
    arm = canvas.choose(traits, "bow", "gun", "javelin", "staff", "dagger")
    if arm == "bow":
        draw_arm(canvas, "javelin", at=(centre[0] - 20, centre[1] + 60), tilt=122, scale=0.62)
        draw_arm(canvas, "bow", at=(centre[0] + 20, centre[1]), tilt=32, scale=1.1)
        return
    for tilt in (-30, 30):
        draw_arm(
            canvas, arm, at=(centre[0] - tilt * 3.2, centre[1] + 130), tilt=tilt, scale=1.9 if arm == "dagger" else 1.05
        )


def _armour(canvas: Canvas, centre: Point, traits: tuple[str, ...]) -> None:
    material = {"steel": STEEL, "leather": LEATHER, "brass": BRASS}[canvas.choose(traits, "steel", "leather", "brass")]
    at = (centre[0], centre[1] - 10)
    canvas.split([(64, -118), *curve([(112, -150), (168, -110), (172, -40), (120, -44), (84, -90)])], material, at=at)
    chest = [(0, -98), (30, -112), (72, -140), *curve([(110, -110), (112, -20), (92, 60), (104, 150)]), (0, 172)]
    canvas.split(chest, material, at=at)
    canvas.split(
        [(0, -98), (30, -112), (46, -124), (30, -66), (0, -50)],
        (mix(canvas.deep, (0, 0, 0), 0.2), mix(canvas.deep, (0, 0, 0), 0.4)),
        at=at,
    )
    canvas.split([(0, -40), (11, -44), (11, 164), (0, 170)], BRASS, at=at)
    for row in (48, 88, 128):
        canvas.split([(0, row), (98, row - 8), (99, row), (0, row + 8)], pair(mix(material[1], (0, 0, 0), 0.3)), at=at)
    canvas.split([(0, -20), (22, 4), (0, 30)], canvas.cloth, at=at)


def _shield(canvas: Canvas, centre: Point, traits: tuple[str, ...]) -> None:
    draw_shield(canvas, at=centre, scale=1.7, field=canvas.field, shape=canvas.choose(traits, "kite", "round", "tower"))


def _helmet(canvas: Canvas, centre: Point, traits: tuple[str, ...]) -> None:
    helm = canvas.choose(traits, "great_helm", "open_helm", "kettle", "horned", "crown", "hood")
    canvas.split([(0, 20), *curve([(70, 20), (120, 50), (134, 110)]), (0, 110)], WOOD, at=(centre[0], centre[1] + 90))
    draw_head(canvas, "stand", at=(centre[0], centre[1] + 110), scale=1.75, wears=helm)


def _treasure(canvas: Canvas, centre: Point, traits: tuple[str, ...]) -> None:
    _TREASURES[canvas.choose(traits, *_TREASURES)](canvas, centre)


def _chalice(canvas: Canvas, centre: Point) -> None:
    cup = [
        (0, -120),
        (88, -120),
        *curve([(92, -60), (60, 0), (16, 22)]),
        (14, 84),
        *curve([(30, 110), (76, 120), (84, 142)]),
        (0, 146),
    ]
    canvas.split(cup, BRASS, at=centre, scale=1.15)
    canvas.disc((centre[0], centre[1] - 138), 101, BRASS[1], squash=0.2)
    canvas.disc((centre[0], centre[1] - 136), 90, canvas.cloth[1], squash=0.17)
    for dx in (-52, 0, 52):
        canvas.split([(0, -16), (13, 0), (0, 16)], canvas.cloth, at=(centre[0] + dx, centre[1] - 66))


def _book(canvas: Canvas, centre: Point) -> None:
    canvas.split([(0, -108), (172, -126), (178, 112), (0, 132)], LEATHER, at=centre)
    canvas.split(
        [(0, -112), *curve([(60, -140), (120, -134), (164, -118)]), (164, 98), *curve([(110, 88), (60, 88), (0, 118)])],
        BONE,
        at=centre,
    )
    for line in range(6):
        for side in (-1, 1):
            y = centre[1] - 84 + line * 28
            canvas.line(
                [(centre[0] + side * 30, y), (centre[0] + side * canvas.between(110, 146), y - 6)],
                (0x8A, 0x79, 0x5C),
                width=3,
            )
    canvas.split([(0, -112), (9, -110), (9, 150), (0, 138)], canvas.cloth, at=centre)


def _key(canvas: Canvas, centre: Point) -> None:
    canvas.disc((centre[0], centre[1] - 96), 66, BRASS[1])
    canvas.disc((centre[0] - 4, centre[1] - 99), 60, BRASS[0])
    canvas.disc((centre[0], centre[1] - 96), 34, mix(canvas.field, canvas.deep, 0.3))
    canvas.split([(0, -34), (15, -34), (15, 160), (0, 160)], BRASS, at=centre)
    canvas.polygon(
        [
            (centre[0] + 12, centre[1] + 84),
            (centre[0] + 72, centre[1] + 84),
            (centre[0] + 72, centre[1] + 104),
            (centre[0] + 42, centre[1] + 104),
            (centre[0] + 42, centre[1] + 122),
            (centre[0] + 72, centre[1] + 122),
            (centre[0] + 72, centre[1] + 150),
            (centre[0] + 12, centre[1] + 150),
        ],
        BRASS[1],
    )


def _gem(canvas: Canvas, centre: Point) -> None:
    gem = mix(canvas.field, (255, 255, 255), 0.3)
    canvas.split([(0, -134), (84, -92), (120, 0), (0, 146)], pair(gem), at=centre)
    canvas.split([(0, -134), (84, -92), (52, -30), (0, -44)], pair(gem, light=0.5, shade=0.0), at=centre)
    canvas.split([(0, -44), (52, -30), (0, 146)], pair(gem, light=0.3, shade=0.12), at=centre)
    canvas.shine((centre[0] - 40, centre[1] - 70), 70, (255, 255, 255), strength=0.8)


def _chest(canvas: Canvas, centre: Point) -> None:
    canvas.split([(0, -30), (150, -30), (142, 124), (0, 124)], WOOD, at=centre)
    canvas.shine((centre[0], centre[1] - 40), 150, canvas.glow)
    canvas.split([(0, -120), *curve([(90, -118), (146, -84), (150, -36)]), (0, -36)], WOOD, at=centre)
    for x in (0, 104):
        canvas.split(
            [(x, -118 if x == 0 else -106), (x + 18, -118 if x == 0 else -100), (x + 18, 124), (x, 124)],
            BRASS,
            at=centre,
        )
    canvas.split([(0, -44), (24, -44), (24, 6), (0, 18)], STEEL, at=centre)
    for number in range(13):
        canvas.disc(
            (centre[0] + canvas.between(-150, 150), centre[1] + 128 + canvas.between(-8, 16)),
            15,
            BRASS[number % 2],
            squash=0.5,
        )


_OBJECTS = {
    "melee_weapon": _melee,
    "ranged_weapon": _ranged,
    "armour": _armour,
    "shield": _shield,
    "helmet": _helmet,
    "treasure": _treasure,
}
_TREASURES = {"chalice": _chalice, "book": _book, "key": _key, "gem": _gem, "chest": _chest}
