"""Logs: collect the events of a game, or ignore them.

Besides events there are notes: the few facts that statistics over thousands of games need (matches/totals.py).
"""

from typing import Final

from simulator.engine.play.events import Event

FIRST: Final = "first"
"""The seat that begins; the note names no card."""
OPENING: Final = "opening"
"""A card of a seat's opening hand."""
DRAWN: Final = "drawn"
"""A card drawn after that."""
PLAYED: Final = "played"
"""A card played from the hand."""
BUILT: Final = "built"
"""A card that was built, not drawn; the sequence of these is the build order."""
STARTED: Final = "started"
"""A card in play from the start of the game."""
BOUGHT: Final = "bought"
"""A card that was bought during the game."""
LOST: Final = "lost"
"""A card in play that was lost: destroyed, killed or discarded."""


class Log:
    """Collects every event in order."""

    __slots__ = ("events", "listening")

    def __init__(self) -> None:
        self.events: list[Event] = []
        # Rules check this before they create an event, because creating one is expensive.
        self.listening = True

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def note(self, kind: str, seat: int, card: str = "") -> None:
        """Ignores the note.

        Called in every game, so it must be cheap; notes may contain secrets.
        """

    def lines(self) -> list[str]:
        return [event.line() for event in self.events]


class SilentLog(Log):
    """Keeps nothing: for bulk runs, and for the clones of look-ahead."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.listening = False

    def emit(self, event: Event) -> None:
        """Ignores the event."""


class Tally(SilentLog):
    """Keeps notes but no events, for statistics."""

    __slots__ = ("notes",)

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[tuple[str, int, str]] = []

    def note(self, kind: str, seat: int, card: str = "") -> None:
        self.notes.append((kind, seat, card))
