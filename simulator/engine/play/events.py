"""The base class of events: what happened in a game. Logs are event_log.py.

Each game defines its own events; narration.py turns them into sentences in the reader's language.
"""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with ids instead of objects.

    Example: `Wounded(who=3, amount=2, left=1)`.
    """

    def as_json(self) -> dict[str, object]:
        return {"event": type(self).__name__, **{part.name: getattr(self, part.name) for part in fields(self)}}

    def line(self) -> str:
        """The event on one line of a playthrough file."""
        values = [f"{part.name}={getattr(self, part.name)}" for part in fields(self)]
        return " ".join([type(self).__name__, *values])
