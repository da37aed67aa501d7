"""Illustrations drawn from a card's code and scene.

They are the same on every machine, and different for each card.
"""

from PIL import Image

from simulator.engine.cards.face import Face

from . import buildings, emblems, figures, landscapes, magic, maps, objects
from .canvas import Canvas

# The size of the illustration on a face, in pixels at 300 dpi.
SIZE = (688, 452)
_ARTISTS = {
    "figure": figures.draw,
    "building": buildings.draw,
    "landscape": landscapes.draw,
    "magic": magic.draw,
    "object": objects.draw,
    "plan": maps.draw,
}


def illustration(face: Face) -> Image.Image:
    canvas = Canvas(SIZE, seed=face.code, palette=face.palette)
    artist = _ARTISTS.get(face.scene.subject)
    if artist is None:
        emblems.draw(canvas, symbol=face.emblem)
    else:
        artist(canvas, traits=face.scene.traits)
    return canvas.finish()
