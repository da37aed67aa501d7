"""Lines of lists that other tools and other people wrote, as our own lists would have them: `2 Fireball`.

Bullets, emoji, quotes, counts behind the name, cells of a table, marks of a set; and which lines name no card at all,
but a part of a list or the columns of a table. A line is changed only if it is not understood as it stands; what the
game's own reader makes of it is simulator/engine/decks/parser.py.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

from simulator.engine.values import fold

LONGEST: Final = 120
# How the files of spreadsheets and word processors begin, new and old, and those to print.
_DOCUMENTS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
_COMMENT: Final = ("#", "//")
# A number with a point or bracket behind it is the line's place in the list, not a count.
_BULLET: Final = re.compile(r"^(?:(?:[-*+•·▪◦‣>–—]|[0-9]{1,4}[.)])\s+)(?:\[[ xX]?\]\s+)?")
_AROUND: Final = " \t*_`=“”\"'‘’«»|,;"
_COUNT: Final = r"[xX×]?\s?(?P<count>[0-9]{1,6})\s?[xX×]?"
_COUNTED: Final = (
    re.compile(rf"(?P<name>.+?)\s*[(\[]\s*{_COUNT}\s*[)\]]:?"),
    re.compile(rf"[(\[]\s*{_COUNT}\s*[)\]]\s*(?P<name>.+)"),
    re.compile(rf"{_COUNT}\s*[,;:|\t]\s*(?P<name>.+)"),
    re.compile(rf"{_COUNT}\s+[-–—]\s+(?P<name>.+)"),
    re.compile(rf"(?P<name>.+?)\s*[,;:|\t]\s*{_COUNT}"),
    re.compile(rf"(?P<name>.+?)\s+[-–—]\s+{_COUNT}"),
)
_BEHIND: Final = re.compile(r"(?P<name>.*[^\W\d_]) (?P<count>[0-9]{1,3})")
_MARKS: Final = re.compile(r"(?:\s+(?:\([A-Za-z0-9-]{2,8}\)(?:\s+[0-9]{1,4}[a-z]?)?|\[[^\]]*\]|\*[A-Z]\*?))+$")
_OURS: Final = re.compile(r"[0-9]+ [^\W\d_].*")
_CELLS: Final = re.compile(r"[,;|\t]")
_SIZE: Final = re.compile(r"\s*[(\[]\s*[0-9]{1,4}\s*[)\]]$")
# Parts that lists of other games have, folded, in the three languages.
_OTHER_PARTS: Final = frozenset(
    (
        *("deck", "main", "main deck", "maindeck", "mainboard", "main board", "side", "sideboard", "side board"),
        *("side deck", "extra deck", "maybeboard", "maybe board", "considering", "commander", "companion", "tokens"),
        *("mazo", "mazo principal", "mazo secundario", "banquillo", "reserva", "comandante", "fichas"),
        *("mazzo", "mazzo principale", "mazzo secondario", "riserva", "panchina", "comandante", "segnalini"),
    )
)


def is_document(data: bytes) -> bool:
    """Whether a file is of a program's own making, in which no line can be read."""
    return data.startswith(_DOCUMENTS)


def tidied(line: str, *, knows: Callable[[str], bool]) -> str:
    """The line as it would be read; `knows` tells whether one is understood. What means nothing stays as it was."""
    if len(line) > LONGEST or line.lstrip().startswith(_COMMENT) or knows(line):
        return line
    # Of what is not known either way, the first is shown: a name without marks around it, with its count.
    guess = ""
    for other in _other_ways(line, knows=knows):
        if knows(other):
            return other
        guess = guess or (other if _OURS.fullmatch(other) else "")
    return guess or line


def tidied_text(text: str, *, knows: Callable[[str], bool], most: int) -> str:
    """The same for the first lines of a text, as many as are read of it; all keep their numbers."""
    lines = re.split(r"\r\n|\r|\n", text)
    return "\n".join([*(tidied(line, knows=knows) for line in lines[:most]), *lines[most:]])


def other_heading(line: str) -> str:
    """The words of a line that heads a part of a list which is not ours: `Sideboard (15)`, `Traps:`; else nothing.

    Asked only about lines that mean no card and no part of a deck.
    """
    words = _SIZE.sub("", _bare(line)).strip(" []:")
    if not _has_name(words) or words[0].isdigit():
        return ""
    return words if fold(words) in _OTHER_PARTS or line.rstrip().endswith(":") else ""


def is_table_heading(
    line: str, following: str, *, knows: Callable[[str], bool], is_column: Callable[[str], bool]
) -> bool:
    """Whether a line names the columns of a table: words that are no card, above cells with a number among them."""
    cells, below = (_cells(one) for one in (line, following))
    if len(line) > LONGEST or len(cells) < 2 or len(below) < 2 or not all(_has_name(cell) for cell in cells if cell):
        return False
    if not any(cell.isdecimal() for cell in below) or knows(line) or any(cell and knows(cell) for cell in cells):
        return False
    # Names of cards hold commas too: between commas alone, at least one word must be that of a column.
    return any(is_column(cell) for cell in cells) or (len(cells) == len(below) and "," not in line)


def _cells(line: str) -> list[str]:
    return [cell.strip(_AROUND) for cell in _CELLS.split(line)]


def _other_ways(line: str, *, knows: Callable[[str], bool]) -> Iterator[str]:
    bare = _bare(line)
    if not _has_name(bare):
        return
    for body in dict.fromkeys((bare, _MARKS.sub("", bare))):
        yield body
        for form in _COUNTED:
            found = form.fullmatch(body)
            if found and _has_name(found["name"]):
                name = found["name"].strip(_AROUND)
                yield f"{int(found['count'])} {name}"
                yield name if knows(name) and form is _COUNTED[0] else f"{int(found['count'])} {_MARKS.sub('', name)}"
        behind = _BEHIND.fullmatch(body)
        if behind and knows(behind["name"]):
            yield f"{int(behind['count'])} {behind['name']}"
    yield from _of_cells(bare, knows=knows)


def _bare(line: str) -> str:
    """Without what stands around the words: bullets, emoji, quotes."""
    seen = "".join(char for char in line if not _is_picture(char))
    quoted = re.sub(r"[“”\"«»]", " ", _BULLET.sub("", seen.strip()))
    return re.sub(r" {2,}", " ", quoted).strip(_AROUND).removesuffix(":")


def _is_picture(char: str) -> bool:
    """Emoji and what changes how one looks: joiners, skin tones, variation selectors."""
    if char.isascii():
        return False
    return unicodedata.category(char) in ("So", "Sk", "Cf", "Me") or "\ufe00" <= char <= "\ufe0f"


def _of_cells(line: str, *, knows: Callable[[str], bool]) -> Iterator[str]:
    """A row of a table: one cell is the count, one names a card. If two name cards, it means something else."""
    cells = _cells(line)
    counts = [cell for cell in cells if re.fullmatch(r"[0-9]{1,6}", cell)]
    names = [cell for cell in cells if cell and cell not in counts and knows(cell)]
    if len(names) == 1 and counts:
        yield f"{int(counts[0])} {names[0]}"


def _has_name(text: str) -> bool:
    return any(char.isalpha() for char in text.lower().replace("x", ""))
