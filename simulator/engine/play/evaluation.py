"""The worth of a position: each seat's chance to win.

A game describes every seat by a few public numbers; their weights are fitted from games between its reference decks
(statistics/conditional_logit.py). Replays show who leads, and players that look ahead compare positions by it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulator.engine.play.protocols import State
from simulator.engine.statistics.conditional_logit import chances, score


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """How a game values positions. A released version never changes: new weights are a new version."""

    version: str
    features: Callable[[Any], Sequence[Sequence[float]]]
    """The numbers of every seat, from what all players may see."""
    names: tuple[str, ...]
    weights: tuple[float, ...]

    def evaluate(self, state: State[Any], seat: int) -> float:
        """The seat's chance to win."""
        return self.chances(state)[seat]

    def chances(self, state: State[Any]) -> list[float]:
        """The chance of every seat; they add up to 1, and a game that is over leaves no doubt."""
        outcome = state.outcome()
        if outcome is not None:
            return [float(outcome.score(seat, seats=len(state.seats))) for seat in state.seats]
        alive = list(state.alive)
        rows = self.features(state)
        shares = chances([score(self.weights, rows[seat]) for seat in alive])
        chance = dict(zip(alive, shares, strict=True))
        return [chance.get(seat, 0.0) for seat in state.seats]
