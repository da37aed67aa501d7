"""Text that always fits its box: bold runs and symbols broken into lines, in the largest size there is room for."""

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
# No line holds a longer word; what has no spaces for so long is broken anyway, and cheap to measure.
LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Word:
    """The smallest thing a line is made of: letters in one style, or a symbol. `glued` follows without a space."""

    text: str
    style: str
    glued: bool = False
    symbol: str = ""

    def width(self, size: int) -> float:
        return size * 0.95 if self.symbol else width(self.text, self.style, size)


Line = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """Text broken into lines of one size; None is the gap between two paragraphs."""

    size: int
    lines: tuple[Line | None, ...]

    @property
    def height(self) -> float:
        leading = self.size * LEADING
        return sum(leading * PARAGRAPH_GAP if line is None else leading for line in self.lines)


def set_text(
    text: Sequence[Paragraph], *, box: tuple[int, int], sizes: Sequence[int] = SIZES, style: str = TEXT
) -> Setting:
    """The largest size in which the text fits; what does not fit in the smallest ends in an ellipsis."""
    paragraphs = [tuple(words(paragraph, style=style)) for paragraph in text]
    setting = Setting(sizes[0], ())
    for size in sizes:
        setting = Setting(size, tuple(_lines(paragraphs, size=size, room=box[0])))
        if setting.height <= box[1]:
            return setting
    return _cut(setting, height=box[1], room=box[0])


def set_if_room(text: Sequence[Paragraph], *, box: tuple[int, int], size: int, style: str) -> Setting | None:
    """The text in one size, or not at all."""
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
            for start in range(0, len(word), LONGEST_WORD):
                yield Word(word[start : start + LONGEST_WORD], BOLD if run.bold else style, glued=glued or start > 0)
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
        for group, wide in _unbroken(paragraph, size=size):
            if line and used + space + wide > room:
                yield tuple(line)
                line, used = [], 0.0
            if wide > room:
                *full, (group, wide) = _broken(group, size=size, room=room)
                yield from (whole for whole, _ in full)
            used += wide + (space if line else 0)
            line.extend(group)
        if line:
            yield tuple(line)


def _unbroken(paragraph: tuple[Word, ...], *, size: int) -> Iterator[tuple[Line, float]]:
    """Words that stay together: bold ones and the comma that follows them."""
    group: list[Word] = []
    for word in paragraph:
        if group and not word.glued:
            yield tuple(group), sum(each.width(size) for each in group)
            group = []
        group.append(word)
    if group:
        yield tuple(group), sum(each.width(size) for each in group)


def _broken(group: Line, *, size: int, room: float) -> list[tuple[Line, float]]:
    """What is longer than a line, letter by letter."""
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


def _cut(setting: Setting, *, height: float, room: float) -> Setting:
    kept: list[Line | None] = []
    for line in setting.lines:
        if Setting(setting.size, (*kept, line)).height > height:
            break
        kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    if kept and kept[-1]:
        last = list(kept[-1])
        dots = Word(ELLIPSIS, TEXT, glued=True)
        while len(last) > 1 and _width((*last, dots), setting.size) > room:
            last.pop()
        kept[-1] = (*last, dots)
    return Setting(setting.size, tuple(kept))


def _width(line: Line, size: int) -> float:
    space = width(" ", TEXT, size)
    gaps = sum(space for number, word in enumerate(line) if number and not word.glued)
    return gaps + sum(word.width(size) for word in line)


def line_widths(setting: Setting) -> list[float]:
    return [_width(line, setting.size) for line in setting.lines if line]


def draw_setting(
    image: Image.Image, setting: Setting, *, at: tuple[int, float], fill: str, centre_in: int | None = None
) -> float:
    """Draws the lines from the top; returns where the next thing may begin."""
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
    """Words on a baseline."""
    x, baseline = at
    for part, made in pieces(text, style, size):
        draw.text((x, baseline), part, font=made, fill=fill, anchor="ls")
        x += made.getlength(part)


def fitting_size(text: str, *, style: str, room: float, sizes: Sequence[int]) -> int:
    for size in sizes:
        if width(text, style, size) <= room:
            return size
    return sizes[-1]


def shortened(text: str, *, style: str, size: int, room: float) -> str:
    """The beginning of a single line that fits, with an ellipsis if anything is left out."""
    if width(text, style, size) <= room:
        return text
    kept = text[: LONGEST_WORD * 4]
    while kept and width(kept + ELLIPSIS, style, size) > room:
        kept = kept[:-1].rstrip()
    return kept + ELLIPSIS
