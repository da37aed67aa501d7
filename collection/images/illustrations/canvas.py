"""The canvas for illustrations, drawn at twice the final size for smooth edges.

The style: flat shapes, lit from the left. A symmetrical shape is defined by its right half, and gets a lit and a
shaded side.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from simulator.engine.cards.face import Palette
from simulator.engine.play.chance import Chance

Point = tuple[float, float]
Colour = tuple[int, int, int]
Pair = tuple[Colour, Colour]
"""The lit and the shaded colour of a material."""

_OVERSAMPLING = 2
_HALO = 64

STEEL: Pair = ((0xD3, 0xDA, 0xDB), (0x8C, 0x99, 0x9E))
IRON: Pair = ((0x87, 0x8F, 0x93), (0x55, 0x5D, 0x61))
BRASS: Pair = ((0xF0, 0xC5, 0x5A), (0xB0, 0x7F, 0x1F))
WOOD: Pair = ((0x9A, 0x6B, 0x41), (0x6B, 0x45, 0x27))
LEATHER: Pair = ((0x86, 0x5B, 0x3A), (0x5B, 0x3B, 0x25))
STONE: Pair = ((0xC9, 0xC3, 0xB4), (0x8E, 0x89, 0x7D))
BONE: Pair = ((0xF0, 0xE8, 0xD2), (0xBF, 0xB2, 0x94))
NIGHT: Colour = (0x14, 0x1B, 0x2B)


def rgb(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the proportion of the second."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def pair(colour: Colour, *, light: float = 0.16, shade: float = 0.28) -> Pair:
    return mix(colour, (255, 255, 255), light), mix(colour, (0, 0, 0), shade)


def curve(points: Sequence[Point], *, steps: int = 6) -> list[Point]:
    """Return a smooth curve through the points (Catmull-Rom)."""
    ends = [points[0], *points, points[-1]]
    result: list[Point] = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for step in range(steps):
            t = step / steps
            result.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    return [*result, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def rotate(points: Sequence[Point], *, by: float, at: Point, scale: float = 1.0) -> list[Point]:
    """Rotate points by degrees around the origin, scale and move them to `at`."""
    cos, sin = math.cos(math.radians(by)) * scale, math.sin(math.radians(by)) * scale
    return [(at[0] + x * cos - y * sin, at[1] + x * sin + y * cos) for x, y in points]


class Canvas:
    """An image being drawn; coordinates are those of the final image."""

    def __init__(self, size: tuple[int, int], *, seed: str, palette: Palette) -> None:
        self.width, self.height = size
        self.middle = self.width / 2
        self.palette = palette
        self.field, self.deep, self.glow = rgb(palette.field), rgb(palette.deep), rgb(palette.glow)
        self.cloth = pair(self.field)
        self.image = Image.new("RGB", (self.width * _OVERSAMPLING, self.height * _OVERSAMPLING), self.deep)
        self._draw = ImageDraw.Draw(self.image, "RGBA")
        # The card's code as a seed: an integer that is the same on every machine.
        self.chance = Chance(int.from_bytes(seed.encode()[-24:], "big")).stream("art")

    # --- chance
    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.chance.below(1001) / 1000

    def pick(self, *options: str) -> str:
        return options[self.chance.below(len(options))]

    def choose(self, traits: Sequence[str], *options: str) -> str:
        """Return the option named by the scene's traits, or a random one."""
        return next((trait for trait in traits if trait in options), "") or self.pick(*options)

    # --- shapes
    def polygon(self, points: Sequence[Point], fill: Colour, *, opacity: int = 255) -> None:
        self._draw.polygon([(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in points], fill=(*fill, opacity))

    def split(self, half: Sequence[Point], colours: Pair, *, at: Point = (0, 0), scale: float = 1.0) -> None:
        """Draw a symmetrical shape from its right half: left side lit, right side shaded."""
        x, y = at
        self.polygon([(x - dx * scale, y + dy * scale) for dx, dy in half], colours[0])
        self.polygon([(x + dx * scale, y + dy * scale) for dx, dy in half], colours[1])

    def disc(self, centre: Point, radius: float, fill: Colour, *, opacity: int = 255, squash: float = 1.0) -> None:
        x, y = centre[0] * _OVERSAMPLING, centre[1] * _OVERSAMPLING
        rx, ry = radius * _OVERSAMPLING, radius * _OVERSAMPLING * squash
        self._draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=(*fill, opacity))

    def ring(self, centre: Point, radius: float, colour: Colour, *, width: float = 3, opacity: int = 255) -> None:
        x, y, r = centre[0] * _OVERSAMPLING, centre[1] * _OVERSAMPLING, radius * _OVERSAMPLING
        self._draw.ellipse((x - r, y - r, x + r, y + r), outline=(*colour, opacity), width=round(width * _OVERSAMPLING))

    def line(self, points: Sequence[Point], colour: Colour, *, width: float = 3, opacity: int = 255) -> None:
        self._draw.line(
            [(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in points],
            fill=(*colour, opacity),
            width=max(1, round(width * _OVERSAMPLING)),
            joint="curve",
        )

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill)

    # --- light
    def gradient(self, top: Colour, bottom: Colour) -> None:
        """Fill the canvas with a vertical gradient."""
        self.image = gradient(self.image.size, top, bottom)
        self._draw = ImageDraw.Draw(self.image, "RGBA")

    def shine(self, centre: Point, radius: float, colour: Colour, *, strength: float = 1.0) -> None:
        """Draw a glow around a point."""
        x, y, r = centre[0] * _OVERSAMPLING, centre[1] * _OVERSAMPLING, radius * _OVERSAMPLING
        left, top = max(0, round(x - r)), max(0, round(y - r))
        right, low = min(self.image.width, round(x + r)), min(self.image.height, round(y + r))
        if left >= right or top >= low:
            return

        # Only the visible part is computed.
        def in_halo(edge: float, middle: float) -> float:
            return min(float(_HALO), max(0.0, (edge - middle + r) * _HALO / (2 * r)))

        visible = in_halo(left, x), in_halo(top, y), in_halo(right, x), in_halo(low, y)
        mask = _halo(strength).resize((right - left, low - top), Image.Resampling.BILINEAR, box=visible)
        self.image.paste(colour, (left, top), mask)

    def finish(self) -> Image.Image:
        return self.image.reduce(_OVERSAMPLING)


def gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    """Return an image with a vertical gradient."""
    ramp = Image.linear_gradient("L").resize((1, size[1]))
    column = Image.composite(Image.new("RGB", ramp.size, bottom), Image.new("RGB", ramp.size, top), ramp)
    return column.resize(size, Image.Resampling.NEAREST)


@lru_cache(maxsize=32)
def _halo(strength: float) -> Image.Image:
    # Pillow's radial gradient is 0 in the centre and reaches its last grey outside the inscribed circle.
    def falloff(grey: int) -> int:
        far = min(1.0, grey / 180)
        return round(255 * strength * (1 - far) ** 2)

    return Image.radial_gradient("L").resize((_HALO, _HALO)).point([falloff(grey) for grey in range(256)])
