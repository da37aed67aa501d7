"""random-1: picks any legal action, all equally likely. The baseline."""

from simulator.engine.play.chance import Stream
from simulator.games.signum.game.view import SignumView
from simulator.games.signum.state.actions import Action


class RandomPlayer:
    """The policy random-1."""

    __slots__ = ("_chance",)

    def __init__(self, chance: Stream) -> None:
        self._chance = chance

    @property
    def name(self) -> str:
        return "random-1"

    def choose(self, view: SignumView) -> Action:
        return view.actions[self._chance.below(len(view.actions))]
