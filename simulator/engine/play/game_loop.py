"""The main loop of a game.

Asks the policies for decisions until the game has an outcome. Compiled with the rules (pyproject.toml), because it
runs at every decision. Results are matches/match.py.
"""

from collections.abc import Callable
from typing import Any

from simulator.engine.play.protocols import Outcome, Policy, State, View

Watch = Callable[[State[Any]], None]


class Table:
    """The policies of one game by seat, and the number of decisions."""

    __slots__ = ("decisions", "leads", "seated", "turn")

    def __init__(self) -> None:
        self.seated: list[Policy] = []
        self.decisions = 0
        self.turn = 0
        self.leads: list[tuple[int, ...]] = []
        """If the game is followed: every turn with the seats that led at its beginning."""

    def choose(self, view: View[Any]) -> Any:
        self.decisions += 1
        return self.seated[view.seat].choose(view)

    def play(self, state: State[Any], *, bound: int, watch: Watch | None, follow: bool) -> Outcome:
        """Plays to the end, or until `bound` decisions were made."""
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
