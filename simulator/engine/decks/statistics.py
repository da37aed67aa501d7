"""Statistics of a deck as data for any game.

Counts, charts, groups, needs, a plan of turns. Each game computes its own; odds of drawing are draw_odds.py; pages
draw the charts.
"""

from dataclasses import dataclass

from simulator.engine.values import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A single number; with `of`, a share."""

    code: str
    label: Words
    value: int
    of: int | None = None
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One label of a chart, with a value for each series."""

    label: Words
    values: tuple[int, ...]
    symbol: str = ""

    @property
    def total(self) -> int:
        return sum(self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The number of cards in each of a few categories."""

    code: str
    title: Words
    bars: tuple[Bar, ...]
    series: tuple[Words, ...] = ()
    """The parts of a bar, if it has several."""
    ordered: bool = True
    """Labels are steps of a scale, drawn side by side; otherwise names, drawn one below another."""

    @property
    def total(self) -> int:
        return sum(bar.total for bar in self.bars)

    @property
    def highest(self) -> int:
        return max((bar.total for bar in self.bars), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Cards of which drawing any one is enough."""

    label: Words
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that cards of the deck require, and whether the deck has it."""

    label: Words
    cards: tuple[str, ...]
    """The cards that require it."""
    copies: int
    met: bool
    card: str = ""
    """The card that meets it, if there is exactly one."""
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    counts: tuple[Count, ...] = ()
    charts: tuple[Chart, ...] = ()
    groups: tuple[Group, ...] = ()
    needs: tuple[Need, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """One turn of a plan."""

    turn: int
    card: str
    """The card built in this turn; empty if there is none."""
    left: int
    """The money left after that."""
    opens: tuple[str, ...]
    """Cards that can be paid for from this turn on."""
    payable: int
    """How many cards of the deck can each be paid for in this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOrderPlan:
    """A build order, and what can be played in each turn."""

    title: Words
    money: Words
    order: tuple[str, ...]
    steps: tuple[PlanStep, ...]
    never: tuple[str, ...] = ()
    """Cards that cannot be paid for even after the last step."""

    def first_turn(self, card: str) -> int | None:
        """The turn from which a card can be paid for."""
        return next((step.turn for step in self.steps if card in step.opens), None)
