"""Reads fields of scenario data with their expected types.

Errors contain the path of the field.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from simulator.engine.cards.card import CatalogueError
from simulator.engine.play.scenario import ScenarioError


class ScenarioFields:
    """One object of a scenario; unknown fields are errors."""

    __slots__ = ("data", "path")

    def __init__(self, data: object, path: str, known: Sequence[str]) -> None:
        if data is None:
            data = {}
        if not isinstance(data, Mapping):
            raise ScenarioError(path, f"expected an object with fields, found {data!r}")
        self.data: dict[str, object] = {str(key): value for key, value in data.items()}
        self.path = path
        for name in self.data:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise ScenarioError(self.at(name), f"unknown field {name!r}{hint}")

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    @contextmanager
    def read(self) -> Iterator[None]:
        """Turns CatalogueError into ScenarioError with the path of this object."""
        try:
            yield
        except CatalogueError as error:
            raise ScenarioError(self.path, str(error)) from error

    def text(self, name: str) -> str:
        value = self.data.get(name, "")
        if not isinstance(value, str):
            raise ScenarioError(self.at(name), f"expected a text, found {value!r}")
        return value

    def number(self, name: str, *, default: int = 0) -> int:
        value = self.data.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ScenarioError(self.at(name), f"expected a whole number, found {value!r}")
        return value

    def flag(self, name: str) -> bool:
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise ScenarioError(self.at(name), f"expected true or false, found {value!r}")
        return value

    def sequence(self, name: str) -> list[object]:
        value = self.data.get(name)
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            raise ScenarioError(self.at(name), f"expected a list, found {value!r}")
        return list(value)

    def mapping(self, name: str) -> dict[str, object]:
        value = self.data.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise ScenarioError(self.at(name), f"expected an object with fields, found {value!r}")
        return {str(key): item for key, item in value.items()}

    def numbers(self, name: str, *, length: int) -> list[float]:
        return _numbers(self.data.get(name), path=self.at(name), length=length)

    def point(self, name: str, *, default: tuple[float, float] | None = None) -> tuple[float, float]:
        if name not in self.data and default is not None:
            return default
        x, y = self.numbers(name, length=2)
        return x, y

    def points(self, name: str) -> list[tuple[float, float]]:
        """A list of points; a single point counts as a list of one."""
        value = self.sequence(name)
        if len(value) == 2 and not isinstance(value[0], (list, tuple)):
            value = [value]
        points: list[tuple[float, float]] = []
        for number, point in enumerate(value):
            x, y = _numbers(point, path=f"{self.at(name)}[{number}]", length=2)
            points.append((x, y))
        return points


def _numbers(value: object, *, path: str, length: int) -> list[float]:
    if not isinstance(value, (list, tuple)) or len(value) != length:
        raise ScenarioError(path, f"expected {length} numbers, found {value!r}")
    numbers: list[float] = []
    for number in value:
        if not isinstance(number, (int, float)) or isinstance(number, bool):
            raise ScenarioError(path, f"expected {length} numbers, found {value!r}")
        numbers.append(float(number))
    return numbers
