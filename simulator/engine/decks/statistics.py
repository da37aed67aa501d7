"""The figures of a deck, in shapes that fit any game: counts, charts, groups of cards to draw, needs, a plan of turns.

Which figures there are is each game's business; the chances of drawing are draw_odds.py; a picture is drawn by the page.
"""

from dataclasses import dataclass

from simulator.engine.values import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number worth knowing; with `of`, a share."""

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
    """How many cards of the deck there are of each of a few sorts."""

    code: str
    title: Words
    bars: tuple[Bar, ...]
    series: tuple[Words, ...] = ()
    """What the parts of a bar are, where it has several."""
    ordered: bool = True
    """The labels are steps of a scale, and stand side by side; else they are names, one below another."""

    @property
    def total(self) -> int:
        return sum(bar.total for bar in self.bars)

    @property
    def highest(self) -> int:
        return max((bar.total for bar in self.bars), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Cards of which a player wants to draw one."""

    label: Words
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Something that cards of the deck ask for, and whether the deck has it."""

    label: Words
    cards: tuple[str, ...]
    """Who asks for it."""
    copies: int
    met: bool
    card: str = ""
    """The card that meets it, if there is one alone."""
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
    """What is put down for good in this turn; empty if nothing is."""
    left: int
    """The game's money, after that."""
    opens: tuple[str, ...]
    """Cards that can be paid for now, and could not before."""
    payable: int
    """How many cards of the deck can be paid for, one at a time, in this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOrderPlan:
    """In which order to put down what the rest of the deck is paid with, and what can be played when."""

    title: Words
    money: Words
    order: tuple[str, ...]
    steps: tuple[PlanStep, ...]
    never: tuple[str, ...] = ()
    """Cards that cannot be paid for even after the last step."""

    def first_turn(self, card: str) -> int | None:
        """The turn from which a card can be paid for."""
        return next((step.turn for step in self.steps if card in step.opens), None)
