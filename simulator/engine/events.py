"""What happened in a game: the base of every event, and the logs that collect or ignore them.

The events themselves are each game's own; sentences about them are made on the page, in the reader's language.
"""

from dataclasses import dataclass, fields


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
