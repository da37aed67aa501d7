"""The fonts of the faces: the ones the pages use (static/vendor/fonts), which FreeType reads as they are.

A font file holds part of the alphabet; a character that the first file lacks is set from the next.
"""

from functools import cache, lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from PIL import ImageFont

HEAD, TEXT, BOLD, ITALIC = "head", "text", "bold", "italic"
FILES = {
    HEAD: ("alegreya-latin-wght-normal", "alegreya-latin-ext-wght-normal"),
    TEXT: ("alegreya-sans-latin-400-normal", "alegreya-sans-latin-ext-400-normal"),
    BOLD: ("alegreya-sans-latin-700-normal", "alegreya-sans-latin-ext-700-normal"),
    ITALIC: ("alegreya-sans-latin-400-italic", "alegreya-sans-latin-ext-400-italic"),
}
HEAD_WEIGHT = 800

Piece = tuple[str, ImageFont.FreeTypeFont]


def font_path(name: str) -> Path:
    found = finders.find(f"vendor/fonts/{name}.woff2")
    assert isinstance(found, str), f"the font {name} is missing"
    return Path(found)


@lru_cache(maxsize=256)
def font(style: str, size: int, part: int = 0) -> ImageFont.FreeTypeFont:
    made = ImageFont.truetype(str(font_path(FILES[style][part])), size)
    if style == HEAD:
        made.set_variation_by_axes([HEAD_WEIGHT])
    return made


@cache
def _nothing(style: str, part: int) -> tuple[bytes, float]:
    return _drawn("\uffff", style, part)


@lru_cache(maxsize=4096)
def _has(char: str, style: str, part: int) -> bool:
    """Whether a file draws the character itself, not the box it has for those it lacks."""
    return _drawn(char, style, part) != _nothing(style, part)


def _drawn(char: str, style: str, part: int) -> tuple[bytes, float]:
    made = font(style, 20, part)
    return bytes(made.getmask(char)), made.getlength(char)


@lru_cache(maxsize=16384)
def pieces(word: str, style: str, size: int) -> tuple[Piece, ...]:
    """The word in parts that one file can draw."""
    parts = [0 if char.isspace() or _has(char, style, 0) or not _has(char, style, 1) else 1 for char in word]
    found: list[Piece] = []
    start = 0
    for end in range(1, len(word) + 1):
        if end == len(word) or parts[end] != parts[start]:
            found.append((word[start:end], font(style, size, parts[start])))
            start = end
    return tuple(found)


@lru_cache(maxsize=32768)
def width(word: str, style: str, size: int) -> float:
    return sum(made.getlength(text) for text, made in pieces(word, style, size))
