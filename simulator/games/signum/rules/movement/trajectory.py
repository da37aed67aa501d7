"""A move computed before anything moves: what stops it, and what forbids it.

S-7.3 enemies, S-6.4 terrain, SR-15 friends. How far a creature may go, and moving it, is movement.py; lengths along a
path are board/path.py.
"""

import math
from collections.abc import Sequence
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import (
    CONTACT_MM,
    EXACT_MM,
    NEVER_MM,
    Point,
    in_contact,
    is_in_field,
    template_gap_mm,
)
from simulator.games.signum.board.path import Path, Stretch, merged
from simulator.games.signum.board.placement import is_free
from simulator.games.signum.cards.keywords import FLIGHT, IMMOBILE, JUMP, PATHFINDER
from simulator.games.signum.cards.vocabulary import LENGTHS_MM
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.terrain.terrain import touches_difficult
from simulator.games.signum.state.position import Creature, Position
from simulator.games.signum.state.refusals import CANNOT_MOVE, PATH_BLOCKED, TOO_FAR, IllegalMove

S_MM: Final = LENGTHS_MM["S"]
_OF_MOVES: Final = stats.bits_of((FLIGHT, IMMOBILE, JUMP, PATHFINDER))

# How a move ends: `Trajectory.ended`.
AS_PLANNED: Final = "as_planned"
CONTACT: Final = "contact"  # S-7.3
DIFFICULT: Final = "difficult"  # S-6.4
FRIEND: Final = "friend"  # SR-15


@mypyc_attr(acyclic=True, free_list_len=1)
class Trajectory:
    """One move: how far its path really goes, how it ends, or why it is refused.

    Holds no position, so it may be kept.
    """

    __slots__ = ("creature", "ended", "limit", "path", "refusal", "slowed_after")

    def __init__(
        self, position: Position, creature: Creature, waypoints: Sequence[Point], *, run: bool, limit: float
    ) -> None:
        self.creature = creature
        self.path = Path((creature.x, creature.y), waypoints)
        self.ended = AS_PLANNED
        self.limit = limit
        self.slowed_after = NEVER_MM  # the length after which difficult terrain limits it to S
        self.refusal: IllegalMove | None = None
        reached = stats.reaching(position, creature, _OF_MOVES)
        if self.path.legs and stats.value_with(position, creature, IMMOBILE, reached) > 0:
            self.refusal = IllegalMove(CANNOT_MOVE, f"{creature.name} cannot move.")  # K-54
            return
        flies = stats.value_with(position, creature, FLIGHT, reached) > 0
        if flies:
            self._end_on_the_ground(position)
        else:
            if stats.value_with(position, creature, PATHFINDER, reached) == 0:
                self._meet_difficult_terrain(position, run)
            if stats.value_with(position, creature, JUMP, reached) == 0 or not self._can_jump(position):
                self._meet_bases(position)
        self._finish(position, flies)

    @property
    def moves(self) -> bool:
        """Whether it goes anywhere: a path of no length is no move (SR-51)."""
        return bool(self.path.legs)

    def _meet_difficult_terrain(self, position: Position, run: bool) -> None:
        """S-6.4 Movement S for this activation.

        A creature that has moved further already, or runs, stops on touching it.
        """
        if self.limit <= S_MM and not run:
            return
        if touches_difficult(position, self.creature):
            self.slowed_after = 0.0
            return
        touch = NEVER_MM
        for template in position.templates:
            if template.is_difficult:
                touch = min(touch, self.path.until_touching(template, self.creature.radius))
        if touch < NEVER_MM and (run or touch > S_MM + EXACT_MM):
            self._stop(touch, DIFFICULT)
        else:
            self.slowed_after = touch

    def _meet_bases(self, position: Position) -> None:
        """S-7.3 It stops at the first enemy it comes to touch.

        SR-15 It ends before a friend it would end on.
        """
        creature = self.creature
        stop = NEVER_MM
        friends: list[Creature] = []
        touched: list[Creature] = []
        for other in self._within_reach(position):
            if other.team == creature.team:
                friends.append(other)
            elif in_contact(creature, other):
                touched.append(other)
            else:
                stop = min(stop, self.path.until_contact(other.x, other.y, creature.radius + other.radius))
        self._stop(stop, CONTACT)
        overlaps = self._overlaps(friends, CONTACT_MM + EXACT_MM)
        if overlaps and overlaps[0][1] >= self.path.length - EXACT_MM:
            self._stop_before(friends, overlaps[0][0])
        elif overlaps:
            self._refuse_blocked(overlaps[0][0], "another base is in the way")
        for other in touched:
            reach = creature.radius + other.radius - CONTACT_MM - EXACT_MM
            blocked = self.path.until_disc(other.x, other.y, reach)
            if blocked < NEVER_MM:
                self._refuse_blocked(blocked, f"{other.name} is in the way")

    def _within_reach(self, position: Position) -> list[Creature]:
        """The other creatures a path of this length could touch; most are too far away."""
        creature = self.creature
        others: list[Creature] = []
        for other in position.creatures:
            dx = other.x - creature.x
            dy = other.y - creature.y
            reach = self.path.length + creature.radius + other.radius + 2 * CONTACT_MM
            # `not >` keeps a NaN length, as in _refuse_blocked.
            if not dx * dx + dy * dy > reach * reach and other is not creature:
                others.append(other)
        return others

    def _end_on_the_ground(self, position: Position) -> None:
        """K-21, SR-24 Nothing stops it in the air; it ends on no base.

        SR-15 It ends before a friend's base.
        """
        others = self._within_reach(position)
        overlaps = self._overlaps(others, CONTACT_MM + EXACT_MM)
        if not overlaps or overlaps[-1][1] < self.path.length - EXACT_MM:
            return
        x, y = self.path.end
        for other in others:
            reach = self.creature.radius + other.radius - CONTACT_MM
            if other.team == self.creature.team and math.hypot(other.x - x, other.y - y) < reach:
                self._stop_before(others, overlaps[-1][0])
                return
        self._refuse_blocked(overlaps[-1][0], "it would end on another base")

    def _can_jump(self, position: Position) -> bool:
        """K-28 One straight move over bases, over no terrain.

        It ends on no base and on no terrain.
        """
        if len(self.path.legs) != 1 or self.path.length > self.limit + EXACT_MM:
            return False
        x, y = self.path.end
        if not is_free(position, x, y, self.creature.radius, mover=self.creature.slot):
            return False
        radius = self.creature.radius - CONTACT_MM - EXACT_MM
        for template in position.templates:
            if template_gap_mm(template, self.creature.x, self.creature.y, radius) < 0.0:
                return False
            if self.path.until_template(template, radius) < NEVER_MM:
                return False
        return True

    def _finish(self, position: Position, flies: bool) -> None:
        """S-7.2 Refuses what leaves the field, crosses impassable terrain or is too long."""
        creature = self.creature
        for leg in self.path.legs:
            if not is_in_field(leg.x + leg.ux * leg.length, leg.y + leg.uy * leg.length, creature.radius):
                self._refuse_blocked(leg.before, "its base would leave the field")
        if flies:
            x, y = self.path.end
            for template in position.templates:
                gap = template_gap_mm(template, x, y, creature.radius)
                if template.is_impassable and gap < -CONTACT_MM - EXACT_MM:
                    self._refuse_blocked(self.path.length, f"it would end on {template.name}, which is impassable")
        else:
            for template in position.templates:
                if template.is_impassable:
                    blocked = self.path.until_template(template, creature.radius - CONTACT_MM - EXACT_MM)
                    if blocked < NEVER_MM:
                        self._refuse_blocked(blocked, f"{template.name} is impassable")
        if self.slowed_after <= self.path.length + EXACT_MM:
            self.limit = min(self.limit, float(S_MM))
        if self.refusal is None and self.path.length > self.limit + EXACT_MM:
            self.refusal = IllegalMove(
                TOO_FAR, f"{creature.name} can go {self.limit:.0f} mm; this way is {self.path.length:.1f} mm long."
            )

    def _overlaps(self, others: list[Creature], tolerated: float) -> list[Stretch]:
        """The parts of the path on which the base would overlap one of the others."""
        stretches: list[Stretch] = []
        for other in others:
            reach = self.creature.radius + other.radius - tolerated
            stretches += self.path.stretches_near(other.x, other.y, reach)
        return merged(stretches) if stretches else stretches

    def _stop_before(self, others: list[Creature], overlap: float) -> None:
        """SR-15 Stops at the last free point, before the base begins to overlap the others."""
        for begin, end in self._overlaps(others, 0.0):
            if begin <= overlap <= end:
                self._stop(begin, FRIEND)
                return

    def _stop(self, length: float, ended: str) -> None:
        if length < self.path.length + EXACT_MM:
            self.path.cut(length)
            self.ended = ended

    def _refuse_blocked(self, length: float, reason: str) -> None:
        # `not >` refuses a path whose length is NaN.
        if self.refusal is None and not length > self.path.length and self.path.legs:
            self.refusal = IllegalMove(PATH_BLOCKED, f"{self.creature.name} cannot go this way: {reason}.")
