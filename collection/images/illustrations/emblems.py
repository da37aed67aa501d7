"""A symbol on a heraldic shield, for cards without a known scene."""

from PIL import Image

from collection.images.text.symbols import symbol_mask

from .backgrounds import rays
from .canvas import BRASS, Canvas, curve, mix, pair


def draw(canvas: Canvas, *, symbol: str) -> None:
    centre = (canvas.middle, canvas.height / 2)
    rays(canvas, centre=centre, inner=canvas.glow, outer=canvas.field)
    shield(canvas, at=centre, scale=1.5)
    mark(canvas, symbol, at=(centre[0], centre[1] - 12), side=150)


def shield(canvas: Canvas, *, at: tuple[float, float], scale: float) -> None:
    half = [(0, -104), *curve([(84, -96), (84, -10), (58, 62), (0, 112)])]
    canvas.split(half, BRASS, at=at, scale=scale)
    canvas.split(half, pair(canvas.field), at=at, scale=scale * 0.9)
    pattern = canvas.pick("pale", "fess", "chief", "plain")
    pale = mix(canvas.glow, canvas.field, 0.45)
    if pattern == "pale":
        canvas.split([(0, -100), (26, -99), (26, 90), (0, 104)], pair(pale), at=at, scale=scale * 0.9)
    elif pattern == "fess":
        canvas.split([(0, -22), (82, -22), (80, 24), (0, 24)], pair(pale), at=at, scale=scale * 0.9)
    elif pattern == "chief":
        canvas.split([(0, -104), (84, -96), (84, -54), (0, -54)], pair(pale), at=at, scale=scale * 0.9)


def mark(canvas: Canvas, symbol: str, *, at: tuple[float, float], side: int, fill: str = "#fdf8ea") -> None:
    """Draw a symbol of the sprite."""
    scale = canvas.image.width / canvas.width
    mask = symbol_mask(symbol, round(side * scale))
    corner = (round((at[0] - side / 2) * scale), round((at[1] - side / 2) * scale))
    canvas.image.paste(Image.new("RGB", mask.size, fill), corner, mask)
