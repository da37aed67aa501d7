"""Normalises lines of decklists from other tools to our own form: `2 Fireball`.

Handles bullets, emoji, quotes, counts behind the name, table cells, set marks and Markdown; also detects headings of
sections and of tables, which name no card. A line is changed only if it is not understood as it is. Parsing the result
is parser.py.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from simulator.engine.values import fold

MAX_LINE_LENGTH: Final = 120
# The first bytes of office documents, new and old, and of PDF files.
_DOCUMENTS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")
_COMMENT: Final = ("#", "//")
# A number followed by a point or bracket is the position in the list, not a count.
_BULLET: Final = re.compile(r"^(?:(?:[-*+•·▪◦‣>–—]|[0-9]{1,4}[.)])\s+)(?:\[[ xX]?\]\s+)?")
_SURROUNDING: Final = " \t*_`=“”\"'‘’«»|,;"
_COUNT: Final = r"[xX×]?\s?(?P<count>[0-9]{1,6})\s?[xX×]?"
_COUNTED: Final = (
    re.compile(rf"(?P<name>.+?)\s*[(\[]\s*{_COUNT}\s*[)\]]:?"),
    re.compile(rf"[(\[]\s*{_COUNT}\s*[)\]]\s*(?P<name>.+)"),
    re.compile(rf"{_COUNT}\s*[,;:|\t]\s*(?P<name>.+)"),
    re.compile(rf"{_COUNT}\s+[-–—]\s+(?P<name>.+)"),
    re.compile(rf"(?P<name>.+?)\s*[,;:|\t]\s*{_COUNT}"),
    re.compile(rf"(?P<name>.+?)\s+[-–—]\s+{_COUNT}"),
)
_COUNT_BEHIND: Final = re.compile(r"(?P<name>.*[^\W\d_]) (?P<count>[0-9]{1,3})")
_MARKS: Final = re.compile(r"(?:\s+(?:\([A-Za-z0-9-]{2,8}\)(?:\s+[0-9]{1,4}[a-z]?)?|\[[^\]]*\]|\*[A-Z]\*?))+$")
_OWN_FORM: Final = re.compile(r"[0-9]+(?: ?[xX×])? [^\W\d_].*")
_CELLS: Final = re.compile(r"[,;|\t]")
_SIZE: Final = re.compile(r"\s*[(\[]\s*[0-9]{1,4}\s*[)\]]$")
_MARKDOWN_HEADING: Final = re.compile(r"#{2,6}\s+(?P<words>.+?)(?P<size>\s+\([0-9]{1,4}\))?")
_MARKDOWN_CODE: Final = re.compile(r"`[A-Za-z0-9_-]{20,}`")
_ESCAPED: Final = re.compile(r"\\([\\`*_\[\]<>#])")
_RULER: Final = re.compile(r"[\s|:-]+")
# Sections in lists of other games, folded, in the three languages.
_OTHER_SECTIONS: Final = frozenset(
    (
        *("deck", "main", "main deck", "maindeck", "mainboard", "main board", "side", "sideboard", "side board"),
        *("side deck", "extra deck", "maybeboard", "maybe board", "considering", "commander", "companion", "tokens"),
        *("mazo", "mazo principal", "mazo secundario", "banquillo", "reserva", "comandante", "fichas"),
        *("mazzo", "mazzo principale", "mazzo secondario", "riserva", "panchina", "comandante", "segnalini"),
    )
)


def is_document(data: bytes) -> bool:
    """Whether a file is an office document or PDF, and therefore no plain text."""
    return data.startswith(_DOCUMENTS)


def normalize_line(line: str, *, knows: Callable[[str], bool]) -> str:
    """The line in our own form; `knows` returns whether a line is understood.

    Other lines stay unchanged.
    """
    if len(line) > MAX_LINE_LENGTH or line.lstrip().startswith(_COMMENT) or knows(line):
        return line
    # If no variant is understood, the first with a count and a clean name is shown.
    guess = ""
    for variant in _variants(line, knows=knows):
        if knows(variant):
            return variant
        guess = guess or (variant if _OWN_FORM.fullmatch(variant) else "")
    # The number behind a heading is the size of a section, not a count.
    return line if other_heading(line) else guess or line


def normalize_lines(
    lines: Sequence[str], *, knows: Callable[[str], bool], is_heading: Callable[[str], bool]
) -> list[str]:
    """The lines of a text in our own form; all keep their places."""
    if any(_markdown_heading(line, is_heading=is_heading) for line in lines):
        lines = [_without_markdown(line, is_heading=is_heading) for line in lines]
    return ["" if _is_ruler(line) else normalize_line(line, knows=knows) for line in lines]


def table_heading(lines: Sequence[str], *, knows: Callable[[str], bool], is_column: Callable[[str], bool]) -> int:
    """The number of the line that names the columns of a table; 0 if there is none."""
    filled = (number for number, line in enumerate(lines, start=1) if line.strip() and not _is_ruler(line))
    first, second = next(filled, 0), next(filled, 0)
    if not second or lines[first - 1].lstrip().startswith(_COMMENT):
        return 0
    heads = is_table_heading(lines[first - 1], lines[second - 1], knows=knows, is_column=is_column)
    return first if heads else 0


def other_heading(line: str) -> str:
    """The words of a heading that is not the game's: `Sideboard (15)`, `Traps:`.

    Empty for other lines. For lines that are neither a card nor a section of the deck.
    """
    words = _SIZE.sub("", _bare(line)).strip(" []:")
    if not _has_name(words) or words[0].isdigit():
        return ""
    return words if fold(words) in _OTHER_SECTIONS or line.rstrip().endswith(":") else ""


def is_table_heading(
    line: str, following: str, *, knows: Callable[[str], bool], is_column: Callable[[str], bool]
) -> bool:
    """Whether a line is the header of a table.

    It has words that are no card, above cells with a number.
    """
    cells, below = _cells(line), _cells(following)
    if len(line) > MAX_LINE_LENGTH or len(cells) < 2 or len(below) < 2:
        return False
    if not all(_has_name(cell) for cell in cells if cell):
        return False
    if not any(cell.isdecimal() for cell in below) or knows(line) or any(cell and knows(cell) for cell in cells):
        return False
    # Card names contain commas too, so a line separated by commas needs at least one column name.
    return any(is_column(cell) for cell in cells) or (len(cells) == len(below) and "," not in line)


def _is_ruler(line: str) -> bool:
    """Whether this is the line below the heading of a Markdown table."""
    return len(line) <= MAX_LINE_LENGTH and "|" in line and "--" in line and _RULER.fullmatch(line) is not None


def _markdown_heading(line: str, *, is_heading: Callable[[str], bool]) -> str:
    """The words of a heading such as `## Battle deck (34)`; empty for other lines.

    `##` before other words begins a comment.
    """
    match = _MARKDOWN_HEADING.fullmatch(line.strip()) if len(line) <= MAX_LINE_LENGTH else None
    words = _bare(match["words"]) if match else ""
    return words if match and (match["size"] or is_heading(words) or fold(words) in _OTHER_SECTIONS) else ""


def _without_markdown(line: str, *, is_heading: Callable[[str], bool]) -> str:
    """A line without the marks that our export writes.

    The deck code at the end repeats the cards above it.
    """
    if _MARKDOWN_CODE.fullmatch(line.strip()):
        return ""
    return _ESCAPED.sub(r"\1", _markdown_heading(line, is_heading=is_heading) or line)


def _cells(line: str) -> list[str]:
    return [cell.strip(_SURROUNDING) for cell in _CELLS.split(line)]


def _variants(line: str, *, knows: Callable[[str], bool]) -> Iterator[str]:
    bare = _bare(line)
    if not _has_name(bare):
        return
    for body in dict.fromkeys((bare, _MARKS.sub("", bare))):
        yield body
        for form in _COUNTED:
            match = form.fullmatch(body)
            if match and _has_name(match["name"]):
                name = match["name"].strip(_SURROUNDING)
                yield f"{int(match['count'])} {name}"
                yield name if knows(name) and form is _COUNTED[0] else f"{int(match['count'])} {_MARKS.sub('', name)}"
        behind = _COUNT_BEHIND.fullmatch(body)
        if behind and knows(behind["name"]):
            yield f"{int(behind['count'])} {behind['name']}"
    yield from _cell_variants(bare, knows=knows)


def _bare(line: str) -> str:
    """The line without bullets, emoji and quotes."""
    text = "".join(char for char in line if not _is_picture(char))
    quoted = re.sub(r"[“”\"«»]", " ", _BULLET.sub("", text.strip()))
    # A run of tabs would take a regular expression very long.
    spaced = re.sub(r"\s{2,}", lambda run: "\t" if "\t" in run[0] else " ", quoted)
    return spaced.strip(_SURROUNDING).removesuffix(":")


def _is_picture(char: str) -> bool:
    """Emoji and their modifiers: joiners, skin tones, variation selectors."""
    if char.isascii():
        return False
    return unicodedata.category(char) in ("So", "Sk", "Cf", "Me") or "\ufe00" <= char <= "\ufe0f"


def _cell_variants(line: str, *, knows: Callable[[str], bool]) -> Iterator[str]:
    """A table row with a count and exactly one card name.

    Rows with two card names are ambiguous.
    """
    cells = _cells(line)
    counts = [cell for cell in cells if re.fullmatch(r"[0-9]{1,6}", cell)]
    names = [cell for cell in cells if cell and cell not in counts and knows(cell)]
    if len(names) == 1 and counts:
        yield f"{int(counts[0])} {names[0]}"


def _has_name(text: str) -> bool:
    return any(char.isalpha() for char in text.lower().replace("x", ""))
