"""What happened in a game: the base of every event. Logs, which collect or ignore them, are event_log.py.

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
