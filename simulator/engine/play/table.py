"""The table a game is played at: who sits there, and asking them until somebody has won.

Compiled with the rules (pyproject.toml), for it stands between them and the players at every decision. What is made of
the outcome is matches/match.py.
"""

from collections.abc import Callable
from typing import Any

from simulator.engine.play.protocols import Outcome, Policy, State, View

Watch = Callable[[State[Any]], None]


class Table:
    """Those who play one game, by seat, and how often they were asked."""

    __slots__ = ("decisions", "leads", "seated", "turn")

    def __init__(self) -> None:
        self.seated: list[Policy] = []
        self.decisions = 0
        self.turn = 0
        self.leads: list[tuple[int, ...]] = []
        """Of a game that is followed: every turn as it began, with the seats that would have won there and then."""

    def choose(self, view: View[Any]) -> Any:
        self.decisions += 1
        return self.seated[view.seat].choose(view)

    def play(self, state: State[Any], *, bound: int, watch: Watch | None, follow: bool) -> Outcome:
        """To the end, or until so many decisions were made."""
        outcome = state.outcome()
        while outcome is None:
            if self.decisions >= bound:
                return state.adjudicate()
            if watch is not None:
                watch(state)
            state.apply(self.choose(state.glance(state.to_act)))
            if follow and state.turn != self.turn:
                self.turn = state.turn
                self.leads.append((self.turn, *state.clone().adjudicate().winners))
            outcome = state.outcome()
        return outcome
