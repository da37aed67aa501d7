"""The fonts of card faces: those of the web pages (static/vendor/fonts).

A font file covers part of the alphabet; characters missing from the first file are taken from the next.
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
    path = finders.find(f"vendor/fonts/{name}.woff2")
    assert isinstance(path, str), f"the font {name} is missing"
    return Path(path)


@lru_cache(maxsize=256)
def font(style: str, size: int, part: int = 0) -> ImageFont.FreeTypeFont:
    loaded = ImageFont.truetype(str(font_path(FILES[style][part])), size)
    if style == HEAD:
        loaded.set_variation_by_axes([HEAD_WEIGHT])
    return loaded


@cache
def _placeholder(style: str, part: int) -> tuple[bytes, float]:
    return _render_char("\uffff", style, part)


@lru_cache(maxsize=4096)
def _has_glyph(char: str, style: str, part: int) -> bool:
    """Whether a file has a glyph for the character, rather than a placeholder box."""
    return _render_char(char, style, part) != _placeholder(style, part)


def _render_char(char: str, style: str, part: int) -> tuple[bytes, float]:
    face = font(style, 20, part)
    return bytes(face.getmask(char)), face.getlength(char)


@lru_cache(maxsize=16384)
def pieces(word: str, style: str, size: int) -> tuple[Piece, ...]:
    """Split a word into parts that a single file can draw."""
    parts = [
        0 if char.isspace() or _has_glyph(char, style, 0) or not _has_glyph(char, style, 1) else 1 for char in word
    ]
    runs: list[Piece] = []
    start = 0
    for end in range(1, len(word) + 1):
        if end == len(word) or parts[end] != parts[start]:
            runs.append((word[start:end], font(style, size, parts[start])))
            start = end
    return tuple(runs)


@lru_cache(maxsize=32768)
def width(word: str, style: str, size: int) -> float:
    return sum(face.getlength(text) for text, face in pieces(word, style, size))
