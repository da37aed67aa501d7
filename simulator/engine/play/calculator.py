"""Calculators of exact odds.

Inputs of a form and the answer, as data that a page can draw. Each game defines its inputs and computes the answer;
pages render the form and the charts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from simulator.engine.values import Words

Values = Mapping[str, int]
"""Input values by code; a flag is 0 or 1, a choice is the index of the option."""

FLAG_HIGHEST: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """One number, flag or choice.

    Flags are numbers from 0 to 1, so that all inputs are validated alike.
    """

    code: str
    names: Words
    default: int = 0
    lowest: int = 0
    highest: int = FLAG_HIGHEST
    choices: tuple[Words, ...] = ()
    """The labels of the options, if it is a choice."""
    is_flag: bool = False
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputGroup:
    """Inputs that belong together, such as one side of a fight.

    A page may collapse `further`.
    """

    names: Words
    inputs: tuple[Input, ...]
    further: tuple[Input, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A probability, or an average."""

    names: Words
    value: float
    is_average: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The probability of every number from 0 on.

    The last may include everything above.
    """

    names: Words
    chances: tuple[float, ...]
    last: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One pair of choices with the probabilities to show.

    `worth` is the value for the side that chooses columns.
    """

    worth: float
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Every choice of one side against every choice of the other."""

    names: Words
    rows_are: Words
    columns_are: Words
    shown: Words
    """The meaning of the probabilities in a cell."""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    best: tuple[int, int]
    """The best row and column of the two sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatorAnswer:
    figures: tuple[Figure, ...]
    spreads: tuple[Spread, ...] = ()
    grid: Grid | None = None
    note: Words | None = None
    """A remark instead of or beside the figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculator:
    code: str
    names: Words
    intro: Words
    groups: tuple[InputGroup, ...]
    compute: Callable[[Values], CalculatorAnswer] = field(compare=False)

    @property
    def inputs(self) -> tuple[Input, ...]:
        return tuple(input for group in self.groups for input in (*group.inputs, *group.further))

    def filled(self, values: Values) -> dict[str, int]:
        """The value of every input, or its default."""
        return {input.code: values.get(input.code, input.default) for input in self.inputs}
