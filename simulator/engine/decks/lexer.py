"""Splits a decklist text into lines, and lines into comments, counts and names.

Knows no cards: what a name means is parser.py; the deck itself is decklist.py.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from simulator.engine.values import fold, is_unprintable, is_unseen

# A real list has a few kilobytes. The limits keep longer texts from using up the server.
MAX_LINES: Final = 1_000
MAX_LINE_LENGTH: Final = 300
MAX_TEXT_LENGTH: Final = 100_000
MAX_COPIES: Final = 999
MAX_NAME_LENGTH: Final = 100

_ENDS: Final = re.compile(r"\r\n|\r|\n")
_COMMENT: Final = re.compile(r"(?://+|#+)\s*(.*)")
_TRAILING: Final = re.compile(r"\s+(?://|#).*")
_SETTING: Final = re.compile(r"([^\W\d_]+)\s*:\s*(.*)")
# In this order: the plain form first, because it is the one that is written out again.
_COUNTED: Final = (
    re.compile(r"(?P<count>-?[0-9]+) (?P<name>.+)"),
    re.compile(r"(?P<count>-?[0-9]+) ?[xX\u00d7] ?(?P<name>.+)"),
    re.compile(r"(?P<name>.+) [xX\u00d7] ?(?P<count>-?[0-9]+)"),
)

_FORMAT_WORDS: Final = ("format", "formato")
_NAME_WORDS: Final = ("name", "nombre", "nome")
_GAME_WORDS: Final = ("game", "juego", "gioco")


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    text: str
    """With single spaces and without invisible characters."""
    fault: str = ""
    """Why the line cannot be read: `control_character` or `line_too_long`."""


@dataclass(frozen=True, slots=True)
class LineReading:
    """One way to understand a line: a count and a name."""

    count: int
    name: str


def split(text: str) -> tuple[list[Line], int]:
    """The lines that are not empty, and the number of the first unread line or 0."""
    pieces, unread = raw_lines(text)
    lines = [clean(piece, number=number) for number, piece in enumerate(pieces, start=1)]
    return [line for line in lines if line.text or line.fault], unread


def raw_lines(text: str) -> tuple[list[str], int]:
    """The lines as they were written, up to the limits, and the number of the first unread line or 0."""
    pieces = _ENDS.split(text[: MAX_TEXT_LENGTH + 1])
    unread = 0
    if len(text) > MAX_TEXT_LENGTH:
        # The last piece is incomplete: the text was cut inside it.
        unread = len(pieces)
    if len(pieces) > MAX_LINES and any(piece.strip() for piece in pieces[MAX_LINES:]):
        unread = MAX_LINES + 1
    return pieces[: unread - 1 if unread else MAX_LINES], unread


def clean(piece: str, *, number: int) -> Line:
    """A line without invisible characters; unprintable ones are shown as U+FFFD and make it faulty."""
    fault = "line_too_long" if len(piece) > MAX_LINE_LENGTH else ""
    visible = "".join(
        "\ufffd" if is_unprintable(char) else char for char in piece[:MAX_LINE_LENGTH] if not is_unseen(char)
    )
    if any(is_unprintable(char) for char in piece[:MAX_LINE_LENGTH]):
        fault = "control_character"
    return Line(number, " ".join(visible.split()), fault)


def comment(text: str) -> str | None:
    """The content of a comment line; None if the line is no comment."""
    match = _COMMENT.fullmatch(text)
    return match[1] if match else None


def named_format(remark: str) -> str | None:
    """The format a comment such as `format: basic` names."""
    return _setting(remark, words=_FORMAT_WORDS)


def named_deck(remark: str) -> str | None:
    """The deck's name in a comment such as `name: format: a love story`."""
    return _setting(remark, words=_NAME_WORDS)


def named_game(remark: str) -> str | None:
    """The game in a comment such as `game: Lanterns`."""
    return _setting(remark, words=_GAME_WORDS)


def _setting(remark: str, *, words: tuple[str, ...]) -> str | None:
    match = _SETTING.fullmatch(remark)
    return match[2] if match and fold(match[1]) in words else None


def bodies(text: str) -> Iterator[str]:
    """The whole line, then without a trailing comment.

    A card's name may contain what looks like one.
    """
    yield text
    shorter = _TRAILING.sub("", text)
    if shorter != text:
        yield shorter


def readings(text: str) -> Iterator[LineReading]:
    """Every way to understand a line, the likeliest first.

    A bare name comes last and counts once.
    """
    for body in bodies(text):
        for form in _COUNTED:
            match = form.fullmatch(body)
            if match:
                yield LineReading(int(match["count"]), match["name"])
        yield LineReading(1, body)
