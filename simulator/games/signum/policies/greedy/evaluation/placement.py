"""The worth of a place to a creature: how near its goal, how exposed to enemies.

A rough count of dice that needs no table; attacks themselves are judged exactly in creatures.py.
"""

from math import sqrt
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.geometry import gap_mm
from simulator.games.signum.cards.keywords import (
    AURA,
    CONTROL,
    FORTITUDE,
    HAMMERBLOW,
    HEALER,
    HOWL,
    IMMOBILE,
    MAGICAL_SHOT,
    SHOT,
    THROWING,
)
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.policies.greedy.evaluation.creatures import Stake, Survey, is_shooter
from simulator.games.signum.policies.greedy.evaluation.race import Race
from simulator.games.signum.state.position import Creature

ALARM_MM: Final = 260.0
"""An enemy this near to the player's hero must be met."""
NEAR_FRIEND_MM: Final = 30.0
SHOT_MM: Final = 250.0
THROW_MM: Final = 150.0
_NEARLY: Final = 0.06  # bases may overlap a little, and a path be a little longer than planned (SR-1)


@mypyc_attr(acyclic=True)
class Menace:
    """One enemy as a threat: how far it reaches next turn, and its average wounds."""

    __slots__ = (
        "_armour", "_asleep", "_concentration", "_health", "_keywords", "_seat", "_strength", "_tokens", "creature",
        "death", "reach", "shot_reach", "shot_wounds", "wound", "wounds", "x", "y",
    )  # fmt: skip

    def __init__(self, creature: Creature, stake: Stake, *, turn: int) -> None:
        self.creature = creature
        self.death, self.wound = stake
        self.x = creature.x
        self.y = creature.y
        keywords = creature.keywords
        asleep = creature.exhausted_until > turn
        # The values that the rest is computed from.
        self._asleep = asleep
        self._keywords = keywords
        self._seat = creature.seat
        self._strength = creature.strength
        self._health = creature.health
        self._tokens = creature.wounds
        self._armour = creature.armour
        self._concentration = creature.concentration
        hit = 1 / 3 if creature.wounds > 0 and not keywords[FORTITUDE] else 2 / 3
        self.wounds = 0.0 if asleep else creature.strength * hit * (2 if keywords[HAMMERBLOW] else 1)
        self.reach = creature.radius + (0 if keywords[IMMOBILE] else creature.movement)
        self.shot_wounds = 0.0
        self.shot_reach = 0.0
        if not asleep and is_shooter(creature):
            magic = keywords[MAGICAL_SHOT] + (creature.concentration if keywords[MAGICAL_SHOT] else 0)
            self.shot_wounds = max(max(keywords[SHOT] * 2 / 9, keywords[THROWING] * 4 / 9), magic / 3)
            self.shot_reach = creature.radius + (SHOT_MM if keywords[SHOT] or magic else THROW_MM)

    def holds(self, creature: Creature, *, turn: int) -> bool:
        """Whether it is still up to date, apart from the enemy's place.

        Granted movement needs no check: it comes with another list of keywords.
        """
        return (
            self._tokens == creature.wounds
            and self._armour == creature.armour
            and self._strength == creature.strength
            and self._keywords is creature.keywords
            and self._health == creature.health
            and self._asleep == (creature.exhausted_until > turn)
            and self._concentration == creature.concentration
            and self._seat == creature.seat
            and self.creature is creature
        )


Menaces = list[Menace | None]
"""By slot, kept by a policy between decisions: few enemies change from one to the next."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Ground:
    """The places of one position, judged for one seat.

    Which enemies threaten a place, and which must be met.
    """

    __slots__ = (
        "_cache", "_creature", "_death", "_guard", "_life", "_menaces", "_strikes_back", "_tokens", "_wound", "alarm",
        "race", "survey",
    )  # fmt: skip

    def __init__(self, survey: Survey, race: Race, cache: Menaces | None = None) -> None:
        self.survey = survey
        self.race = race
        self._cache: Menaces = cache if cache is not None else []
        self._menaces: list[Menace] | None = None
        # The creature whose danger was computed last, and its values that do not depend on the place.
        self._creature: Creature | None = None
        self._death = self._wound = self._guard = self._strikes_back = 0.0
        self._tokens = self._life = 0.0
        hero = survey.hero
        alarm: list[Creature] = []
        if hero is not None:
            for enemy in survey.enemies:
                if not enemy.is_hero and gap_mm(enemy, hero) <= ALARM_MM:
                    alarm.append(enemy)
        self.alarm = alarm

    @property
    def menaces(self) -> list[Menace]:
        """Computed on first use: many decisions need none."""
        if self._menaces is None:
            self._menaces = [self._menace(enemy) for enemy in self.survey.enemies]
        return self._menaces

    def _menace(self, enemy: Creature) -> Menace:
        survey, turn = self.survey, self.survey.position.turn
        cache = self._cache
        while len(cache) <= enemy.slot:
            cache.append(None)
        menace = cache[enemy.slot]
        if menace is None or not menace.holds(enemy, turn=turn):
            menace = Menace(enemy, survey.stake(enemy), turn=turn)
            cache[enemy.slot] = menace
            return menace
        menace.x = enemy.x
        menace.y = enemy.y
        if enemy.is_hero:  # worth more, the more creatures besiege it
            menace.wound = survey.stake(enemy)[1]
        return menace

    def danger(self, creature: Creature, x: float, y: float) -> float:
        """The points its player can expect to lose there in the opponent's next turn."""
        if creature is not self._creature:
            self._prepare(creature)
        guard = self._guard
        radius = creature.radius
        taken = 0.0
        dealt = 0.0
        for menace in self.menaces:
            dx = menace.x - x
            dy = menace.y - y
            away = sqrt(dx * dx + dy * dy) - radius
            if away <= menace.reach and menace.wounds > 0.0:
                wounds = menace.wounds - guard
                taken += wounds if wounds > 0.15 else 0.15
                if dealt == 0.0:  # it strikes back only at the first attacker (S-9.4)
                    dealt = self._strikes_back * menace.wound
            elif away <= menace.shot_reach:
                taken += menace.shot_wounds
        if taken == 0.0:
            return 0.0
        life = self._life
        taken = taken - self._tokens if taken > self._tokens else 0.0
        lost = (taken if taken < life else life) * self._wound
        if taken >= life:
            lost += self._death
        elif taken > 0.6 * life:
            lost += self._death * (taken - 0.6 * life) / (0.8 * life)
        return lost - dealt if lost > dealt else 0.0

    def _prepare(self, creature: Creature) -> None:
        self._creature = creature
        self._death, self._wound = self.survey.stake(creature)
        self._guard = creature.strength * 0.22
        self._tokens = float(self.survey.tokens(creature))
        self._life = float(creature.health - creature.wounds)
        self._strikes_back = creature.strength * (1 / 3 if creature.wounds else 2 / 3) * 0.5

    def goal(self, creature: Creature) -> Creature | None:
        """The creature it goes for when it can attack none.

        The one worth most for the distance. Helpers follow fighters.
        """
        if self._helps(creature):
            return self._foremost(creature)
        best, best_points = None, -1e9
        for menace in self.menaces:
            enemy = menace.creature
            if enemy.hidden:
                continue
            points = w.HERO_GOAL * menace.wound if enemy.is_hero else 0.25 * menace.death + menace.wound
            if self.alarm and self._is_alarming(enemy):
                points += 1.5
            points -= gap_mm(creature, enemy) / 100.0 * w.PROGRESS
            if points > best_points:
                best, best_points = enemy, points
        return best

    def _is_alarming(self, enemy: Creature) -> bool:
        for other in self.alarm:
            if other is enemy:
                return True
        return False

    def _helps(self, creature: Creature) -> bool:
        """Whether it is better behind than in front: a weak healer, howler or controller."""
        keywords = creature.keywords
        helpful = keywords[HEALER] or keywords[HOWL] or keywords[CONTROL] or keywords[AURA]
        return bool(helpful) and creature.strength <= 2 and not is_shooter(creature) and not creature.is_hero

    def _foremost(self, creature: Creature) -> Creature | None:
        """The player's fighter nearest to the enemy hero, or else the player's hero."""
        enemy = self.survey.enemy_hero
        best, min_gap = self.survey.hero, 1e9
        for own in self.survey.own:
            if enemy is None or own is creature or own.is_hero or self._helps(own):
                continue
            away = gap_mm(own, enemy)
            if away < min_gap:
                best, min_gap = own, away
        return best

    def standing(self, creature: Creature, x: float, y: float, goal: Creature | None) -> float:
        """The worth of standing there at the end of the activation."""
        if creature.is_hero:
            return self._standing_of_hero(creature, x, y)
        points = -w.CAUTION * self.danger(creature, x, y)
        if self.race.pressing:
            points *= 0.5
        if goal is not None:
            dx = goal.x - x
            dy = goal.y - y
            away = sqrt(dx * dx + dy * dy) - goal.radius - creature.radius
            if goal.seat == creature.seat:
                return points - max(0.0, away - NEAR_FRIEND_MM) / 100.0 * w.FOLLOW
            if is_shooter(creature):
                away = max(away, SHOT_MM - 30.0 if not creature.keywords[THROWING] else THROW_MM - 20.0)
            points -= away / 100.0 * w.PROGRESS * self.race.boldness
        hero = self.survey.hero
        if hero is not None and (self.alarm or self.race.holding):
            dx = hero.x - x
            dy = hero.y - y
            points -= sqrt(dx * dx + dy * dy) / 100.0 * w.GUARD
        return points

    def best_standing(self, creature: Creature, length: float, goal: Creature | None) -> float:
        """An upper bound of `standing` within this distance.

        Safe, and as near to its goal as it can come.
        """
        x, y = creature.x, creature.y
        if creature.is_hero:
            from_home = self.survey.position.sides[creature.seat].depth(x, y)
            return _NEARLY - max(0.0, from_home - length) / 100.0 * w.HERO_HOME
        points = _NEARLY
        if goal is not None:
            if goal.seat == creature.seat:
                return points
            dx = goal.x - x
            dy = goal.y - y
            away = sqrt(dx * dx + dy * dy) - goal.radius - creature.radius - length
            points -= max(0.0, away) / 100.0 * w.PROGRESS * self.race.boldness
        hero = self.survey.hero
        if hero is not None and (self.alarm or self.race.holding):
            dx = hero.x - x
            dy = hero.y - y
            points -= max(0.0, sqrt(dx * dx + dy * dy) - length) / 100.0 * w.GUARD
        return points

    def _standing_of_hero(self, hero: Creature, x: float, y: float) -> float:
        points = -w.HERO_CAUTION * self.danger(hero, x, y)
        from_home = self.survey.position.sides[hero.seat].depth(x, y)
        return points - from_home / 100.0 * w.HERO_HOME
