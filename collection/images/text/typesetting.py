"""Typesets text with bold runs and symbols in the largest size that fits its box."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from simulator.engine.cards.face import Paragraph, Run

from .fonts import BOLD, TEXT, pieces, width
from .symbols import symbol_mask

SIZES = (38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12)
LEADING = 1.14
PARAGRAPH_GAP = 0.34
ELLIPSIS = "…"
# Longer words fit on no line: they are broken up, which keeps measuring cheap.
MAX_WORD_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Word:
    """The unit of a line: letters in one style, or a symbol.

    A `glued` word follows without a space.
    """

    text: str
    style: str
    glued: bool = False
    symbol: str = ""

    def width(self, size: int) -> float:
        return size * 0.95 if self.symbol else width(self.text, self.style, size)


Line = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """Text broken into lines of one size; None is a gap between paragraphs."""

    size: int
    lines: tuple[Line | None, ...]

    @property
    def height(self) -> float:
        leading = self.size * LEADING
        return sum(leading * PARAGRAPH_GAP if line is None else leading for line in self.lines)


def set_text(
    text: Sequence[Paragraph], *, box: tuple[int, int], sizes: Sequence[int] = SIZES, style: str = TEXT
) -> Setting:
    """Set a text in the largest size that fits; cut it with an ellipsis if none does."""
    paragraphs = [tuple(words(paragraph, style=style)) for paragraph in text]
    setting = Setting(sizes[0], ())
    for size in sizes:
        setting = Setting(size, tuple(_lines(paragraphs, size=size, room=box[0])))
        if setting.height <= box[1]:
            return setting
    return _truncate(setting, height=box[1], room=box[0])


def set_if_room(text: Sequence[Paragraph], *, box: tuple[int, int], size: int, style: str) -> Setting | None:
    """Set a text in one size; None if it does not fit."""
    paragraphs = [tuple(words(paragraph, style=style)) for paragraph in text]
    setting = Setting(size, tuple(_lines(paragraphs, size=size, room=box[0])))
    return setting if setting.height <= box[1] else None


def words(paragraph: Paragraph, *, style: str = TEXT) -> Iterator[Word]:
    glued = True
    for run in paragraph:
        if run.symbol:
            yield Word("", style, glued=glued, symbol=run.symbol)
            glued = False
            continue
        glued = glued and not run.text.startswith(" ")
        for word in filter(None, run.text.split(" ")):
            for start in range(0, len(word), MAX_WORD_LENGTH):
                yield Word(word[start : start + MAX_WORD_LENGTH], BOLD if run.bold else style, glued=glued or start > 0)
                glued = False
        glued = not run.text.endswith(" ")


def plain(text: str) -> Paragraph:
    return (Run(text),)


def _lines(paragraphs: Sequence[tuple[Word, ...]], *, size: int, room: float) -> Iterator[Line | None]:
    space = width(" ", TEXT, size)
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield None
        line: list[Word] = []
        used = 0.0
        for group, wide in _unbreakable_groups(paragraph, size=size):
            if line and used + space + wide > room:
                yield tuple(line)
                line, used = [], 0.0
            if wide > room:
                *full, (group, wide) = _break_group(group, size=size, room=room)
                yield from (whole for whole, _ in full)
            used += wide + (space if line else 0)
            line.extend(group)
        if line:
            yield tuple(line)


def _unbreakable_groups(paragraph: tuple[Word, ...], *, size: int) -> Iterator[tuple[Line, float]]:
    """Yield groups of words that must stay together, such as a word and its comma."""
    group: list[Word] = []
    for word in paragraph:
        if group and not word.glued:
            yield tuple(group), sum(member.width(size) for member in group)
            group = []
        group.append(word)
    if group:
        yield tuple(group), sum(member.width(size) for member in group)


def _break_group(group: Line, *, size: int, room: float) -> list[tuple[Line, float]]:
    """Break a group that is longer than a line, letter by letter."""
    lines: list[tuple[Line, float]] = []
    line, used = list[Word](), 0.0
    for word in group:
        letters = [word] if word.symbol else [Word(char, word.style, glued=True) for char in word.text]
        for letter in letters:
            wide = letter.width(size)
            if line and used + wide > room:
                lines.append((tuple(line), used))
                line, used = [], 0.0
            line.append(letter)
            used += wide
    return [*lines, (tuple(line), used)]


def _truncate(setting: Setting, *, height: float, room: float) -> Setting:
    lines: list[Line | None] = []
    for line in setting.lines:
        if Setting(setting.size, (*lines, line)).height > height:
            break
        lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    if lines and lines[-1]:
        last = list(lines[-1])
        dots = Word(ELLIPSIS, TEXT, glued=True)
        while len(last) > 1 and _width((*last, dots), setting.size) > room:
            last.pop()
        lines[-1] = (*last, dots)
    return Setting(setting.size, tuple(lines))


def _width(line: Line, size: int) -> float:
    space = width(" ", TEXT, size)
    gaps = sum(space for number, word in enumerate(line) if number and not word.glued)
    return gaps + sum(word.width(size) for word in line)


def line_widths(setting: Setting) -> list[float]:
    return [_width(line, setting.size) for line in setting.lines if line]


def draw_setting(
    image: Image.Image, setting: Setting, *, at: tuple[int, float], fill: str, centre_in: int | None = None
) -> float:
    """Draw the lines from the top; return the y coordinate below them."""
    draw = ImageDraw.Draw(image)
    leading = setting.size * LEADING
    y = float(at[1])
    for line in setting.lines:
        if line is None:
            y += leading * PARAGRAPH_GAP
            continue
        x = float(at[0])
        if centre_in is not None:
            x += (centre_in - _width(line, setting.size)) / 2
        _draw_line(image, draw, line, at=(x, y + setting.size * 0.9), size=setting.size, fill=fill)
        y += leading
    return y


def _draw_line(
    image: Image.Image, draw: ImageDraw.ImageDraw, line: Line, *, at: tuple[float, float], size: int, fill: str
) -> None:
    x, baseline = at
    space = width(" ", TEXT, size)
    for number, word in enumerate(line):
        if number and not word.glued:
            x += space
        if word.symbol:
            side = round(size * 0.82)
            image.paste(fill, (round(x), round(baseline - side * 0.9)), symbol_mask(word.symbol, side))
        else:
            draw_words(draw, word.text, at=(x, baseline), style=word.style, size=size, fill=fill)
        x += word.width(size)


def draw_words(
    draw: ImageDraw.ImageDraw, text: str, *, at: tuple[float, float], style: str, size: int, fill: str
) -> None:
    """Draw text on a baseline."""
    x, baseline = at
    for part, face in pieces(text, style, size):
        draw.text((x, baseline), part, font=face, fill=fill, anchor="ls")
        x += face.getlength(part)


def fitting_size(text: str, *, style: str, room: float, sizes: Sequence[int]) -> int:
    for size in sizes:
        if width(text, style, size) <= room:
            return size
    return sizes[-1]


def shorten(text: str, *, style: str, size: int, room: float) -> str:
    """Shorten a text to one line, with an ellipsis if anything is cut."""
    if width(text, style, size) <= room:
        return text
    beginning = text[: MAX_WORD_LENGTH * 4]
    while beginning and width(beginning + ELLIPSIS, style, size) > room:
        beginning = beginning[:-1].rstrip()
    return beginning + ELLIPSIS
