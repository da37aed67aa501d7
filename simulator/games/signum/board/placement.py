"""Where a base may be put down: summoning, passages, any free place.

S-5.3 and S-5.4 summoning along a player's own side, S-6.5 passages. Paying for a character and Backstabs against it are
play/cards.py; the dice of a passage are rules/terrain/ruins.py.
"""

import math
from math import sqrt
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, Point, is_in_field, template_gap_mm
from simulator.games.signum.board.outlines import points_round, stretches_beside, turned
from simulator.games.signum.cards.vocabulary import FIELD_MM, LENGTHS_MM
from simulator.games.signum.state.position import Creature, Position, Template
from simulator.games.signum.state.refusals import ILLEGAL_PLACEMENT, NO_PLACE, IllegalMove
from simulator.games.signum.state.table import HomeSide

S_MM: Final = LENGTHS_MM["S"]
NOBODY: Final = -1
SUMMONING_STEP_MM: Final = 25.0
PASSAGE_STEP_MM: Final = 2.0
NO_LIMIT: Final = -1


@mypyc_attr(acyclic=True)
class SummoningPlaces:
    """The free places along a side, for the centre of a base of this radius."""

    __slots__ = ("radius", "side", "stretches", "threatened")

    def __init__(
        self, *, side: HomeSide, radius: float, stretches: list[tuple[float, float]], threatened: bool
    ) -> None:
        self.side = side
        self.radius = radius
        self.stretches = stretches  # along the side
        self.threatened = threatened  # S-5.4: no place is S from every enemy, so enemies within S will Backstab

    def place(self, along: float) -> Point:
        return self.side.place(along, self.radius)

    def candidates(self, *, step: float) -> list[float]:
        """A finite choice of coordinates along the side.

        Both ends of every stretch, and places at most `step` millimetres apart between them.
        """
        candidates: list[float] = []
        for begin, end in self.stretches:
            length = end - begin
            parts = int(length / step)
            if parts < length / step or parts == 0:
                parts += 1
            for part in range(parts):
                candidates.append(begin + length * part / parts)
            if end > begin:
                candidates.append(end)
        return candidates


def is_free(position: Position, x: float, y: float, radius: float, *, mover: int = NOBODY) -> bool:
    """S-7.2, S-6.4 Whether a base may stand there.

    Inside the field, on no base but the mover's, on no impassable template.
    """
    if not is_in_field(x, y, radius) or _is_on_base(position, x, y, radius, mover):
        return False
    for template in position.templates:
        if template.is_impassable and _is_on(template, x, y, radius):
            return False
    return True


def _is_on_base(position: Position, x: float, y: float, radius: float, mover: int) -> bool:
    for other in position.creatures:
        reach = radius + other.radius - CONTACT_MM - EXACT_MM
        dx = other.x - x
        dy = other.y - y
        if dx * dx + dy * dy < reach * reach and other.slot != mover:
            return True
    return False


def _is_on(template: Template, x: float, y: float, radius: float) -> bool:
    return template_gap_mm(template, x, y, radius) < -CONTACT_MM - EXACT_MM


# --- summoning


def summoning_places(position: Position, seat: int, radius: float) -> SummoningPlaces:
    """S-5.3 Along the player's own side, at least S from every enemy.

    S-5.4 Without such a place, anywhere along it.
    """
    side = position.sides[seat]
    stretches = _free_stretches(position, seat, radius, float(S_MM))
    if stretches:
        return SummoningPlaces(side=side, radius=radius, stretches=stretches, threatened=False)
    stretches = _free_stretches(position, seat, radius, 0.0)
    return SummoningPlaces(side=side, radius=radius, stretches=stretches, threatened=True)


def free_summoning_places(position: Position, seat: int, radius: float) -> list[Point]:
    """S-5.3, S-5.4 A finite choice of places, the middle of the side first; may be empty."""
    places = summoning_places(position, seat, radius)
    middle = places.side.middle
    ranked = [(abs(along - middle), along) for along in places.candidates(step=SUMMONING_STEP_MM)]
    ranked.sort()
    return [places.side.place(along, radius) for _, along in ranked]


def why_not_summon_at(position: Position, seat: int, radius: float, x: float, y: float) -> IllegalMove | None:
    """S-5.3, S-5.4 Why a character may not be summoned there.

    It must touch its own side, inside the field, on nothing, and S from every enemy if that is possible.
    """
    if not is_in_field(x, y, radius) or not _touches_side(position.sides[seat], x, y, radius):
        return IllegalMove(ILLEGAL_PLACEMENT, "The base must lie inside the field and touch its owner's side.")
    on_something = _is_on_base(position, x, y, radius, NOBODY)
    for template in position.templates:
        on_something = on_something or _is_on(template, x, y, radius)
    if on_something and not summoning_places(position, seat, radius).stretches:
        return IllegalMove(NO_PLACE, "There is no free place along this side.")
    if on_something:
        return IllegalMove(ILLEGAL_PLACEMENT, "The base would lie on something else.")
    if _has_enemy_nearer_than_s(position, seat, radius, x, y) and not (
        summoning_places(position, seat, radius).threatened
    ):
        return IllegalMove(ILLEGAL_PLACEMENT, "The base must be at least S from every enemy creature.")
    return None


def _touches_side(side: HomeSide, x: float, y: float, radius: float) -> bool:
    """S-5.3, SR-62 Whether the base touches the side, or lies along the stretch of it that is its player's."""
    along, tolerance = side.along(x, y), CONTACT_MM + EXACT_MM
    if along < side.low + radius - tolerance or along > side.high - radius + tolerance:
        return False
    return abs(side.depth(x, y) - radius) <= tolerance


def enemies_within_s(position: Position, seat: int, radius: float, x: float, y: float) -> list[Creature]:
    """S-5.4 The enemies that Backstab a character that had to be placed near them."""
    team = position.teams[seat]
    near: list[Creature] = []
    for other in position.creatures:
        if other.team != team:
            dx, dy = other.x - x, other.y - y
            far = S_MM + other.radius + radius + 1.0  # farther than this without any doubt
            if dx * dx + dy * dy < far * far and math.hypot(dx, dy) - other.radius - radius <= S_MM + EXACT_MM:
                near.append(other)
    return near


def _has_enemy_nearer_than_s(position: Position, seat: int, radius: float, x: float, y: float) -> bool:
    team = position.teams[seat]
    for other in position.creatures:
        if other.team == team:
            continue
        dx = other.x - x
        dy = other.y - y
        if sqrt(dx * dx + dy * dy) - other.radius - radius < S_MM - EXACT_MM:
            return True
    return False


def _free_stretches(position: Position, seat: int, radius: float, from_enemies: float) -> list[tuple[float, float]]:
    """The free parts of the side: overlapping nothing, not too near an enemy."""
    side, team = position.sides[seat], position.teams[seat]
    line = FIELD_MM - radius if side.is_far else radius
    vertical = side.is_vertical
    taken: list[tuple[float, float]] = []
    for other in position.creatures:
        reach = radius + other.radius + (from_enemies if other.team != team else 0.0)
        along, across = (other.y, other.x) if vertical else (other.x, other.y)
        rest = reach * reach - (across - line) * (across - line)
        if rest > 0.0:
            half = sqrt(rest)
            taken.append((along - half, along + half))
    for template in position.templates:
        taken += stretches_beside(turned(template) if vertical else template, line, radius)
    free: list[tuple[float, float]] = []
    begin, last = side.low + radius, side.high - radius
    for start, end in sorted(taken):
        if begin > last + EXACT_MM:
            break
        if start >= begin - EXACT_MM:
            free.append((begin, max(begin, min(start, last))))
        begin = max(begin, end)
    if begin <= last + EXACT_MM:
        free.append((min(begin, last), last))
    return free


# --- secret passages


def passage_places(position: Position, creature: Creature, ruins: Template, *, limit: int = NO_LIMIT) -> list[Point]:
    """S-6.5 Where a character may come out, at most `limit` places.

    Touching the ruins, free, not in contact with an enemy.
    """
    rings = [creature.radius]
    if not ruins.is_impassable:
        rings += [creature.radius / 2, 0.0]  # it may also stand in the ruins
    places: list[Point] = []
    for ring in rings:
        for x, y in points_round(ruins, ring, PASSAGE_STEP_MM):
            if can_come_out_at(position, creature, ruins, x, y):
                places.append((x, y))
                if len(places) == limit:
                    return places
    return places


def can_come_out_at(position: Position, creature: Creature, ruins: Template, x: float, y: float) -> bool:
    """S-6.5 Whether the character may come out of the ruins at this place."""
    if not is_free(position, x, y, creature.radius, mover=creature.slot):
        return False
    if template_gap_mm(ruins, x, y, creature.radius) > CONTACT_MM + EXACT_MM:
        return False
    for other in position.creatures:
        reach = creature.radius + other.radius + CONTACT_MM + EXACT_MM
        if other.team != creature.team and math.hypot(other.x - x, other.y - y) <= reach:
            return False
    return True
