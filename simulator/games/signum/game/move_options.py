"""The few moves a creature is offered: into contact, or towards a goal.

Goals are the enemy hero, ruins, cover and home. Finding a path around obstacles is pathfinding.py, whether a move is
allowed is movement.py. This module decides which moves are worth offering.
"""

from math import cos, hypot, sin
from typing import Final

from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.board.geometry import CONTACT_MM, EXACT_MM, Point, gap_mm, in_contact
from simulator.games.signum.cards.keywords import IMMOBILE
from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.movement.movement import movement_mm, run_mm, why_not_run
from simulator.games.signum.rules.movement.pathfinding import legal_path_into_contact
from simulator.games.signum.rules.movement.trajectory import Trajectory
from simulator.games.signum.state.position import Creature, Position, Template

MIN_MOVE_MM: Final = 5.0
"""A shorter move is not worth a Backstab, nor an offer."""
NO_FURTHER_MM: Final = 0.0
SIDES: Final = tuple([(cos(angle), sin(angle)) for angle in (0.0, 0.6, -0.6, 1.2, -1.2)])
"""Directions to try when straight ahead is blocked: ahead, then more and more aside."""

PathAndEnd = tuple[list[Point], Point]
"""A path and where it really ends."""


class MoveOption:
    """An offered move: its path, its end, and the enemies it comes to touch there."""

    __slots__ = ("end", "path", "run", "touched")

    def __init__(self, *, path: tuple[Point, ...], run: bool, end: Point, touched: list[Creature]) -> None:
        self.path = path
        self.run = run
        self.end = end
        self.touched = touched


def move_options(position: Position, creature: Creature) -> list[MoveOption]:
    """The moves on offer, each to another place.

    A Run only where walking does not lead.
    """
    options: list[MoveOption] = []
    if stats.has(position, creature, IMMOBILE):
        return options
    reach, further = _lengths(position, creature)
    for enemy in position.creatures:
        if enemy.team == creature.team or in_contact(creature, enemy):
            continue
        gap = gap_mm(creature, enemy)
        if gap <= reach + EXACT_MM:
            _add(position, creature, _to_contact(position, creature, enemy, gap, reach, run=False), False, options)
        elif gap <= further + EXACT_MM:
            _add(position, creature, _to_contact(position, creature, enemy, gap, further, run=True), True, options)
    for goal in _goals(position, creature):
        _add(position, creature, _towards(position, creature, goal, reach, run=False), False, options)
        if further > reach and hypot(goal[0] - creature.x, goal[1] - creature.y) > reach:
            _add(position, creature, _towards(position, creature, goal, further, run=True), True, options)
    return options


def _lengths(position: Position, creature: Creature) -> tuple[float, float]:
    """S-7.1, S-7.5 How far it walks and how far it runs; a declared move is one of the two (SR-54)."""
    reach = float(movement_mm(position, creature))
    if position.moving == creature.slot:
        return (NO_FURTHER_MM, float(run_mm(position, creature))) if position.running else (reach, NO_FURTHER_MM)
    return reach, float(run_mm(position, creature)) if why_not_run(position, creature) is None else NO_FURTHER_MM


def _goals(position: Position, creature: Creature) -> list[Point]:
    """Where to go without an enemy in reach.

    The enemy hero, for characters the nearest ruins and cover, and home.
    """
    goals: list[Point] = []
    for player in position.players:
        if position.teams[player.seat] != creature.team:
            hero = position.hero(player.seat)
            if hero is not None and not in_contact(creature, hero):
                goals.append((hero.x, hero.y))
    if creature.is_hero:
        side = position.sides[creature.seat]
        return [*goals, side.place(side.along(creature.x, creature.y), creature.radius)]
    for trait in ("ruins", "defence_against_ranged"):
        nearest = _nearest(position, creature, trait)
        if nearest is not None and (nearest.x, nearest.y) not in goals:
            goals.append((nearest.x, nearest.y))
    home = position.hero(creature.seat)
    if home is not None:
        goals.append((home.x, home.y))
    return goals


def _nearest(position: Position, creature: Creature, trait: str) -> Template | None:
    best: Template | None = None
    least = 0.0
    for template in position.templates:
        if trait in template.traits:
            away = hypot(template.x - creature.x, template.y - creature.y)
            if best is None or away < least:
                best, least = template, away
    return best


def _end(position: Position, creature: Creature, place: Point, reach: float, *, run: bool) -> Point | None:
    """Where the straight path leads; None if it is refused.

    The caller has checked whether it may Run at all.
    """
    trajectory = Trajectory(position, creature, [place], run=run, limit=reach)
    return trajectory.path.end if trajectory.refusal is None else None


def _to_contact(
    position: Position, creature: Creature, enemy: Creature, gap: float, limit: float, *, run: bool
) -> PathAndEnd | None:
    """Straight to a side of the enemy, the nearest first; to a hero by any path.

    Straight paths are cheap to judge; finding a path around obstacles costs as much as everything else a creature is
    offered.
    """
    reach = creature.radius + enemy.radius
    ux, uy = (creature.x - enemy.x) / (gap + reach), (creature.y - enemy.y) / (gap + reach)
    for along, aside in SIDES:
        x = enemy.x + reach * (ux * along - uy * aside)
        y = enemy.y + reach * (ux * aside + uy * along)
        if hypot(x - creature.x, y - creature.y) > limit + EXACT_MM:
            break
        end = _end(position, creature, (x, y), limit, run=run)
        if end is not None and hypot(end[0] - x, end[1] - y) <= CONTACT_MM:
            return [(x, y)], end
    path = legal_path_into_contact(position, creature, enemy, run=run) if enemy.is_hero else None
    return (path, path[-1]) if path else None


def _towards(position: Position, creature: Creature, goal: Point, reach: float, *, run: bool) -> PathAndEnd | None:
    """Straight ahead if possible; otherwise aside, as little as possible."""
    away = hypot(goal[0] - creature.x, goal[1] - creature.y)
    if away < MIN_MOVE_MM:
        return None
    length = min(away, reach)
    ux, uy = (goal[0] - creature.x) / away, (goal[1] - creature.y) / away
    for along, aside in SIDES:
        x = creature.x + length * (ux * along - uy * aside)
        y = creature.y + length * (ux * aside + uy * along)
        end = _end(position, creature, (x, y), reach, run=run)
        if end is not None:
            return [(x, y)], end
    return None


def _add(position: Position, creature: Creature, move: PathAndEnd | None, run: bool, options: list[MoveOption]) -> None:
    if move is None:
        return
    path, end = move
    if hypot(end[0] - creature.x, end[1] - creature.y) < MIN_MOVE_MM:
        return
    for option in options:
        if hypot(option.end[0] - end[0], option.end[1] - end[1]) < MIN_MOVE_MM and (run or not option.run):
            return
    before = touching_enemies(position, creature)
    x, y = creature.x, creature.y
    creature.x, creature.y = end
    touched = [other for other in touching_enemies(position, creature) if other not in before]
    creature.x, creature.y = x, y
    options.append(MoveOption(path=tuple(path), run=run, end=end, touched=touched))
