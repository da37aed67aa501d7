"""The lines of a decklist text before anybody knows a card: cut, cleaned, told apart into comments, counts and names.

What a name means, and what a deck is, is decklist.py.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from simulator.engine.values import fold, is_unprintable, is_unseen

# A real list is a few kilobytes. Whoever sends more gets an answer, not the server.
MOST_LINES: Final = 1_000
LONGEST_LINE: Final = 300
LONGEST_TEXT: Final = 100_000
MOST_COPIES: Final = 999
LONGEST_NAME: Final = 100

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


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    text: str
    """On single spaces, without unseen characters."""
    fault: str = ""
    """Why it cannot be read whatever it says: `control_character` or `line_too_long`."""


@dataclass(frozen=True, slots=True)
class LineReading:
    """One way to understand a line: so many of this name."""

    count: int
    name: str


def split(text: str) -> tuple[list[Line], int]:
    """The lines that say something, and the number of the first line that was not looked at (0 if all were)."""
    pieces = _ENDS.split(text[: LONGEST_TEXT + 1])
    unread = 0
    if len(text) > LONGEST_TEXT:
        # The last piece was cut somewhere in the middle and may say anything.
        unread = len(pieces)
    if len(pieces) > MOST_LINES and any(piece.strip() for piece in pieces[MOST_LINES:]):
        unread = MOST_LINES + 1
    if unread:
        pieces = pieces[: unread - 1]
    lines = [_clean(piece, number=number) for number, piece in enumerate(pieces[:MOST_LINES], start=1)]
    return [line for line in lines if line.text or line.fault], unread


def _clean(piece: str, *, number: int) -> Line:
    fault = "line_too_long" if len(piece) > LONGEST_LINE else ""
    seen = "".join("\ufffd" if is_unprintable(char) else char for char in piece[:LONGEST_LINE] if not is_unseen(char))
    if any(is_unprintable(char) for char in piece[:LONGEST_LINE]):
        fault = "control_character"
    return Line(number, " ".join(seen.split()), fault)


def comment(text: str) -> str | None:
    """What a comment line says, None if the line is no comment."""
    found = _COMMENT.fullmatch(text)
    return found[1] if found else None


def named_format(remark: str) -> str | None:
    """The format a comment such as `format: basic` names."""
    return _setting(remark, words=_FORMAT_WORDS)


def named_deck(remark: str) -> str | None:
    """The deck's name in a comment such as `name: format: a love story`, which would else be read as a format."""
    return _setting(remark, words=_NAME_WORDS)


def _setting(remark: str, *, words: tuple[str, ...]) -> str | None:
    found = _SETTING.fullmatch(remark)
    return found[2] if found and fold(found[1]) in words else None


def bodies(text: str) -> Iterator[str]:
    """The line as it stands, then without a comment at its end: a card's name may contain what looks like one."""
    yield text
    shorter = _TRAILING.sub("", text)
    if shorter != text:
        yield shorter


def readings(text: str) -> Iterator[LineReading]:
    """Every way to understand a line, the likeliest first; a bare name comes last and counts once."""
    for body in bodies(text):
        for form in _COUNTED:
            found = form.fullmatch(body)
            if found:
                yield LineReading(int(found["count"]), found["name"])
        yield LineReading(1, body)
