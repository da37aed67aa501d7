"""greedy-2: judges every card and activation on its own and does the best first.

It looks one action ahead, with the exact odds of the dice, and uses nothing but its view. Its weights are weights.py.
"""

from typing import Final

from simulator.engine.play.chance import Stream
from simulator.games.signum.cards import keywords as k
from simulator.games.signum.game.view import SignumView
from simulator.games.signum.policies.greedy.answers import answer, split
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey, is_shooter
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.evaluation.placement import Ground, Menaces
from simulator.games.signum.policies.greedy.evaluation.race import Race
from simulator.games.signum.policies.greedy.plans.abilities import unmarked
from simulator.games.signum.policies.greedy.plans.activation import Activation
from simulator.games.signum.policies.greedy.plans.cards import Hand
from simulator.games.signum.policies.greedy.plans.city import construction, first_hand
from simulator.games.signum.rules.activation.permissions import can_act
from simulator.games.signum.state.actions import Action, Activate, Answer, DecideOrder, EndTurn, KeepHand, PlaceHero
from simulator.games.signum.state.position import (
    ACTIVATION,
    CONSTRUCTION,
    HANDS,
    HANDS_AGAIN,
    HEROES,
    ORDER,
    Creature,
    Position,
)
from simulator.games.signum.state.questions import SplitDice

NOT_MEASURED: Final = -1e9


class GreedyPlayer:
    """The policy greedy-2."""

    __slots__ = ("_done", "_idle", "_menaces", "_race", "_race_at", "_turn")

    def __init__(self, chance: Stream) -> None:
        # Needs no chance: of two actions of equal worth it does the first.
        # What it has computed this turn, so that it is not repeated after every action.
        self._turn = -1
        self._idle: list[int] = []  # slots of creatures that do best to do nothing
        self._done = (-1, -1, -1)  # Hand.means when no card was worth playing
        self._race: Race | None = None
        self._race_at = -1  # what the race was judged on
        self._menaces: Menaces = []

    @property
    def name(self) -> str:
        return "greedy-2"

    def choose(self, view: SignumView) -> Action:
        position = view.position
        if view.question is None and position.phase not in (ACTIVATION, CONSTRUCTION):
            return self._set_up(view)
        survey = Survey(position, view.seat)
        if isinstance(view.question, SplitDice):
            return Answer(split(view.question, survey))
        race = self._current_race(survey)
        if view.question is None and position.phase == CONSTRUCTION:
            return construction(survey, race)
        ground = Ground(survey, race, self._menaces)
        judge = EffectJudge(survey, race)
        if view.question is not None:
            return Answer(answer(view.question, ground, judge))
        return self._act(ground, judge)

    def _current_race(self, survey: Survey) -> Race:
        """The race, judged again when a turn or phase begins or a creature comes or goes."""
        position = survey.position
        at = (position.turn << 8) + 2 * len(position.creatures) + (position.phase == ACTIVATION)
        if self._race is None or at != self._race_at:
            self._race, self._race_at = Race(survey), at
        return self._race

    def _set_up(self, view: SignumView) -> Action:
        """S-3 The decisions before the first turn."""
        position = view.position
        if position.phase == ORDER:
            return DecideOrder(view.seat)
        if position.phase == HEROES:
            return PlaceHero(position.sides[view.seat].middle)
        if position.phase == HANDS:
            return first_hand(position.players[view.seat])
        if position.phase == HANDS_AGAIN:
            return KeepHand()
        return view.actions[0]

    def _act(self, ground: Ground, judge: EffectJudge) -> Action:
        """S-4.7 Cards and free abilities first, because they count in every activation; then creatures.

        Then whatever can still be tapped.
        """
        survey = ground.survey
        if survey.position.turn != self._turn:
            self._turn, self._idle, self._done = survey.position.turn, [], (-1, -1, -1)
        mover = survey.position.creature(survey.position.moving)
        if mover is not None:  # SR-54: the die is rolled, now it chooses its way
            return Activation(survey, ground, judge, mover).best()
        hand = Hand(ground, judge)
        means = hand.means()
        if means != self._done and survey.position.players[survey.seat].hand:
            card = hand.best()
            if card is not None:
                return card
            self._done = means
        use = unmarked(survey, judge)
        if use is not None:
            return use
        creature = next_to_act(survey.position, survey, self._idle)
        while creature is not None:
            action = Activation(survey, ground, judge, creature).best()
            if not isinstance(action, Activate) or action.path or action.then or action.contract or action.detect >= 0:
                return action
            self._idle.append(creature.slot)
            creature = next_to_act(survey.position, survey, self._idle)
        return hand.best() or hand.use() or hand.terrain() or EndTurn()


def next_to_act(position: Position, survey: Survey, idle: list[int]) -> Creature | None:
    """Helpers first, then shooters, then the nearest to an enemy, the hero last."""
    best: Creature | None = None
    best_rank = 0
    best_near = NOT_MEASURED  # only if two have the same rank
    for creature in survey.own:
        if creature.activated or _is_in(idle, creature.slot) or not can_act(position, survey.seat, creature):
            continue
        rank = _rank(creature)
        if best is None or rank < best_rank:
            best, best_rank, best_near = creature, rank, NOT_MEASURED
        elif rank == best_rank:
            if best_near == NOT_MEASURED:
                best_near = survey.nearest(best)
            near = survey.nearest(creature)
            if near < best_near:
                best, best_near = creature, near
    return best


def _is_in(slots: list[int], slot: int) -> bool:
    """As `in`, which compares objects instead of native integers."""
    for number in slots:
        if number == slot:
            return True
    return False


def _rank(creature: Creature) -> int:
    keywords = creature.keywords
    if keywords[k.HOWL] or keywords[k.CONTROL]:
        return 0
    if is_shooter(creature):
        return 1
    return 3 if creature.is_hero else 2
