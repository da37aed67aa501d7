"""Runs a game's odds calculators on form input for a page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from . import games
from .engine.game_system import GameSystem
from .engine.play.calculator import Calculator, Cell, Figure, Grid, Input, InputGroup, Spread

HEATS = 9
MAX_QUOTE_LENGTH = 40
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class CalculatorField:
    """An input with its value, and an error message if the text was invalid."""

    input: Input
    name: str
    value: int
    choices: tuple[tuple[int, str], ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    name: str
    fields: tuple[CalculatorField, ...]
    further: tuple[CalculatorField, ...]

    @property
    def is_opened(self) -> bool:
        """Whether a collapsed field has a value or an error."""
        return any(field.value != field.input.default or field.error for field in self.further)


@dataclass(frozen=True, slots=True)
class Slice:
    label: str
    chance: float

    @property
    def percent(self) -> float:
        return 100 * self.chance


@dataclass(frozen=True, slots=True)
class OddsCell:
    heat: int
    percents: tuple[float, ...]
    is_best: bool


@dataclass(frozen=True, slots=True)
class HeatMap:
    """Every choice of one side (rows) against every choice of the other (columns)."""

    name: str
    rows_are: str
    columns_are: str
    shown: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[OddsCell, ...]], ...]


@dataclass(frozen=True, slots=True)
class Calculation:
    """A calculator's inputs and results, in one language."""

    code: str
    name: str
    intro: str
    groups: tuple[FieldGroup, ...]
    note: str
    figures: tuple[tuple[str, float, bool], ...]
    """Name, value (percent or average), and whether it is an average."""
    spreads: tuple[tuple[str, tuple[Slice, ...]], ...]
    heat_map: HeatMap | None


def find_calculator(system_code: str, code: str) -> tuple[GameSystem, Calculator] | None:
    system = games.systems().get(system_code)
    for calculator in system.calculators if system else ():
        if calculator.code == code and system:
            return system, calculator
    return None


def calculate(calculator: Calculator, texts: Mapping[str, str], *, language: str) -> Calculation:
    """Runs the calculator on form input.

    An invalid field gets an error message and counts as its default.
    """
    fields = {spec.code: _parse_field(spec, texts.get(spec.code), language) for spec in calculator.inputs}
    answer = calculator.compute({code: field.value for code, field in fields.items()})

    def build_group(group: InputGroup) -> FieldGroup:
        first, more = ([fields[spec.code] for spec in inputs] for inputs in (group.inputs, group.further))
        return FieldGroup(name=group.names[language], fields=tuple(first), further=tuple(more))

    return Calculation(
        code=calculator.code,
        name=calculator.names[language],
        intro=calculator.intro[language],
        groups=tuple(build_group(group) for group in calculator.groups),
        note=answer.note[language] if answer.note else "",
        figures=tuple(_present_figure(figure, language) for figure in answer.figures),
        spreads=tuple((spread.names[language], _build_slices(spread, language)) for spread in answer.spreads),
        heat_map=_build_heat_map(answer.grid, language) if answer.grid else None,
    )


def _present_figure(figure: Figure, language: str) -> tuple[str, float, bool]:
    value = figure.value if figure.is_average else 100 * figure.value
    return figure.names[language], value, figure.is_average


def _parse_field(spec: Input, text: str | None, language: str) -> CalculatorField:
    choices = tuple((number, words[language]) for number, words in enumerate(spec.choices))
    value, error = spec.default, ""
    if text is not None and text.strip():
        # Nine digits exceed every bound here, and limit the work of int().
        number = int(text.strip()) if _NUMBER.fullmatch(text.strip()) else None
        if number is not None and spec.lowest <= number <= spec.highest:
            value = number
        else:
            error = _("“%(given)s” cannot be used: a whole number from %(lowest)s to %(highest)s.") % {
                "given": text[:MAX_QUOTE_LENGTH],
                "lowest": spec.lowest,
                "highest": spec.highest,
            }
    return CalculatorField(input=spec, name=spec.names[language], value=value, choices=choices, error=error)


def _build_slices(spread: Spread, language: str) -> tuple[Slice, ...]:
    last = len(spread.chances) - 1
    labels = [str(number) for number in range(len(spread.chances))]
    if spread.last is not None:
        labels[last] = spread.last[language]
    return tuple(Slice(label, chance) for label, chance in zip(labels, spread.chances, strict=True))


def _build_heat_map(grid: Grid, language: str) -> HeatMap:
    worths = [cell.worth for row in grid.cells for cell in row]
    low, span = min(worths), (max(worths) - min(worths)) or 1.0

    def build_cell(row: int, column: int, cell: Cell) -> OddsCell:
        heat = round((HEATS - 1) * (cell.worth - low) / span)
        percents = tuple(100 * chance for chance in cell.chances)
        return OddsCell(heat=heat, percents=percents, is_best=(row, column) == grid.best)

    return HeatMap(
        name=grid.names[language],
        rows_are=grid.rows_are[language],
        columns_are=grid.columns_are[language],
        shown=grid.shown[language],
        columns=grid.columns,
        rows=tuple(
            (label, tuple(build_cell(row, column, cell) for column, cell in enumerate(grid.cells[row])))
            for row, label in enumerate(grid.rows)
        ),
    )
