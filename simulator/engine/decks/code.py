"""Deck codes: a deck as a short text with a version and a checksum.

A code has letters, digits, `-` and `_`. A card is written as its set and number, which never change: new cards in the
catalogue do not invalidate shared codes. The numbers of a section are written as the gaps between them, in as few bits
as possible (Rice codes). The name of the deck and the order of its lines are not part of the code. Bits are bits.py.
"""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from simulator.engine.decks.bits import BitReader, BitsEnded, BitWriter
from simulator.engine.decks.decklist import DeckList
from simulator.engine.values import tidy

if TYPE_CHECKING:
    from simulator.engine.game_system import GameSystem

VERSION: Final = 1
MAX_LENGTH: Final = 4_000
_CHECKSUM_BITS: Final = 24
_VERSION_BITS: Final = 4
_DIVISOR_BITS: Final = 3
# Far above any real deck; keeps a forged code from allocating gigabytes.
_MAX_ENTRIES: Final = 2_000
_MAX_DIGITS: Final = 9


class DeckCodeError(ValueError):
    """An invalid deck code; pages translate `reason` into the reader's language."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


Numbered = list[tuple[int, int]]
"""Card numbers and counts, sorted."""


def encode(deck: DeckList, *, system: "GameSystem") -> str:
    """The code of a deck, legal or not.

    The same cards in the same format have the same code.
    """
    body = BitWriter()
    body.text(deck.system)
    _write_word(body, deck.format, known=[known.code for known in system.formats])
    places = [section.code for section in system.sections]
    groups, literals = _grouped(deck)
    series = sorted({(set_code, width) for _, set_code, width in groups})
    body.count(len(series))
    for set_code, width in series:
        body.text(set_code)
        body.count(width)
    body.count(len(groups))
    for (section, set_code, width), numbers in sorted(groups.items()):
        _write_word(body, section, known=places)
        body.count(series.index((set_code, width)))
        _write_numbers(body, sorted(numbers))
    body.count(len(literals))
    for section, code, count in sorted(literals):
        _write_word(body, section, known=places)
        body.text(code)
        body.count(count)
    head = BitWriter()
    head.number(VERSION, bits=_VERSION_BITS)
    head.number(_checksum(body), bits=_CHECKSUM_BITS)
    return head.then(body).as_text()


def decode(code: str, *, systems: Mapping[str, "GameSystem"]) -> DeckList:
    """The deck of a code; raises DeckCodeError, with a sentence, for anything else."""
    compact = "".join(code[: MAX_LENGTH + 100].split())
    if len(compact) > MAX_LENGTH:
        raise DeckCodeError("too_long", f"This is longer than any deck code: at most {MAX_LENGTH} characters.")
    try:
        bits = BitReader(compact)
    except ValueError as wrong:
        raise DeckCodeError("bad_character", f"{wrong} A deck code has letters, digits, - and _ only.") from wrong
    try:
        version = bits.number(_VERSION_BITS)
        if version != VERSION and not _is_whole(bits):
            # Any text has a version number; only a valid checksum distinguishes a newer code from other text.
            raise DeckCodeError("no_code", "This is no deck code, or its beginning is missing or other.")
        if version != VERSION:
            raise DeckCodeError("version", f"This deck code has version {version}; this site reads version {VERSION}.")
        if bits.number(_CHECKSUM_BITS) != _checksum_of(bits.rest()):
            raise DeckCodeError("checksum", "The checksum of this deck code is wrong: a character is missing or other.")
        return _read_deck(bits, systems=systems)
    except (BitsEnded, ValueError) as wrong:
        if isinstance(wrong, DeckCodeError):
            raise
        raise DeckCodeError("broken", "This deck code ends too early or contradicts itself.") from wrong


def looks_like_a_code(text: str) -> bool:
    """Whether a line of text has the version and the checksum of a deck code."""
    try:
        bits = BitReader(text)
        return bits.number(_VERSION_BITS) == VERSION and _is_whole(bits)
    except (BitsEnded, ValueError):
        return False


def _is_whole(bits: BitReader) -> bool:
    """Whether the checksum, which follows the version in every version, is valid."""
    try:
        return bits.number(_CHECKSUM_BITS) == _checksum_of(bits.rest())
    except BitsEnded:
        return False


def _grouped(deck: DeckList) -> tuple[dict[tuple[str, str, int], Numbered], list[tuple[str, str, int]]]:
    """Cards with a plain number, grouped, and all other cards.

    Groups have a section, a set and the width of the number.
    """
    groups: dict[tuple[str, str, int], Numbered] = {}
    literals: list[tuple[str, str, int]] = []
    for section, lines in deck.sections:
        for code, count in lines:
            set_code, dash, number = code.rpartition("-")
            if dash and number.isascii() and number.isdigit() and len(number) <= _MAX_DIGITS:
                groups.setdefault((section, set_code, len(number)), []).append((int(number), count))
            else:
                literals.append((section, code, count))
    return groups, literals


def _write_word(bits: BitWriter, word: str, *, known: list[str]) -> None:
    """Writes the index among the game's own words, a list that only grows.

    Other words are written out.
    """
    bits.count(known.index(word) + 1 if word in known else 0)
    if word not in known:
        bits.text(word)


def _read_word(bits: BitReader, *, known: list[str]) -> str:
    place = bits.count()
    if place > len(known):
        raise ValueError("no such word")
    return known[place - 1] if place else _read_text(bits)


def _write_numbers(bits: BitWriter, numbers: Numbered) -> None:
    gaps = [number - before for (number, _), before in zip(numbers, (0, *(n + 1 for n, _ in numbers)), strict=False)]
    divisor = min(range(1 << _DIVISOR_BITS), key=lambda d: sum((gap >> d) + 1 + d for gap in gaps))
    bits.count(len(numbers))
    bits.number(divisor, bits=_DIVISOR_BITS)
    for gap, (_, count) in zip(gaps, numbers, strict=True):
        bits.rice(gap, divisor=divisor)
        bits.count(count - 1)


def _read_numbers(bits: BitReader) -> Numbered:
    length = _bounded(bits.count())
    divisor = bits.number(_DIVISOR_BITS)
    numbers: Numbered = []
    next_number = 0
    for _ in range(length):
        number = next_number + bits.rice(divisor=divisor)
        numbers.append((number, bits.count() + 1))
        next_number = number + 1
    return numbers


def _read_deck(bits: BitReader, *, systems: Mapping[str, "GameSystem"]) -> DeckList:
    name = _read_text(bits)
    system = systems.get(name)
    if system is None:
        known = ", ".join(systems) or "none"
        raise DeckCodeError("system", f"This is a deck for the game {name!r}; the games here are: {known}.")
    format = _read_word(bits, known=[known.code for known in system.formats])
    places = [section.code for section in system.sections]
    series = [(_read_text(bits), bits.count()) for _ in range(_bounded(bits.count()))]
    sections: list[tuple[str, tuple[tuple[str, int], ...]]] = []
    for _ in range(_bounded(bits.count())):
        section, place = _read_word(bits, known=places), bits.count()
        if place >= len(series) or series[place][1] > _MAX_DIGITS:
            raise ValueError("no such set")
        set_code, width = series[place]
        cards = tuple((f"{set_code}-{number:0{width}}", count) for number, count in _read_numbers(bits))
        sections.append((section, cards))
    for _ in range(_bounded(bits.count())):
        section, code = _read_word(bits, known=places), _read_text(bits)
        sections.append((section, ((code, bits.count()),)))
    return DeckList(system=name, format=format, sections=tuple(sections))


def _read_text(bits: BitReader) -> str:
    """Reads text.

    Rejects unprintable characters, because a forged code may have a valid checksum.
    """
    text = bits.text()
    if text != tidy(text):
        raise ValueError("unseen characters")
    return text


def _bounded(length: int) -> int:
    if length > _MAX_ENTRIES:
        raise ValueError("too many entries")
    return length


def _checksum(bits: BitWriter) -> int:
    return _checksum_of(bits.padded(after=_VERSION_BITS + _CHECKSUM_BITS))


def _checksum_of(bits: str) -> int:
    return int.from_bytes(hashlib.sha256(bits.encode()).digest()[: _CHECKSUM_BITS // 8], "big")
