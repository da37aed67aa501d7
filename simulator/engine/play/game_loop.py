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
        # Looked up once: a method of another compiled group is searched for by its name.
        outcome_now, glance, apply = state.outcome, state.glance, state.apply
        choose = [policy.choose for policy in self.seated]
        outcome = outcome_now()
        while outcome is None:
            if self.decisions >= bound:
                return state.adjudicate()
            if watch is not None:
                watch(state)
            seat = state.to_act
            view = glance(seat)
            self.decisions += 1
            apply(choose[seat](view))
            if follow and state.turn != self.turn:
                self.turn = state.turn
                self.leads.append((self.turn, *state.clone().adjudicate().winners))
            outcome = outcome_now()
        return outcome
