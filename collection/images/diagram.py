"""Draws the diagram of a face over its illustration: a base with slots, and marks on its edges."""

from PIL import Image, ImageDraw

from simulator.engine.cards.face import Diagram, DiagramCircle, DiagramEdge, Palette

from .illustrations.canvas import mix, rgb
from .text.fonts import BOLD, width
from .text.symbols import symbol_mask
from .text.typesetting import draw_words, fitting_size

INK = "#172227"
LIGHT = "#fdf8ea"
PANEL_MARGIN = 14
EDGE = 58
"""The room around the base for what stands on its edges."""
_OUTWARD = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}

Box = tuple[int, int, int, int]


def draw_diagram(image: Image.Image, diagram: Diagram, *, window: Box, palette: Palette) -> None:
    """Draw a diagram as large as the window allows."""
    left, top, right, low = window
    panel = (left + PANEL_MARGIN, top + PANEL_MARGIN, right - PANEL_MARGIN, low - PANEL_MARGIN)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(panel, radius=18, fill=palette.tint, outline=palette.deep, width=3)
    room = (panel[2] - panel[0] - 2 * EDGE, panel[3] - panel[1] - 2 * EDGE)
    scale = min(room[0] / diagram.width, room[1] / diagram.height)
    x = (panel[0] + panel[2] - diagram.width * scale) / 2
    y = (panel[1] + panel[3] - diagram.height * scale) / 2
    base = (round(x), round(y), round(x + diagram.width * scale), round(y + diagram.height * scale))
    draw.rectangle(base, fill=mix(rgb(palette.tint), rgb(palette.field), 0.25), outline=palette.deep, width=3)
    for edge in diagram.edges:
        _draw_edge(draw, edge, base=base)
    for circle in diagram.circles:
        _draw_circle(image, circle, at=(x + circle.x * scale, y + circle.y * scale), radius=circle.radius * scale)


def _draw_edge(draw: ImageDraw.ImageDraw, edge: DiagramEdge, *, base: Box) -> None:
    """Draw a band along the edge, its number outside, and an arrow if it points outward."""
    left, top, right, low = base
    bands = {
        "top": (left, top - 10, right, top + 2),
        "right": (right - 2, top, right + 10, low),
        "bottom": (left, low - 2, right, low + 10),
        "left": (left - 10, top, left + 2, low),
    }
    draw.rectangle(bands[edge.side], fill=edge.colour, outline=INK, width=2)
    dx, dy = _OUTWARD[edge.side]
    x, y = (left + right) / 2 + dx * (right - left) / 2, (top + low) / 2 + dy * (low - top) / 2
    if edge.is_arrow:
        tip = (x + dx * 34, y + dy * 34)
        points = [tip, (x + dx * 8 - dy * 26, y + dy * 8 - dx * 26), (x + dx * 8 + dy * 26, y + dy * 8 + dx * 26)]
        draw.polygon(points, fill=edge.colour, outline=INK, width=2)
    if edge.value:
        # Beside an arrow, so that both can be seen.
        aside = 56 if edge.is_arrow else 0
        _draw_badge(draw, edge.value, at=(x + dx * 30 + abs(dy) * aside, y + dy * 30 + abs(dx) * aside))


def _draw_badge(draw: ImageDraw.ImageDraw, value: str, *, at: tuple[float, float]) -> None:
    x, y = at
    draw.ellipse((x - 18, y - 18, x + 18, y + 18), fill=LIGHT, outline=INK, width=2)
    _draw_value(draw, value, at=at, room=28, fill=INK)


def _draw_circle(image: Image.Image, circle: DiagramCircle, *, at: tuple[float, float], radius: float) -> None:
    draw = ImageDraw.Draw(image)
    x, y = at
    box = (x - radius, y - radius, x + radius, y + radius)
    ring = max(3, round(radius * 0.16))
    draw.ellipse(box, fill=circle.colour if circle.is_filled else None, outline=INK, width=2)
    if not circle.is_filled:
        draw.ellipse((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), outline=circle.colour, width=ring)
    ink = _ink_on(circle.colour) if circle.is_filled else INK
    marks = len(circle.symbols) + bool(circle.value)
    if not marks:
        return
    side = max(8, round(min(radius * 1.1, radius * 1.7 / marks)))
    left = x - side * marks / 2
    for number, symbol in enumerate(circle.symbols):
        image.paste(ink, (round(left + number * side), round(y - side / 2)), symbol_mask(symbol, side))
    if circle.value:
        _draw_value(draw, circle.value, at=(left + (marks - 0.5) * side, y), room=side, fill=ink)


def _draw_value(draw: ImageDraw.ImageDraw, value: str, *, at: tuple[float, float], room: float, fill: str) -> None:
    size = fitting_size(value, style=BOLD, room=room, sizes=(30, 26, 22, 18, 14))
    draw_words(
        draw, value, at=(at[0] - width(value, BOLD, size) / 2, at[1] + size * 0.31), style=BOLD, size=size, fill=fill
    )


def _ink_on(colour: str) -> str:
    red, green, blue = rgb(colour)
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else LIGHT
