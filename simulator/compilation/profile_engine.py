"""Uses the engine as games do, so that a profiling build (group_build.py) records which code runs most.

The numbers of calls are those of an average game. No game is imported: all of them may be in the middle of a build.
"""

from typing import Any

from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import PLAYED, SilentLog
from simulator.engine.play.game_loop import Table
from simulator.engine.play.protocols import Outcome

GAMES = 200
DECISIONS = 300
NAMES = [f"card {number // 2}" for number in range(40)]


class Countdown:
    """A game of one player that ends after some decisions."""

    seat = to_act = turn = 0

    def __init__(self, *, chance: Chance, log: SilentLog) -> None:
        self._chance, self._log = chance, log
        self._left = DECISIONS
        cards = list(range(40))
        for seat in range(2):
            chance.stream("shuffle", seat=seat).shuffle_cards(cards, names=NAMES)

    def outcome(self) -> Outcome | None:
        return None if self._left else Outcome((0,), "over")

    def glance(self, seat: int) -> "Countdown":
        return self

    def choose(self, view: Any) -> int:
        return self._left

    def apply(self, action: int) -> None:
        self._left = action - 1
        if action % 3 == 0:
            self._chance.throw("dice", action % 2, action % 7, 1 + action % 5)
            self._log.note(PLAYED, 0, "card")
        if action % 60 == 0:
            self._chance.stream("die").die()
            self._chance.clone().stream("deal").below(action)


def main() -> None:
    for seed in range(GAMES):
        game: Any = Countdown(chance=Chance(seed), log=SilentLog())
        table = Table()
        table.seated = [game]
        table.play(game, bound=2 * DECISIONS, watch=None, follow=False)


if __name__ == "__main__":
    main()
