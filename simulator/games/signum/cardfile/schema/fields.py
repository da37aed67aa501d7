"""Reads the fields of one JSON object of a card file and collects its faults.

Knows types, ranges and word lists, but no cards: their fields are cards.py.
"""

import difflib
from collections.abc import Iterable, Sequence
from typing import Final

from simulator.games.signum.cards.vocabulary import LENGTHS_MM

_MIN_SIMILARITY: Final = 0.5
_MAX_SHOWN_LENGTH: Final = 60


def near(word: str, *, among: Iterable[str]) -> str:
    """The end of a sentence about an unknown word.

    It suggests the most similar known one, if there is one.
    """
    similar = difflib.get_close_matches(word, list(among), n=1, cutoff=_MIN_SIMILARITY)
    return f"; did you mean {similar[0]!r}?" if similar else ""


def shown(value: object) -> str:
    """A value as it appears in the file, truncated if it is long."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…"


class SchemaContext:
    """The card being read, data about the other cards, and all faults so far."""

    __slots__ = ("buildings", "card", "faction", "faults", "file", "heroes", "loose", "type")

    def __init__(self, *, buildings: dict[str, str], heroes: dict[str, str], loose: bool = False) -> None:
        self.buildings = buildings  # key -> faction
        self.heroes = heroes  # code -> faction
        self.file = ""
        self.card = ""
        self.type = ""
        self.faction = ""
        self.faults: list[str] = []
        # For scenarios, which go beyond printed cards: maxima and card types of keywords are not checked.
        self.loose = loose

    def fault(self, path: str, sentence: str) -> None:
        parts = [part for part in (self.file, self.card, path) if part]
        self.faults.append(": ".join([*parts, sentence]))


class SchemaFields:
    """One JSON object.

    Readers request every allowed field; `finish` reports all others.
    """

    __slots__ = ("_data", "_requested", "path", "reading")

    def __init__(self, data: object, *, path: str, reading: SchemaContext) -> None:
        self.path = path
        self.reading = reading
        self._requested: list[str] = []
        self._data: dict[str, object] = {}
        if isinstance(data, dict):
            self._data = data
        else:
            reading.fault(path, f"expected an object {{…}}, found {shown(data)}")

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def fault(self, name: str, sentence: str) -> None:
        self.reading.fault(self.at(name) if name else self.path, sentence)

    def names(self) -> list[str]:
        return list(self._data)

    def has(self, name: str) -> bool:
        self._requested.append(name)
        return name in self._data

    def value(self, name: str) -> object:
        """The raw value; None and a fault if it is missing."""
        if not self.has(name):
            self.fault("", f"missing {name!r}{self._misspelt(name)}")
            return None
        return self._data[name]

    def _misspelt(self, name: str) -> str:
        similar = difflib.get_close_matches(name, [known for known in self._data if known not in self._requested], n=1)
        return f"; is it what {similar[0]!r} means?" if similar else ""

    def number(self, name: str, *, least: int, most: int, default: int | None = None) -> int:
        if default is not None and not self.has(name):
            return default
        value = self.value(name)
        if name in self._data:
            return whole(value, least=least, most=most, path=self.at(name), reading=self.reading)
        return least

    def flag(self, name: str) -> bool:
        if not self.has(name):
            return False
        value = self._data[name]
        if not isinstance(value, bool):
            self.fault(name, f"expected true or false, found {shown(value)}")
        return value is True

    def word(self, name: str, *, kind: str, among: Sequence[str], default: str | None = None) -> str:
        """One of the words of a list."""
        if default is not None and not self.has(name):
            return default
        value = self.value(name)
        if name not in self._data:
            return ""
        return one_of(value, kind=kind, among=among, path=self.at(name), reading=self.reading)

    def length(self, name: str, *, default: int | None = None) -> int:
        """S, M, L or XL, in millimetres."""
        if default is not None and not self.has(name):
            return default
        return LENGTHS_MM.get(self.word(name, kind="length", among=tuple(LENGTHS_MM)), 0)

    def text(self, name: str) -> str:
        value = self.value(name)
        if name in self._data and (not isinstance(value, str) or not value.strip()):
            self.fault(name, f"expected a text, found {shown(value)}")
        return value if isinstance(value, str) else ""

    def part(self, name: str) -> "SchemaFields":
        """A field that is an object itself."""
        value = self.value(name)
        return SchemaFields(value if name in self._data else {}, path=self.at(name), reading=self.reading)

    def items(self, name: str, *, optional: bool = False, may_be_empty: bool = False) -> list[object]:
        """A field that is a list."""
        if optional and not self.has(name):
            return []
        value = self.value(name)
        if name not in self._data:
            return []
        return listed(value, path=self.at(name), reading=self.reading, may_be_empty=may_be_empty)

    def finish(self) -> None:
        """Reports every field that was not requested."""
        for name in self._data:
            if name not in self._requested:
                free = [known for known in self._requested if known not in self._data]
                self.fault("", f"unknown field {name!r}{near(name, among=free)}")


def whole(value: object, *, least: int, most: int, path: str, reading: SchemaContext) -> int:
    """A whole number within a range."""
    if not isinstance(value, int) or isinstance(value, bool):
        reading.fault(path, f"expected a whole number, found {shown(value)}")
        return least
    if value < least or (value > most and not reading.loose):
        reading.fault(path, f"expected {least} to {most}, found {value}")
    return value


def one_of(value: object, *, kind: str, among: Sequence[str], path: str, reading: SchemaContext) -> str:
    """A word of a list; an empty string and a fault for any other value."""
    if not isinstance(value, str):
        reading.fault(path, f"expected a {kind}, found {shown(value)}")
    elif value not in among:
        hint = near(value, among=among) or f"; expected one of {', '.join(among)}"
        reading.fault(path, f"unknown {kind} {value!r}{hint}")
    else:
        return value
    return ""


def listed(value: object, *, path: str, reading: SchemaContext, may_be_empty: bool = False) -> list[object]:
    if not isinstance(value, list):
        reading.fault(path, f"expected a list […], found {shown(value)}")
        return []
    if not value and not may_be_empty:
        reading.fault(path, "the list is empty")
    return value
