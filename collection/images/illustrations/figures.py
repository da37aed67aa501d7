"""Heroes and fighters from the waist up, seen from the front."""

from dataclasses import dataclass

from .arms import ARMS, draw_arm, draw_shield
from .backgrounds import hills, rays, sky, vignette
from .beasts import draw_beast, draw_griffin, draw_wings
from .canvas import BRASS, IRON, LEATHER, STEEL, Canvas, Pair, Point, curve, mix, pair
from .heads import draw_head


@dataclass(frozen=True, slots=True)
class Physique:
    """The build of a people: its width, head size, chin height and headgear."""

    broad: float = 1.0
    head: float = 1.0
    chin: float = 208
    wears: tuple[str, ...] = ("hair", "great_helm", "open_helm", "kettle", "hood", "hat", "band")


BUILDS = {
    "human": Physique(),
    "dwarf": Physique(broad=1.22, head=1.08, chin=246, wears=("kettle", "horned", "hair", "band", "great_helm")),
    "elf": Physique(broad=0.84, head=0.92, chin=196, wears=("hair", "band", "hood", "hair")),
    "orc": Physique(broad=1.4, head=1.0, chin=212, wears=("horned", "hair", "kettle", "band")),
    "goblin": Physique(broad=0.78, head=1.06, chin=274, wears=("hat", "hood", "band", "kettle")),
    "undead": Physique(broad=0.98, wears=("hood", "crown", "kettle", "horned")),
    "construct": Physique(broad=1.5, head=1.12, chin=222, wears=("hair",)),
    "spirit": Physique(broad=0.95, head=1.16, chin=214, wears=("hair",)),
}
PEOPLES = (*BUILDS, "beast", "griffin")


def draw(canvas: Canvas, *, traits: tuple[str, ...]) -> None:
    people = next((trait for trait in traits if trait in PEOPLES), "human")
    if "crowned" in traits:
        rays(canvas, centre=(canvas.middle, 190), inner=canvas.glow, outer=canvas.field)
        haze = mix(canvas.field, canvas.glow, 0.4)
        hills(canvas, haze, layers=2, lowest=420, highest=340)
    else:
        hills(canvas, sky(canvas))
    vignette(canvas)
    x = canvas.middle + canvas.between(-26, 26)
    if people == "griffin":
        draw_griffin(canvas, at=(x, 196), scale=canvas.between(0.94, 1.14))
    elif people == "beast":
        draw_beast(canvas, at=(x, 236), scale=canvas.between(1.0, 1.2), traits=traits)
    else:
        _person(canvas, people, x, traits=traits)


def _person(canvas: Canvas, people: str, x: float, *, traits: tuple[str, ...]) -> None:
    build = BUILDS[people]
    chin = (x, build.chin)
    arm = next((trait for trait in traits if trait in ARMS), "") or canvas.pick(
        "sword", "axe", "spear", "hammer", "sword"
    )
    if "winged" in traits:
        draw_wings(canvas, at=(x, build.chin + 60), scale=1.0, colours=pair(mix(canvas.glow, (255, 255, 255), 0.4)))
    _cloak(canvas, chin, build, lined=canvas.chance.below(3) > 0)
    side = -1 if canvas.chance.below(2) else 1
    hand = (x + side * 168 * max(0.9, build.broad * 0.92), 350.0)
    draw_arm(canvas, arm, at=hand, tilt=side * canvas.between(4, 14), scale=0.98)
    if people == "spirit":
        _wisps(canvas, chin)
    else:
        _body(canvas, chin, build, _material(canvas, people, traits))
    if "shield" in traits or (arm in ("sword", "spear", "axe", "hammer") and canvas.chance.below(3) == 0):
        shape = canvas.pick("kite", "round", "tower")
        draw_shield(canvas, at=(x - side * 150 * build.broad, 356), scale=0.95, field=canvas.field, shape=shape)
    _hand(canvas, hand, people)
    wears = canvas.pick(*build.wears)
    if "crowned" in traits:
        wears = "crown"
    elif "hooded" in traits and people not in ("construct", "spirit"):
        wears = "hood"
    elif arm == "staff" and people in ("human", "elf") and canvas.chance.below(2):
        wears = "mage"
    draw_head(canvas, people, at=chin, scale=build.head, wears=wears)


def _material(canvas: Canvas, people: str, traits: tuple[str, ...]) -> Pair:
    """Return the material of the clothing."""
    if people == "construct":
        return IRON
    if "armoured" in traits or "crowned" in traits:
        return STEEL
    return {"plate": STEEL, "leather": LEATHER, "cloth": canvas.cloth}[canvas.pick("plate", "leather", "cloth")]


def _cloak(canvas: Canvas, chin: Point, build: Physique, *, lined: bool) -> None:
    broad = build.broad
    half = [(0, -8), *curve([(58 * broad, 6), (128 * broad, 44), (176 * broad, 150), (206 * broad, 460)]), (0, 460)]
    colours = canvas.cloth if lined else pair(canvas.deep, light=0.12)
    canvas.split(half, (mix(colours[0], (0, 0, 0), 0.18), mix(colours[1], (0, 0, 0), 0.3)), at=chin)


def _body(canvas: Canvas, chin: Point, build: Physique, material: Pair) -> None:
    broad = build.broad
    torso = [(0, 20), *curve([(50 * broad, 26), (112 * broad, 60), (108 * broad, 150), (92 * broad, 420)]), (0, 420)]
    canvas.split(torso, material, at=chin)
    # A band down the middle and a belt, in the card's colours.
    canvas.split([(0, 40), (30 * broad, 44), (34 * broad, 420), (0, 420)], canvas.cloth, at=chin)
    canvas.split([(0, 36), (34 * broad, 28), (40 * broad, 46), (0, 70)], BRASS, at=chin)
    canvas.split([(0, 176), (98 * broad, 168), (98 * broad, 194), (0, 202)], LEATHER, at=chin)
    canvas.split([(0, 172), (17, 172), (17, 206), (0, 206)], BRASS, at=chin)
    arm = curve(
        [
            (84 * broad, 60),
            (140 * broad, 70),
            (166 * broad, 130),
            (172 * broad, 230),
            (120 * broad, 230),
            (104 * broad, 120),
        ]
    )
    canvas.split(arm, (mix(material[0], (0, 0, 0), 0.12), mix(material[1], (0, 0, 0), 0.14)), at=chin)
    pauldron = curve(
        [
            (60 * broad, 60),
            (84 * broad, 34),
            (132 * broad, 40),
            (158 * broad, 92),
            (112 * broad, 104),
            (66 * broad, 84),
            (60 * broad, 60),
        ]
    )
    canvas.split(pauldron, STEEL if material != IRON else BRASS, at=chin)


def _wisps(canvas: Canvas, chin: Point) -> None:
    pale = mix(canvas.field, (235, 250, 255), 0.7)
    for wisp in range(4):
        wide = 120 - wisp * 22
        half = [
            (0, 30),
            *curve([(wide * 0.6, 40 + wisp * 14), (wide, 110), (wide * 0.8, 190), (wide * 1.1, 260)]),
            (0, 260),
        ]
        canvas.split(half, pair(mix(pale, (255, 255, 255), wisp * 0.12), shade=0.16), at=chin)


def _hand(canvas: Canvas, at: Point, people: str) -> None:
    colour = pair((0x6B, 0x4A, 0x33)) if people != "construct" else BRASS
    canvas.disc(at, 25, colour[1])
    canvas.disc((at[0] - 4, at[1] - 3), 20, colour[0])
