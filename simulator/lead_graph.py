"""The graph of a replay that shows who leads: each seat's chance to win, turn by turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .engine.matches.replay import Step

WIDTH: Final = 600
HEIGHT: Final = 120


@dataclass(frozen=True, slots=True)
class LeadLine:
    """One seat: its line through the game, and its chance at the step shown."""

    seat: int
    name: str
    points: str
    percent: float


@dataclass(frozen=True, slots=True)
class LeadTurn:
    """The part of the graph that leads to the first step of a turn."""

    turn: int
    step: int
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class LeadGraph:
    lines: tuple[LeadLine, ...]
    turns: tuple[LeadTurn, ...]
    now: str
    """Where the step shown stands, from the left."""
    even: str
    """The height of an equal share."""
    width: int = WIDTH
    height: int = HEIGHT


def lead_graph(steps: Sequence[Step], *, number: int, names: Sequence[str]) -> LeadGraph | None:
    """The graph of a game at one of its steps; None if the game does not value positions."""
    if not steps or not steps[0].chances:
        return None
    starts: dict[int, int] = {}
    for index, step in enumerate(steps):
        starts.setdefault(step.turn, index)
    drawn = sorted({*starts.values(), len(steps) - 1})
    lines = tuple(
        LeadLine(
            seat=seat,
            name=name,
            points=" ".join(f"{_x(index, steps)},{_y(steps[index].chances[seat])}" for index in drawn),
            percent=100 * steps[number].chances[seat],
        )
        for seat, name in enumerate(names)
    )
    return LeadGraph(
        lines=lines,
        turns=_turns(starts, steps),
        now=_x(number, steps),
        even=_y(1 / len(names)),
    )


def _turns(starts: dict[int, int], steps: Sequence[Step]) -> tuple[LeadTurn, ...]:
    ends = [*list(starts.values())[1:], len(steps) - 1]
    turns = []
    for (turn, start), end in zip(starts.items(), ends, strict=True):
        left, right = float(_x(start, steps)), float(_x(end, steps))
        turns.append(LeadTurn(turn=turn, step=start, x=f"{left:.1f}", width=f"{max(right - left, 1):.1f}"))
    return tuple(turns)


def _x(index: int, steps: Sequence[Step]) -> str:
    return f"{WIDTH * index / max(len(steps) - 1, 1):.1f}"


def _y(chance: float) -> str:
    return f"{HEIGHT * (1 - chance):.1f}"
