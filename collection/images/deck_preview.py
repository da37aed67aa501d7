"""The preview image of a deck, shown when its URL is shared.

It has 1200 by 630 pixels, and shows the title, the leading card and the list of cards. The caller chooses the leading
card; this module knows no game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw

from simulator.engine.cards.face import Face
from simulator.engine.values import tidy

from .frame import ART, BRASS, LIGHT
from .illustrations.canvas import gradient, mix, rgb
from .renderer import SIZES, SMALL
from .text.fonts import BOLD, HEAD, TEXT, width
from .text.symbols import symbol_mask
from .text.typesetting import draw_words, fitting_size, shorten

SIZE = (1200, 630)
LEFT = 452
COLUMNS = 2
STRIP = (346, 38)
STRIP_GAP = 8
FIRST_STRIP = 196
ROWS = 8
SLICE = 210


@dataclass(frozen=True, slots=True)
class PreviewEntry:
    """A card of the deck: its face, the small image of it, and the number of copies."""

    face: Face
    picture: Image.Image
    count: int = 1


def deck_picture(
    title: str, entries: Sequence[PreviewEntry], *, lead: PreviewEntry | None = None, subtitle: str = ""
) -> Image.Image:
    """Draw the leading card large on the left, and as many others as fit, as strips."""
    first = lead or (entries[0] if entries else None)
    field, deep = (
        (rgb(first.face.palette.field), rgb(first.face.palette.deep)) if first else ((64, 82, 90), (29, 40, 44))
    )
    image = gradient(SIZE, mix(field, deep, 0.2), mix(deep, (0, 0, 0), 0.2))
    ImageDraw.Draw(image).rectangle((0, SIZE[1] - 8, SIZE[0], SIZE[1]), fill=BRASS)
    if first:
        _draw_lead(image, first, deep)
    draw = ImageDraw.Draw(image)
    room = SIZE[0] - LEFT - 44
    title = tidy(title)
    size = fitting_size(title, style=HEAD, room=room, sizes=range(66, 33, -4))
    title = shorten(title, style=HEAD, size=size, room=room)
    draw_words(draw, title, at=(LEFT, 104), style=HEAD, size=size, fill=LIGHT)
    subtitle = shorten(tidy(subtitle), style=TEXT, size=32, room=room)
    draw_words(draw, subtitle, at=(LEFT, 152), style=TEXT, size=32, fill="#e6dcc0")
    _draw_strips(image, entries)
    return image


def _draw_lead(image: Image.Image, lead: PreviewEntry, deep: tuple[int, int, int]) -> None:
    wide, high = SIZES[SMALL]
    left, top = 46, (SIZE[1] - high) // 2 - 2
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(
        (left + 8, top + 12, left + wide + 8, top + high + 12), radius=20, fill=mix(deep, (0, 0, 0), 0.5)
    )
    mask = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, high - 1), radius=18, fill=255)
    image.paste(
        lead.picture.resize((wide, high)) if lead.picture.size != (wide, high) else lead.picture, (left, top), mask
    )


def _draw_strips(image: Image.Image, entries: Sequence[PreviewEntry]) -> None:
    draw = ImageDraw.Draw(image)
    capacity = COLUMNS * ROWS
    visible = entries if len(entries) <= capacity else entries[: capacity - 1]
    for number, entry in enumerate(visible):
        _draw_strip(image, draw, entry, at=_strip_position(number))
    hidden = sum(entry.count for entry in entries[len(visible) :])
    if hidden:
        x, y = _strip_position(len(visible))
        draw_words(draw, f"+{hidden} …", at=(x + 14, y + 29), style=BOLD, size=28, fill=LIGHT)


def _strip_position(number: int) -> tuple[int, int]:
    column, row = divmod(number, ROWS)
    return LEFT + column * (STRIP[0] + 14), FIRST_STRIP + row * (STRIP[1] + STRIP_GAP + 4)


def _draw_strip(image: Image.Image, draw: ImageDraw.ImageDraw, entry: PreviewEntry, *, at: tuple[int, int]) -> None:
    """Draw a strip: a slice of the illustration with the count and the name."""
    (x, y), (wide, high) = at, STRIP
    palette = entry.face.palette
    draw.rectangle((x, y, x + wide, y + high), fill=palette.field)
    image.paste(_art_slice(entry.picture, high), (x + wide - SLICE, y + 1), _fade_mask(high))
    draw.rectangle((x, y, x + wide, y + high), outline=BRASS, width=1)
    draw.rectangle((x, y, x + 44, y + high), fill=palette.deep)
    count = str(entry.count)
    size = fitting_size(count, style=BOLD, room=38, sizes=(28, 22, 18))
    draw_words(
        draw, count, at=(x + 22 - width(count, BOLD, size) / 2, y + 20 + size * 0.32), style=BOLD, size=size, fill=LIGHT
    )
    image.paste(palette.glow, (x + 52, y + 9), symbol_mask(entry.face.emblem, 22))
    name = shorten(entry.face.title, style=BOLD, size=24, room=wide - 84)
    for shift, colour in ((2, palette.deep), (0, LIGHT)):
        draw_words(draw, name, at=(x + 82 + shift, y + 28 + shift), style=BOLD, size=24, fill=colour)


def _art_slice(picture: Image.Image, high: int) -> Image.Image:
    """Return a horizontal band of a face's illustration, for any image size."""
    scale = picture.width / SIZES["large"][0]
    left, right = (ART[0] + 150) * scale, ART[2] * scale
    tall = (right - left) * (high - 1) / SLICE
    top = (ART[1] + 110) * scale
    return picture.resize((SLICE, high - 1), Image.Resampling.BILINEAR, box=(left, top, right, top + tall))


@cache
def _fade_mask(high: int) -> Image.Image:
    """Return a mask that fades in from the left, so that the name stays readable."""
    ramp = Image.linear_gradient("L").rotate(90).resize((SLICE, high - 1))
    return ramp.point([round(grey * 0.85) for grey in range(256)])
