"""Draws the frame of a card: edges, title, cost, kind line, values and footer."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from simulator.engine.cards.face import Face, FaceMark, Palette

from .illustrations.canvas import gradient, mix, rgb
from .text.fonts import BOLD, HEAD, TEXT, width
from .text.symbols import symbol_mask
from .text.typesetting import draw_words, fitting_size, shorten

# 63 x 88 mm at 300 dpi.
WIDTH, HEIGHT = 744, 1039
ART = (28, 104, 716, 556)
KIND = (28, 556, 716, 612)
PAPER_TOP = 612
STATS = (906, 988)
FOOT_LINE = 1011
LIGHT = "#fdf8ea"
BRASS = "#e2b13c"
INK = "#172227"
MAX_GEMS = 4
COST_WIDTH = 88


def background(palette: Palette) -> Image.Image:
    """Return a new image with the card's edge and background, lighter at the top."""
    return _background(palette).copy()


@lru_cache(maxsize=16)
def _background(palette: Palette) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), palette.deep)
    light, dark = mix(rgb(palette.field), (255, 255, 255), 0.1), mix(rgb(palette.field), rgb(palette.deep), 0.45)
    inside = Image.new("L", image.size, 0)
    ImageDraw.Draw(inside).rounded_rectangle((13, 13, WIDTH - 14, HEIGHT - 14), radius=26, fill=255)
    image.paste(gradient(image.size, light, dark), (0, 0), inside)
    ImageDraw.Draw(image).rounded_rectangle((13, 13, WIDTH - 14, HEIGHT - 14), radius=26, outline=BRASS, width=3)
    return image


def draw_title(image: Image.Image, face: Face) -> None:
    draw = ImageDraw.Draw(image)
    room = WIDTH - 44 - 118
    size = fitting_size(face.title, style=HEAD, room=room, sizes=range(52, 27, -2))
    title = shorten(face.title, style=HEAD, size=size, room=room)
    draw_words(draw, title, at=(42, 60 + size * 0.33), style=HEAD, size=size, fill=LIGHT)
    # The emblem as a seal at the right end.
    draw.ellipse((WIDTH - 100, 25, WIDTH - 32, 93), fill=face.palette.deep, outline=BRASS, width=3)
    image.paste(BRASS, (WIDTH - 88, 37), symbol_mask(face.emblem, 44))


def draw_art(image: Image.Image, art: Image.Image) -> None:
    image.paste(art, ART[:2])
    draw = ImageDraw.Draw(image)
    for y in (ART[1] - 3, ART[3]):
        draw.rectangle((ART[0], y, ART[2] - 1, y + 2), fill=BRASS)


def draw_cost(image: Image.Image, cost: Sequence[FaceMark], palette: Palette) -> None:
    """Draw a pennant over the illustration with a symbol for each part of the cost."""
    if not cost:
        return
    draw = ImageDraw.Draw(image)
    step = min(62, (ART[3] - ART[1] - 60) // len(cost))
    left, right, top = 46, 116, ART[1] - 1
    low = top + 12 + step * len(cost)
    outline = [(left, top), (right, top), (right, low), ((left + right) // 2, low + 26), (left, low)]
    draw.polygon(outline, fill=palette.tint)
    draw.line([*outline[1:], outline[0]], fill=BRASS, width=4, joint="curve")
    side = min(48, step - 8)
    for number, mark in enumerate(cost):
        x, y = (left + right - side) // 2, top + 12 + number * step
        image.paste(palette.deep, (x, y), symbol_mask(mark.symbol, side))
        if mark.value:
            _draw_count(draw, mark.value, at=(right - 14, y + side - 10))


def _draw_count(draw: ImageDraw.ImageDraw, value: str, *, at: tuple[int, int]) -> None:
    x, y = at
    draw.ellipse((x - 19, y - 19, x + 19, y + 19), fill=BRASS, outline=INK, width=2)
    size = fitting_size(value, style=BOLD, room=30, sizes=(32, 26, 20, 16))
    draw_words(draw, value, at=(x - width(value, BOLD, size) / 2, y + size * 0.31), style=BOLD, size=size, fill=INK)


def draw_kind(image: Image.Image, face: Face) -> None:
    draw = ImageDraw.Draw(image)
    draw.rectangle((KIND[0], KIND[1] + 3, KIND[2] - 1, KIND[3] - 1), fill=face.palette.deep)
    gems = min(face.gems, MAX_GEMS)
    room = KIND[2] - KIND[0] - 44 - (gems * 30 + 16 if gems else 0)
    size = fitting_size(face.kind_line, style=BOLD, room=room, sizes=range(30, 19, -2))
    kind = shorten(face.kind_line, style=BOLD, size=size, room=room)
    draw_words(draw, kind, at=(KIND[0] + 20, 586 + size * 0.32), style=BOLD, size=size, fill=LIGHT)
    for gem in range(gems):
        x, y = KIND[2] - 32 - gem * 30, 586
        draw.polygon([(x, y - 15), (x + 11, y), (x, y + 15), (x - 11, y)], fill=BRASS)
        draw.polygon([(x, y - 15), (x - 11, y), (x, y)], fill="#f7dd93")


def draw_stats(image: Image.Image, stats: Sequence[FaceMark], palette: Palette) -> None:
    """Draw the values as a row of medallions, readable across a table."""
    draw = ImageDraw.Draw(image)
    top, low = STATS
    step = (ART[2] - ART[0]) / len(stats)
    wide = min(164.0, step - 10)
    for number, mark in enumerate(stats):
        left = ART[0] + step * number + (step - wide) / 2
        draw.rounded_rectangle((left, top, left + wide, low), radius=18, fill=palette.deep, outline=BRASS, width=3)
        side = round(min(54, wide * 0.42))
        size = fitting_size(mark.value, style=HEAD, room=wide - side - 26, sizes=range(58, 15, -2))
        used = side + 10 + width(mark.value, HEAD, size)
        x = left + (wide - used) / 2
        image.paste(palette.glow, (round(x), round((top + low - side) / 2)), symbol_mask(mark.symbol, side))
        draw_words(
            draw, mark.value, at=(x + side + 10, (top + low) / 2 + size * 0.33), style=HEAD, size=size, fill=LIGHT
        )


def draw_marks(image: Image.Image, marks: Sequence[FaceMark], *, low: int, palette: Palette) -> int:
    """Draw a row of small symbols at the bottom of the text box; return its top.

    A single symbol is shown with its name.
    """
    draw = ImageDraw.Draw(image)
    top = low - 46
    draw.line(
        [(ART[0] + 26, top - 4), (ART[2] - 26, top - 4)], fill=mix(rgb(palette.tint), rgb(palette.field), 0.4), width=2
    )
    has_label = len(marks) == 1
    step = (ART[2] - ART[0] - 40) / len(marks)
    for number, mark in enumerate(marks):
        text = " ".join(part for part in (mark.label if has_label else "", mark.value) if part)
        size = fitting_size(text, style=BOLD, room=step - 44, sizes=(26, 22, 18, 14))
        text = shorten(text, style=BOLD, size=size, room=step - 44)
        used = 34 + (8 + width(text, BOLD, size) if text else 0)
        x = ART[0] + 20 + step * number + (step - used) / 2
        image.paste(palette.field, (round(x), top + 4), symbol_mask(mark.symbol, 34))
        draw_words(draw, text, at=(x + 42, top + 21 + size * 0.33), style=BOLD, size=size, fill=INK)
    return top - 10


def draw_watermark(image: Image.Image, symbol: str, *, low: int, palette: Palette) -> None:
    """Draw a symbol in an empty text box."""
    side = min(170, low - PAPER_TOP - 40)
    colour = mix(rgb(palette.tint), rgb(palette.field), 0.16)
    image.paste(colour, ((WIDTH - side) // 2, (PAPER_TOP + low - side) // 2), symbol_mask(symbol, side))


def draw_foot(image: Image.Image, footer: str, credit: str) -> None:
    draw = ImageDraw.Draw(image)
    room = ART[2] - ART[0] - 20
    footer = shorten(footer, style=TEXT, size=19, room=room * (0.55 if credit else 1))
    draw_words(draw, footer, at=(ART[0] + 10, FOOT_LINE), style=TEXT, size=19, fill=LIGHT)
    if credit:
        credit = shorten(credit, style=TEXT, size=19, room=room * 0.42)
        at = (ART[2] - 10 - width(credit, TEXT, 19), FOOT_LINE)
        draw_words(draw, credit, at=at, style=TEXT, size=19, fill=LIGHT)
