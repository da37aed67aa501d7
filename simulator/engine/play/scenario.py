"""Scenarios: a position, commands and expectations.

Here are the result and the author's errors. Each game defines the fields of its scenarios; files and YAML are
simulator/management/scenario_files.py.
"""


class ScenarioError(ValueError):
    """A mistake in a scenario.

    It has a path (`players.a.characters[0].at`) and the reason.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


class ScenarioResult:
    """The result of one scenario, as `run_scenario` prints it."""

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
