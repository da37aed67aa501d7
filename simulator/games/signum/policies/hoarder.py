"""hoarder-1: builds nothing, plays nothing, saves. Its hero attacks in contact.

3 prosperity at the start and 3 a turn make 51 after 16 turns: a deck that cannot stop that does not play to win.
"""

from simulator.engine.play.chance import Stream
from simulator.games.signum.board.contact import touching_enemies
from simulator.games.signum.game.view import SignumView
from simulator.games.signum.policies.greedy.answers import answer
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey
from simulator.games.signum.policies.greedy.evaluation.effects import EffectJudge
from simulator.games.signum.policies.greedy.evaluation.placement import Ground
from simulator.games.signum.policies.greedy.evaluation.race import Race
from simulator.games.signum.rules.activation.permissions import why_not_activate
from simulator.games.signum.state.actions import (
    MELEE,
    Action,
    Activate,
    Answer,
    DecideOrder,
    EndTurn,
    KeepHand,
    PlaceHero,
    SkipBuild,
)
from simulator.games.signum.state.position import ACTIVATION, CONSTRUCTION, HANDS, HANDS_AGAIN, HEROES, ORDER


class HoarderPlayer:
    """The policy hoarder-1."""

    __slots__ = ()

    def __init__(self, chance: Stream) -> None:
        """Needs no chance."""

    @property
    def name(self) -> str:
        return "hoarder-1"

    def choose(self, view: SignumView) -> Action:
        position, seat = view.position, view.seat
        if view.question is not None:
            survey = Survey(position, seat)
            race = Race(survey)
            return Answer(answer(view.question, Ground(survey, race), EffectJudge(survey, race)))
        phase = position.phase
        if phase == CONSTRUCTION:
            return SkipBuild()
        if phase == ACTIVATION:
            return _strike(Survey(position, seat)) or EndTurn()
        if phase == ORDER:
            return DecideOrder(seat)
        if phase == HEROES:
            return PlaceHero(position.sides[seat].middle)
        if phase in (HANDS, HANDS_AGAIN):
            return KeepHand()
        return view.actions[0]


def _strike(survey: Survey) -> Action | None:
    """The best melee of the hero with an enemy it touches."""
    hero = survey.hero
    if hero is None:
        return None
    best: Action | None = None
    best_points = 0.0
    for enemy in touching_enemies(survey.position, hero):
        action = Activate(hero.slot, then=MELEE, target=enemy.slot)
        if enemy.hidden or why_not_activate(survey.position, survey.seat, action) is not None:
            continue
        points = survey.melee(hero, enemy, moved=False)
        if best is None or points > best_points:
            best, best_points = action, points
    return best
