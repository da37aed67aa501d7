"""Draws one face: `face_image(face)`.

The game describes the face; cache.py stores the image.
"""

from PIL import Image, ImageDraw, ImageOps

from simulator.engine.cards.face import Face

from . import frame, illustrations
from .diagram import draw_diagram
from .text.fonts import ITALIC
from .text.typesetting import Setting, draw_setting, plain, set_if_room, set_text

LARGE, SMALL = "large", "small"
SIZES = {LARGE: (frame.WIDTH, frame.HEIGHT), SMALL: (372, 520)}
MARGIN = 26
MIN_GAP = 16
FLAVOUR_SIZES = (28, 26, 24, 22)


def face_image(face: Face, size: str = LARGE, *, art: Image.Image | None = None, credit: str = "") -> Image.Image:
    """Draw a face in one of two sizes, with uploaded art or a drawn illustration."""
    image = frame.background(face.palette)
    window = frame.ART[2] - frame.ART[0], frame.ART[3] - frame.ART[1]
    picture = illustrations.illustration(face) if art is None else ImageOps.fit(art.convert("RGB"), window)
    frame.draw_art(image, picture)
    if face.diagram is not None:
        panel = (frame.ART[0] + (frame.COST_WIDTH if face.cost else 0), *frame.ART[1:])
        draw_diagram(image, face.diagram, window=panel, palette=face.palette)
    frame.draw_title(image, face)
    frame.draw_cost(image, face.cost, face.palette)
    frame.draw_kind(image, face)
    low = frame.STATS[0] - 12 if face.stats else frame.STATS[1] - 2
    _draw_paper(image, face, low=low)
    if face.stats:
        frame.draw_stats(image, face.stats, face.palette)
    frame.draw_foot(image, face.footer, credit)
    return image if size == LARGE else image.resize(SIZES[size], Image.Resampling.LANCZOS, reducing_gap=2.0)


def _draw_paper(image: Image.Image, face: Face, *, low: int) -> None:
    left, right = frame.ART[0], frame.ART[2]
    ImageDraw.Draw(image).rectangle((left, frame.PAPER_TOP, right - 1, low), fill=face.palette.tint)
    if face.marks:
        low = frame.draw_marks(image, face.marks, low=low, palette=face.palette)
    if not face.text and not face.flavour:
        symbol = face.marks[0].symbol if face.marks else face.emblem
        frame.draw_watermark(image, symbol, low=low, palette=face.palette)
        return
    text, flavour = paper_settings(face, height=low - frame.PAPER_TOP)
    spare = low - frame.PAPER_TOP - text.height - (flavour.height if flavour else 0)
    room = right - left - 2 * MARGIN
    # Rules text goes to the top and flavour text to the bottom; flavour text alone is centred.
    gap = spare / (3 if flavour and text.lines else 2)
    at = (left + MARGIN, frame.PAPER_TOP + min(gap, 34 if text.lines else gap))
    draw_setting(image, text, at=at, fill=frame.INK)
    if flavour:
        top = low - flavour.height - min(gap, 24) if text.lines else at[1]
        draw_setting(image, flavour, at=(at[0], top), fill="#4a5558", centre_in=room)


def paper_settings(face: Face, *, height: float) -> tuple[Setting, Setting | None]:
    """Typeset the text in the largest size that fits, and flavour text if it fits."""
    room = frame.ART[2] - frame.ART[0] - 2 * MARGIN
    text = set_text(face.text, box=(room, int(height - MIN_GAP)))
    if not face.flavour:
        return text, None
    left = int(height - text.height - 2.5 * MIN_GAP)
    for size in FLAVOUR_SIZES:
        if not face.text or size < text.size:
            flavour = set_if_room([plain(face.flavour)], box=(room, left), size=size, style=ITALIC)
            if flavour:
                return text, flavour
    return text, None
