"""Dice: throwing them, counting successes, and throwing some again (S-9.9, SR-7).

Which faces count and which ability re-rolls is decided by the rule that throws: melee.py, ranged.py, healing.py.
"""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.state.events import DiceRerolled, DiceRolled
from simulator.games.signum.state.position import Creature, Position

# A face is two neighbouring values of a d6.
BULLSEYE: Final = (1, 2)
AXE_OR_SHIELD: Final = (3, 6)
SHIELD: Final = (5, 6)


def face(roll: int) -> int:
    """0 bullseye, 1 axe, 2 shield: the index in vocabulary.FACES."""
    return (roll - 1) // 2


def one_die(position: Position, creature: Creature, purpose: str) -> int:
    """A single die, without an event of its own: the rule that rolls it emits one."""
    return position.chance.stream(purpose, seat=creature.seat, slot=creature.slot).die()


@mypyc_attr(acyclic=True, free_list_len=1)
class Throw:
    """The dice a creature has thrown for one purpose, and which values are a success."""

    __slots__ = ("creature", "good", "position", "purpose", "rolls")

    def __init__(
        self, position: Position, creature: Creature, *, purpose: str, dice: int, good: tuple[int, int]
    ) -> None:
        self.position = position
        self.creature = creature
        self.purpose = purpose
        self.good = good
        self.rolls = self._draw(dice)
        if dice > 0 and position.listening:
            position.log.emit(DiceRolled(creature.slot, purpose, tuple(self.rolls)))

    def _draw(self, dice: int) -> list[int]:
        if dice <= 0:
            return []
        return self.position.chance.throw(self.purpose, self.creature.seat, self.creature.slot, dice)

    @property
    def successes(self) -> int:
        lowest, highest = self.good
        number = 0
        for roll in self.rolls:
            if lowest <= roll <= highest:
                number += 1
        return number

    def again_successes(self, ability: str) -> None:
        """A forced re-roll of every success."""
        lowest, highest = self.good
        self._again([index for index, roll in enumerate(self.rolls) if lowest <= roll <= highest], ability)

    def again_failures(self, ability: str, limit: int) -> None:
        """An optional re-roll of failures, from the first, up to the limit.

        Re-rolling a success is never better, so it is not offered.
        """
        if limit <= 0:
            return
        lowest, highest = self.good
        failed = [index for index, roll in enumerate(self.rolls) if not lowest <= roll <= highest]
        self._again(failed[:limit], ability)

    def again_all(self, ability: str) -> None:
        self._again(list(range(len(self.rolls))), ability)

    def _again(self, indexes: list[int], ability: str) -> None:
        if not indexes:
            return
        fresh = self._draw(len(indexes))
        if self.position.listening:
            before = tuple(self.rolls[index] for index in indexes)
            self.position.log.emit(DiceRerolled(self.creature.slot, ability, before, tuple(fresh)))
        for number, index in enumerate(indexes):
            self.rolls[index] = fresh[number]
