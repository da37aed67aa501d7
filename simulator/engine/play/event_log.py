"""Logs: who collects the events of a game, and who ignores them.

Beside the events there are notes: the few things that figures over thousands of games are made of (matches/totals.py).
"""

from typing import Final

from simulator.engine.play.events import Event

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


class Log:
    """Collects every event in order."""

    __slots__ = ("events", "listening")

    def __init__(self) -> None:
        self.events: list[Event] = []
        # Rules ask this before they make an event: making one costs more than many a rule.
        self.listening = True

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def note(self, what: str, seat: int, card: str = "") -> None:
        """Games note these whether anybody listens or not, so a note must cost nothing; it may tell a secret."""

    def lines(self) -> list[str]:
        return [event.line() for event in self.events]


class SilentLog(Log):
    """Keeps nothing: for bulk runs, and for the clones a policy thinks with."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.listening = False

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
