"""The site's symbols as masks of any size, from the sprite that the pages use."""

from functools import cache, lru_cache
from pathlib import Path
from xml.etree import ElementTree

from django.contrib.staticfiles import finders
from PIL import Image, ImageChops, ImageDraw

from .svg_paths import Contour, contours

UNKNOWN = "cards"
_SVG = "{http://www.w3.org/2000/svg}"
_VIEW_BOX = 24
_OVERSAMPLING = 4


def sprite_path() -> Path:
    path = finders.find("symbols.svg")
    assert isinstance(path, str), "the site has no symbols.svg"
    return Path(path)


@cache
def _sprite() -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(sprite_path()).getroot()  # noqa: S314 (a file of this project)
    return {symbol.attrib["id"]: symbol for symbol in root.iter(f"{_SVG}symbol")}


def is_symbol(name: str) -> bool:
    return name in _sprite()


@lru_cache(maxsize=1024)
def symbol_mask(name: str, size: int) -> Image.Image:
    """Return a symbol as a square mask; unknown symbols are drawn as the card symbol."""
    big = size * _OVERSAMPLING
    mask = Image.new("L", (big, big), 0)
    _draw(_sprite().get(name, _sprite()[UNKNOWN]), mask, inherited={})
    return mask.resize((size, size), Image.Resampling.BOX)


def _draw(element: ElementTree.Element, mask: Image.Image, *, inherited: dict[str, str]) -> None:
    style = inherited | dict(element.attrib)
    shape = _shape(element)
    if shape and style.get("fill", "none") != "none":
        _fill(shape, mask, evenodd=style.get("fill-rule") == "evenodd")
    if shape and style.get("stroke", "none") != "none":
        _stroke(shape, mask, width=float(style.get("stroke-width", "1")))
    for child in element:
        _draw(child, mask, inherited={name: value for name, value in style.items() if name != "d"})


def _shape(element: ElementTree.Element) -> list[Contour]:
    attributes = element.attrib
    if element.tag == f"{_SVG}path":
        return contours(attributes["d"])
    if element.tag == f"{_SVG}circle":
        x, y, r = (float(attributes[name]) for name in ("cx", "cy", "r"))
        return contours(f"M{x - r} {y}a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1 {-2 * r} 0z")
    if element.tag == f"{_SVG}rect":
        x, y, width, height = (float(attributes[name]) for name in ("x", "y", "width", "height"))
        return contours(f"M{x} {y}h{width}v{height}h{-width}z")
    return []


def _fill(shape: list[Contour], mask: Image.Image, *, evenodd: bool) -> None:
    """Fill the outlines one at a time; XOR makes the holes of the even-odd rule."""
    filled = Image.new("1", mask.size, 0)
    for contour in shape:
        if len(contour) < 3:
            continue
        outline = Image.new("1", mask.size, 0)
        ImageDraw.Draw(outline).polygon(_scaled(contour, mask), fill=1)
        filled = ImageChops.logical_xor(filled, outline) if evenodd else ImageChops.logical_or(filled, outline)
    mask.paste(255, (0, 0), filled)


def _stroke(shape: list[Contour], mask: Image.Image, *, width: float) -> None:
    """Draw lines with round caps and joints, as in the sprite."""
    draw = ImageDraw.Draw(mask)
    thick = width * mask.width / _VIEW_BOX
    for contour in shape:
        points = _scaled(contour, mask)
        draw.line(points, fill=255, width=round(thick))
        for x, y in points:
            draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)


def _scaled(contour: Contour, mask: Image.Image) -> Contour:
    scale = mask.width / _VIEW_BOX
    return [(x * scale, y * scale) for x, y in contour]
