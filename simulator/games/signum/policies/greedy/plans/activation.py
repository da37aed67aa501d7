"""One creature's activation (S-7.1): everything it could do, judged, and the best.

Attacks are counted exactly, places roughly (creatures.py, placement.py). The worth of activated abilities and ruins is
abilities.py, the possible moves are moves.py.
"""

import math
from math import sqrt
from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.board.geometry import Point, gap_mm, in_contact
from simulator.games.signum.cards.keywords import (
    AGILE,
    BATTLE_MAGE,
    CONTRACT,
    DEFENDER,
    FAST,
    IMMOBILE,
    MAGICAL_SHOT,
    MAGICAL_STRIKE,
    QUICK_SHOOTER,
    SHOT,
    STEALTH,
    THROWING,
)
from simulator.games.signum.cards.vocabulary import FIELD_MM
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey, own_keywords
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.evaluation.placement import Ground
from simulator.games.signum.policies.greedy.plans.abilities import abilities, ruins
from simulator.games.signum.policies.greedy.plans.moves import (
    farthest,
    into_contact,
    move_length,
    obstacles,
    run_length,
    towards,
)
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.rules.activation.permissions import contract_of, must_declare, why_not_as_it_stands
from simulator.games.signum.rules.combat.ranged import range_mm, why_not_shoot
from simulator.games.signum.rules.combat.stealth import why_not_shadow
from simulator.games.signum.state.actions import MELEE, NOTHING, SHADOW, SHOOT, Action, Activate, DeclareMove
from simulator.games.signum.state.position import Creature

_SHOTS: Final = ((SHOT, "shot"), (THROWING, "throwing"), (MAGICAL_SHOT, "magical_shot"))
NEAR_MM: Final = 260.0  # no enemy farther than this after a Run reaches it in one turn
RETREAT_FROM_MM: Final = 300.0
_DETECTED: Final = 1 / 3  # a shield (S-12.3)

NO_POINTS: Final = -1e18


@mypyc_attr(acyclic=True, free_list_len=1)
class Activation:
    """The choices of one creature.

    Only the best so far is kept: most are judged without building an action.
    """

    __slots__ = (
        "best_points", "choice", "creature", "goal", "ground", "here", "judge", "keywords", "obstacles", "refused",
        "survey", "touched",
    )  # fmt: skip

    def __init__(self, survey: Survey, ground: Ground, judge: EffectJudge, creature: Creature) -> None:
        self.survey = survey
        self.ground = ground
        self.judge = judge
        self.creature = creature
        self.keywords = own_keywords(survey.position, creature)
        self.choice: Activate  # the best so far, once it has begun to think
        self.best_points = NO_POINTS  # the worth of the best so far
        self.refused: list[Activate] | None = None  # refused by the rules
        self.obstacles: list[Creature] | None = None
        self.touched = touching_enemies(survey.position, creature)
        self.goal = ground.goal(creature)
        self.here = ground.standing(creature, creature.x, creature.y, self.goal)

    def best(self) -> Action:
        """The best choice that the rules allow; doing nothing is one.

        The rules nearly always allow the first one. SR-54 Before a Steam Engine's die only the move is declared.
        """
        position, seat = self.survey.position, self.survey.seat
        paid = self._pays_for_effects()
        while True:
            self._think()
            action = self._as_declared(self.choice)
            if paid and why_not_as_it_stands(position, seat, action.under_contract()) is None:
                return self._first_step(action.under_contract())
            if not action.path and action.detect < 0 and (action.then == NOTHING or action.then == SHOOT):
                return action  # shots from where it stands have been checked already
            if why_not_as_it_stands(position, seat, action) is None:
                return self._first_step(action)
            self.refused = [self.choice] if self.refused is None else [*self.refused, self.choice]

    def _first_step(self, action: Activate) -> Action:
        """The action, or the declaration of its move if a die is rolled before it (SR-54)."""
        if action.path and must_declare(self.survey.position, self.creature):
            return DeclareMove(action.slot, run=action.run, contract=action.contract)
        return action

    def _as_declared(self, action: Activate) -> Activate:
        """SR-54 The same as the kind of move that was declared: a short way may be a Run, a long one no walk."""
        position = self.survey.position
        if position.moving != action.slot or not (action.path or action.contract):
            return action
        return Activate(
            action.slot, path=action.path, run=position.running, detect=action.detect, then=action.then,
            target=action.target, kind=action.kind, choose=action.choose,
        )  # fmt: skip

    def _think(self) -> None:
        creature = self.creature
        self.choice, self.best_points = Activate(creature.slot), self.here
        fights = [other for other in self.touched if not other.hidden] if self.touched else self.touched
        if fights:
            self._melees(fights)
        else:
            self._shots(creature.x, creature.y, None)
            for points, action in abilities(self.survey, self.judge, creature, self.keywords):
                self._weigh(self.here + points, action)
            if self.keywords[STEALTH] and why_not_shadow(self.survey.position, creature) is None:
                self._weigh(self.here + w.HIDDEN, Activate(creature.slot, then=SHADOW))
        for points, action in ruins(self.survey, creature, self.keywords):
            self._weigh(self.here + points, action)
        self._detections()
        if creature.exhausted_until < self.survey.position.turn and not self.keywords[IMMOBILE]:
            self._moves(fights)

    def _weigh(self, points: float, action: Activate) -> None:
        """Keeps the action if it is the best so far.

        Callers that know beforehand that it is not need not build it.
        """
        if points > self.best_points and (self.refused is None or action not in self.refused):
            self.choice, self.best_points = action, points

    # --- attacks

    def _melees(self, fights: list[Creature]) -> None:
        """S-9.1, S-9.2 With the enemies it touches."""
        guards = [other for other in fights if other.keywords[DEFENDER]]
        for other in guards or fights:
            self._attack(other, self.here, None)

    def _attack(self, other: Creature, standing: float, place: Point | None, *, share: float = 1.0) -> None:
        creature = self.creature
        moved = place is not None
        path = (place,) if place is not None else ()
        # A little less than what would equal the best so far, because of rounding.
        too_little = (self.best_points - standing) / share - 1e-6
        points = standing + share * self.survey.melee(creature, other, moved=moved, too_little=too_little)
        run = moved and self._must_run(place)
        if points > self.best_points:
            signs = self._signs(other)
            action = Activate(creature.slot, path=path, run=run, then=MELEE, target=other.slot, contract=signs)
            self._weigh(points, action)
        if self.keywords[MAGICAL_STRIKE]:
            points = standing + share * self.survey.melee(creature, other, moved=moved, magical=True)
            kind = "magical_strike"
            self._weigh(points, Activate(creature.slot, path=path, run=run, then=MELEE, target=other.slot, kind=kind))

    def _must_run(self, place: Point | None) -> bool:
        """K-19 Whether it must Run to get there; only a Fast creature can attack afterwards."""
        if place is None or not self.keywords[FAST]:
            return False
        length = math.hypot(place[0] - self.creature.x, place[1] - self.creature.y)
        return length > move_length(self.survey.position, self.creature) + 1e-6

    def _pays_for_effects(self) -> bool:
        """K-12 Whether the effects of its Contract are worth 1 prosperity, whatever else it does."""
        if not self.keywords[CONTRACT] or self.ground.race.holding or self.ground.race.own_turns <= 4:
            return False
        creature, position = self.creature, self.survey.position
        ability = contract_of(position, creature)
        if ability is None or not ability.options or position.players[creature.seat].prosperity < 1:
            return False
        source = Source(seat=creature.seat, card=creature.card, creature=creature)
        return self.judge.best_option(ability.options, source)[1] > self.ground.race.prosperity

    def _signs(self, other: Creature) -> bool:
        """K-12 Whether to pay 1 prosperity for a better fight, if there is one to spare."""
        if not self.keywords[CONTRACT] or not self._contract_grants():
            return False
        spare = self.survey.position.players[self.survey.seat].prosperity
        if self.ground.race.holding or self.ground.race.own_turns <= 4:
            return False
        return spare >= 2 and (other.is_hero or self.creature.is_hero or spare >= 4)

    def _contract_grants(self) -> bool:
        ability = contract_of(self.survey.position, self.creature)
        return ability is not None and len(ability.grants) > 0

    def _shots(self, x: float, y: float, place: Point | None) -> None:
        """S-11.1 From where it stands, or from the end of a path (K-05, K-40)."""
        creature, survey = self.creature, self.survey
        keywords = self.keywords
        if not (keywords[SHOT] or keywords[THROWING] or keywords[MAGICAL_SHOT]):
            return
        old = creature.x, creature.y
        creature.x, creature.y = x, y
        standing = self.here if place is None else self.ground.standing(creature, x, y, self.goal)
        for keyword, kind in _SHOTS:
            if not self.keywords[keyword] or (place is not None and not self._shoots_after_moving(keyword)):
                continue
            reach = range_mm(kind)
            for enemy in survey.enemies:
                if enemy.hidden or gap_mm(creature, enemy) > reach:
                    continue
                points = standing + survey.shot(creature, enemy, kind)
                # Checked last: line of sight is the most expensive test.
                if points > self.best_points and self._may_shoot(enemy, kind, moved=place is not None):
                    path = (place,) if place is not None else ()
                    action = Activate(creature.slot, path=path, then=SHOOT, target=enemy.slot, kind=kind)
                    self._weigh(points, action)
        creature.x, creature.y = old

    def _may_shoot(self, enemy: Creature, kind: str, *, moved: bool) -> bool:
        return why_not_shoot(self.survey.position, self.creature, enemy, kind, moved=moved) is None

    def _shoots_after_moving(self, keyword: int) -> bool:
        return self.keywords[BATTLE_MAGE if keyword == MAGICAL_SHOT else QUICK_SHOOTER] > 0

    def _detections(self) -> None:
        """S-12.3, SR-22 Detecting the hidden enemy it touches."""
        for other in self.touched:
            if other.hidden and self.creature.strength > 0:
                then = max(0.0, self.survey.melee(self.creature, other, moved=False))
                points = self.here + _DETECTED * (w.HIDDEN + then)
                action = Activate(self.creature.slot, detect=other.slot, then=MELEE, target=other.slot)
                self._weigh(points, action)

    # --- moves

    def _moves(self, fights: list[Creature]) -> None:
        creature, position = self.creature, self.survey.position
        length = move_length(position, creature)
        leaving = 0.0
        if self.touched and not creature.hidden and not self.keywords[AGILE]:
            leaving = self.survey.backstabs(creature, self.touched)
            if leaving >= w.HERO_DEATH / 2:
                return
        self._charges(length, leaving)
        goal = self.goal
        if goal is not None and not creature.is_hero:
            run = run_length(position, creature) if not fights else 0.0
            if run > 0.0:
                self._walk(goal.x, goal.y, run, leaving, run=True)
            if run == 0.0 or self.survey.nearest(creature) <= run + NEAR_MM:
                self._walk(goal.x, goal.y, length, leaving)
        if self.ground.best_standing(creature, length, goal) - leaving <= self.best_points:
            return
        if self.ground.danger(creature, creature.x, creature.y) > 0.5 * w.STRENGTH:
            self._retreat(length, leaving)
        elif creature.is_hero or self.ground.alarm:
            self._home(length, leaving)

    def _others(self) -> list[Creature]:
        """The creatures that could stand in its path, however far it goes."""
        if self.obstacles is None:
            self.obstacles = obstacles(self.survey.position, self.creature, farthest(self.creature))
        return self.obstacles

    def _charges(self, length: float, leaving: float) -> None:
        """S-7.3 Moving into contact, then melee."""
        creature, position = self.creature, self.survey.position
        if creature.strength == 0 and not self.keywords[MAGICAL_STRIKE]:
            return
        if self.keywords[FAST]:
            length = max(length, run_length(position, creature))
        for enemy in self.survey.enemies:
            if gap_mm(creature, enemy) > length or in_contact(creature, enemy):
                continue
            place = into_contact(position, creature, enemy, length, self._others())
            if place is None:
                continue
            standing = self.ground.standing(creature, place[0], place[1], self.goal) - leaving
            if not enemy.hidden:
                self._attack(enemy, standing, place)
            elif creature.strength > 1:
                self._attack(enemy, standing - 0.5, place, share=_DETECTED)

    def _walk(self, x: float, y: float, length: float, leaving: float, *, run: bool = False) -> None:
        """Towards a place: the full path, or half of it if the end is in danger."""
        creature = self.creature
        shoots = not run and (self.keywords[QUICK_SHOOTER] or self.keywords[BATTLE_MAGE])
        if not shoots and self.ground.best_standing(creature, length, self.goal) - leaving <= self.best_points:
            return
        place = towards(self.survey.position, creature, x, y, length, self._others())
        if place is None:
            return
        self._go(place, leaving, run=run)
        if not run and self.ground.danger(creature, place[0], place[1]) > 0.0:
            half = creature.x + 0.5 * (place[0] - creature.x), creature.y + 0.5 * (place[1] - creature.y)
            self._go(half, leaving, run=False)
        if shoots:
            self._shots(place[0], place[1], place)

    def _retreat(self, length: float, leaving: float) -> None:
        """Away from the enemies near it, and home."""
        creature = self.creature
        dx = dy = 0.0
        for menace in self.ground.menaces:
            ax, ay = creature.x - menace.x, creature.y - menace.y
            squared = ax * ax + ay * ay
            if 0.0 < squared < RETREAT_FROM_MM * RETREAT_FROM_MM:
                dx += ax / squared
                dy += ay / squared
        if dx or dy:
            norm = sqrt(dx * dx + dy * dy)
            self._back(creature.x + dx / norm * length, creature.y + dy / norm * length, length, leaving)
        self._home(length, leaving)

    def _home(self, length: float, leaving: float) -> None:
        """The hero to its side of the field, the others to the hero."""
        creature, hero = self.creature, self.survey.hero
        if creature.is_hero:
            side = self.survey.position.sides[creature.seat]
            x, y = side.place(side.along(creature.x, creature.y), creature.radius)
            self._back(x, y, length, leaving)
        elif hero is not None:
            self._back(hero.x, hero.y, length, leaving)

    def _back(self, x: float, y: float, length: float, leaving: float) -> None:
        radius = self.creature.radius
        x = min(max(x, radius), FIELD_MM - radius)
        y = min(max(y, radius), FIELD_MM - radius)
        place = towards(self.survey.position, self.creature, x, y, length, self._others())
        if place is not None:
            self._go(place, leaving, run=False)

    def _go(self, place: Point, leaving: float, *, run: bool) -> None:
        creature = self.creature
        points = self.ground.standing(creature, place[0], place[1], self.goal) - leaving - 0.01
        if points > self.best_points:
            self._weigh(points, Activate(creature.slot, path=(place,), run=run))
