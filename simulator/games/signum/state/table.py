"""The table: teams, the order of turns, and each player's side of the field.

Two players have opposite sides (S-3.2). More players have a stretch of XL each, from a corner (S-17.2, S-17.3, SR-62).
With y upwards, corner 0 is lower left and the others follow clockwise; side k begins at corner k.
"""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.cards.vocabulary import FIELD_MM, LENGTHS_MM

CORNERS: Final = 4
STRETCH_MM: Final = LENGTHS_MM["XL"]


@mypyc_attr(acyclic=True)
class HomeSide:
    """A player's own side, or the stretch of it: from `low` to `high` along one edge of the field."""

    __slots__ = ("high", "is_far", "is_vertical", "low")

    def __init__(self, *, is_vertical: bool, is_far: bool, low: float, high: float) -> None:
        self.is_vertical = is_vertical  # along y, at the left or right edge
        self.is_far = is_far  # at the upper or right edge
        self.low = low
        self.high = high

    def place(self, along: float, depth: float) -> tuple[float, float]:
        """The point at this coordinate along the side, `depth` inside the field."""
        across = FIELD_MM - depth if self.is_far else depth
        return (across, along) if self.is_vertical else (along, across)

    def along(self, x: float, y: float) -> float:
        return y if self.is_vertical else x

    def depth(self, x: float, y: float) -> float:
        """How far a point lies inside the field, seen from this side."""
        across = x if self.is_vertical else y
        return FIELD_MM - across if self.is_far else across

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


OPPOSITE: Final = [
    HomeSide(is_vertical=False, is_far=False, low=0.0, high=float(FIELD_MM)),
    HomeSide(is_vertical=False, is_far=True, low=0.0, high=float(FIELD_MM)),
]
"""S-3.2 The sides of two players."""


def teams_of(seats: int, *, shoulder_to_shoulder: bool) -> list[int]:
    """S-17.3 Two against two; otherwise each seat is a team of its own."""
    return [0, 0, 1, 1] if shoulder_to_shoulder and seats == 4 else list(range(seats))


def turn_order(teams: list[int], first: int) -> list[int]:
    """S-17.2, S-17.3, SR-63 The seats in the order of their turns.

    Clockwise; the ally of the first player follows at once.
    """
    clockwise = [(first + step) % len(teams) for step in range(len(teams))]
    allies = [seat for seat in clockwise if teams[seat] == teams[first]]
    return allies + [seat for seat in clockwise if teams[seat] != teams[first]]


def followers(order: list[int]) -> list[list[int]]:
    """For each seat the others, in the order of their turns after it."""
    others: list[list[int]] = [[] for _ in order]
    for number, seat in enumerate(order):
        others[seat] = order[number + 1 :] + order[:number]
    return others


def sides_of(teams: list[int], order: list[int], corner: int) -> list[HomeSide]:
    """S-3.2, S-17.2, S-17.3, SR-62 The side of each seat, if the first in order takes this corner."""
    if len(order) == 2:
        return OPPOSITE
    sides = OPPOSITE * 2
    for number, seat in enumerate(order):
        shares = teams[seat] == teams[order[number - 1]]  # the ally has the beginning of their side
        sides[seat] = _stretch(corner + number - 1, from_end=True) if shares else _stretch(corner + number)
    return sides[: len(order)]


def _stretch(side: int, *, from_end: bool = False) -> HomeSide:
    """XL of a side, clockwise from its corner or back from the next one."""
    number = side % CORNERS
    # Along the left and upper edges clockwise is upwards and to the right; along the others it is the other way.
    is_low = (number < 2) != from_end
    return HomeSide(
        is_vertical=number % 2 == 0,
        is_far=number in (1, 2),
        low=0.0 if is_low else float(FIELD_MM - STRETCH_MM),
        high=float(STRETCH_MM if is_low else FIELD_MM),
    )
