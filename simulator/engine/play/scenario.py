"""A position, a few commands and what must follow: what came of it, and how an author's mistake is told.

What the fields of a scenario mean is the game's business; files and YAML are management/scenario_files.py.
"""


class ScenarioError(ValueError):
    """The author of a scenario made a mistake: where (`players.a.characters[0].at`), and what was expected."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


class ScenarioResult:
    """What `run_scenario` prints: one a file."""

    __slots__ = ("differences", "events", "id", "state")

    def __init__(self, id: str, differences: list[str], state: dict[str, object], events: list[object]) -> None:
        self.id = id
        self.differences = differences
        self.state = state
        self.events = events

    @property
    def ok(self) -> bool:
        return not self.differences

    def as_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "ok": self.ok,
            "differences": self.differences,
            "state": self.state,
            "events": self.events,
        }
