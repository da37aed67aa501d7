"""A game's calculators as a page asks them: what was typed in, read kindly, and the answer ready to be drawn."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from . import games
from .engine.play.calculator import Calculator, Cell, Figure, Grid, Input, InputGroup, Spread
from .engine.system import GameSystem

HEATS = 9
LONGEST_QUOTE = 40
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class CalculatorField:
    """An input with what was typed, and what is wrong with it."""

    input: Input
    name: str
    value: int
    choices: tuple[tuple[int, str], ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    name: str
    fields: tuple[CalculatorField, ...]
    further: tuple[CalculatorField, ...]

    @property
    def is_opened(self) -> bool:
        """Folded-away fields that say something are shown."""
        return any(field.value != field.input.default or field.wrong for field in self.further)


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
    """Every choice of one side (a row) against every choice of the other."""

    name: str
    rows_are: str
    columns_are: str
    shown: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[OddsCell, ...]], ...]


@dataclass(frozen=True, slots=True)
class Calculation:
    """A calculator filled in and answered, in one language."""

    code: str
    name: str
    intro: str
    groups: tuple[FieldGroup, ...]
    note: str
    figures: tuple[tuple[str, float, bool], ...]
    """Name, percent or average, whether it is an average."""
    spreads: tuple[tuple[str, tuple[Slice, ...]], ...]
    heat_map: HeatMap | None


def calculator_of(system: str, code: str) -> tuple[GameSystem, Calculator] | None:
    found = games.systems().get(system)
    for calculator in found.calculators if found else ():
        if calculator.code == code and found:
            return found, calculator
    return None


def calculation(calculator: Calculator, typed: Mapping[str, str], *, language: str) -> Calculation:
    """The answer to what was typed; a field that cannot be read says so and counts as its default."""
    fields = {each.code: _field(each, typed.get(each.code), language) for each in calculator.inputs}
    answer = calculator.compute({code: field.value for code, field in fields.items()})

    def group(of: InputGroup) -> FieldGroup:
        first, more = ([fields[each.code] for each in inputs] for inputs in (of.inputs, of.further))
        return FieldGroup(name=of.names[language], fields=tuple(first), further=tuple(more))

    return Calculation(
        code=calculator.code,
        name=calculator.names[language],
        intro=calculator.intro[language],
        groups=tuple(group(each) for each in calculator.groups),
        note=answer.note[language] if answer.note else "",
        figures=tuple(_figure(figure, language) for figure in answer.figures),
        spreads=tuple((spread.names[language], _slices(spread, language)) for spread in answer.spreads),
        heat_map=_heat_map(answer.grid, language) if answer.grid else None,
    )


def _figure(figure: Figure, language: str) -> tuple[str, float, bool]:
    value = figure.value if figure.is_average else 100 * figure.value
    return figure.names[language], value, figure.is_average


def _field(asked: Input, typed: str | None, language: str) -> CalculatorField:
    choices = tuple((number, words[language]) for number, words in enumerate(asked.choices))
    value, wrong = asked.default, ""
    if typed is not None and typed.strip():
        # Nine digits are more than any bound here, and bound what int() has to read.
        number = int(typed.strip()) if _NUMBER.fullmatch(typed.strip()) else None
        if number is not None and asked.lowest <= number <= asked.highest:
            value = number
        else:
            wrong = _("“%(given)s” cannot be used: a whole number from %(lowest)s to %(highest)s.") % {
                "given": typed[:LONGEST_QUOTE],
                "lowest": asked.lowest,
                "highest": asked.highest,
            }
    return CalculatorField(input=asked, name=asked.names[language], value=value, choices=choices, wrong=wrong)


def _slices(spread: Spread, language: str) -> tuple[Slice, ...]:
    last = len(spread.chances) - 1
    labels = [str(number) for number in range(len(spread.chances))]
    if spread.last is not None:
        labels[last] = spread.last[language]
    return tuple(Slice(label, chance) for label, chance in zip(labels, spread.chances, strict=True))


def _heat_map(grid: Grid, language: str) -> HeatMap:
    worths = [cell.worth for row in grid.cells for cell in row]
    low, span = min(worths), (max(worths) - min(worths)) or 1.0

    def shown(row: int, column: int, cell: Cell) -> OddsCell:
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
            (label, tuple(shown(row, column, cell) for column, cell in enumerate(grid.cells[row])))
            for row, label in enumerate(grid.rows)
        ),
    )
