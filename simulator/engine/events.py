"""What happened in a game: the base of every event, and the logs that collect or ignore them.

The events themselves are each game's own; sentences about them are made on the page, in the reader's language.
Beside the events there are notes: the few things that figures over thousands of games are made of (totals.py).
"""

from dataclasses import dataclass, fields
from typing import Final

FIRST: Final = "first"
"""This seat begins; the note names no card."""
OPENING: Final = "opening"
"""A card of the hand with which a seat begins the game."""
DRAWN: Final = "drawn"
"""A card came to the hand after that."""
PLAYED: Final = "played"
"""A card was played from the hand."""
BUILT: Final = "built"
"""A card that is chosen and not drawn was put down: the order of these is what players call a build order."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the past tense, with ids instead of objects: `Wounded(who=3, amount=2, left=1)`."""

    def as_json(self) -> dict[str, object]:
        return {"event": type(self).__name__, **{part.name: getattr(self, part.name) for part in fields(self)}}

    def line(self) -> str:
        """The event on one line of a playthrough file."""
        told = [f"{part.name}={getattr(self, part.name)}" for part in fields(self)]
        return " ".join([type(self).__name__, *told])


class Log:
    """Collects every event in order."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[Event] = []

    @property
    def listening(self) -> bool:
        """Rules ask this before they make an event: making one costs more than many a rule."""
        return True

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def note(self, what: str, seat: int, card: str = "") -> None:
        """Games note these whether anybody listens or not, so a note must cost nothing; it may tell a secret."""

    def lines(self) -> list[str]:
        return [event.line() for event in self.events]


class SilentLog(Log):
    """Keeps nothing: for bulk runs, and for the clones a policy thinks with."""

    __slots__ = ()

    @property
    def listening(self) -> bool:
        return False

    def emit(self, event: Event) -> None:
        """Nobody listens."""


class Tally(SilentLog):
    """Keeps the notes and no events: for games that are only counted."""

    __slots__ = ("notes",)

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[tuple[str, int, str]] = []

    def note(self, what: str, seat: int, card: str = "") -> None:
        self.notes.append((what, seat, card))
