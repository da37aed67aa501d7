"""Reads: which deck somebody means by a file, or by the name of a reference deck."""

from pathlib import Path

from simulator.engine import decklist
from simulator.engine.decklist import DeckList
from simulator.engine.system import GameSystem

MOST_BYTES = 1_000_000


class DeckNotUsable(ValueError):
    """A deck that cannot be found, read or played; the sentence quotes what was given."""


def deck_named(given: str, *, system: GameSystem) -> DeckList:
    """The reference deck of that name, or the deck in the file of that path."""
    path = Path(given)
    if path.is_file():
        return deck_in_file(path, system=system)
    try:
        return system.reference_deck(given).deck
    except LookupError as unknown:
        raise DeckNotUsable(f"{given!r} is neither a file nor a reference deck. {unknown}") from unknown


def deck_in_file(path: Path, *, system: GameSystem) -> DeckList:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DeckNotUsable(f"{path} is larger than {MOST_BYTES} bytes: that is no decklist.")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise DeckNotUsable(f"{path} is not text in UTF-8 (byte {fault.start}).") from fault
    except OSError as fault:
        raise DeckNotUsable(f"{path} cannot be read: {fault.strerror}.") from fault
    deck, unread = decklist.read(text, system=system)
    faults = [*unread, *system.check_deck(deck).errors]
    if faults:
        raise DeckNotUsable(f"{path} cannot be played: " + " ".join(fault.message for fault in faults))
    return deck
