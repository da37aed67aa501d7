"""A calculator a game offers: numbers and ticks to fill in, exact chances in answer, in shapes a page can draw.

What it asks and computes is the game's business; the form and the pictures are the page's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from simulator.engine.values import Words

Values = Mapping[str, int]
"""What was filled in, by code; a tick is 0 or 1, a choice the place of what was chosen."""

FLAG_HIGHEST: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One number, tick or choice. A tick is a number from 0 to 1, so that reading and checking are one thing."""

    code: str
    names: Words
    default: int = 0
    lowest: int = 0
    highest: int = FLAG_HIGHEST
    choices: tuple[Words, ...] = ()
    """What the numbers mean, if they are a choice."""
    is_flag: bool = False
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputGroup:
    """Inputs that belong together: one side of a fight. The later ones may be folded away."""

    names: Words
    inputs: tuple[Input, ...]
    further: tuple[Input, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A chance, or an average if it says so."""

    names: Words
    value: float
    is_average: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The chance of every number from 0 on; the last one may stand for it and everything above."""

    names: Words
    chances: tuple[float, ...]
    last: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One meeting of two choices: how good it is for the one who chooses columns, and two chances to show."""

    worth: float
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Every choice of one side against every choice of the other."""

    names: Words
    rows_are: Words
    columns_are: Words
    shown: Words
    """What the chances in a cell are."""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    best: tuple[int, int]
    """The row and column both sides choose at their best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatorAnswer:
    figures: tuple[Figure, ...]
    spreads: tuple[Spread, ...] = ()
    grid: Grid | None = None
    note: Words | None = None
    """What is decided for both sides, or cannot be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculator:
    code: str
    names: Words
    intro: Words
    groups: tuple[InputGroup, ...]
    compute: Callable[[Values], CalculatorAnswer] = field(compare=False)

    @property
    def inputs(self) -> tuple[Input, ...]:
        return tuple(each for group in self.groups for each in (*group.inputs, *group.further))

    def filled(self, given: Values) -> dict[str, int]:
        """Every input's value: the one given, or its default."""
        return {each.code: given.get(each.code, each.default) for each in self.inputs}
