"""Two simple policies for Lanterns: the first legal action, and a random one."""

from simulator.engine.play.chance import Stream
from tests.toy.state import Action, LanternView


class First:
    __slots__ = ()

    def __init__(self, chance: Stream) -> None:
        """Ignore chance: the choice is deterministic."""

    @property
    def name(self) -> str:
        return "first-1"

    def choose(self, view: LanternView) -> Action:
        return view.actions[0]


class Random:
    __slots__ = ("_chance",)

    def __init__(self, chance: Stream) -> None:
        self._chance = chance

    @property
    def name(self) -> str:
        return "random-1"

    def choose(self, view: LanternView) -> Action:
        return view.actions[self._chance.below(len(view.actions))]
