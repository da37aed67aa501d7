"""The race to 51 prosperity (S-14.2).

How many turns each side needs, and what follows for boldness and spending.
"""

from typing import Final

from simulator.engine.compilation.native import mypyc_attr
from simulator.games.signum.cards.abilities import Ability
from simulator.games.signum.policies.greedy import weights as w
from simulator.games.signum.policies.greedy.evaluation.creatures import Survey
from simulator.games.signum.rules.abilities.opponents import opponents
from simulator.games.signum.rules.player.victory import PROSPERITY_TO_WIN
from simulator.games.signum.state.position import Position

A_TURN: Final = 3  # 1 in the initial phase, 2 for not building (S-4.1, S-4.4)
LONG: Final = 13  # turns from 51 at which the race does not matter yet


def turns_to_win(position: Position, seat: int, draws: int) -> int:
    """The player's own turns until it has 51, if it builds and buys nothing more.

    Counts what the opponent gives away by drawing `draws` cards a turn from an empty deck (S-4.3). Of several opponents
    none is counted.
    """
    missing = PROSPERITY_TO_WIN - position.players[seat].prosperity
    other = position.players[position.after[seat][0]]
    left, failed = len(other.deck), other.failed_draws
    turns = (missing + A_TURN - 1) // A_TURN if missing > 0 else 0
    if left >= turns * draws or len(position.players) > 2:
        return turns  # before the deck is empty
    turns = 0
    while missing > 0:
        turns += 1
        missing -= A_TURN
        left -= draws
        if left < -1 and position.options.deck_out_each_turn:
            left = -1  # SR-90: only one draw a turn can fail
        while left < 0:
            missing -= 1 << min(failed, 6)
            failed += 1
            left += 1
    return turns


def draws_a_turn(position: Position, seat: int) -> int:
    """The cards a player draws every turn: one, plus those its creatures draw."""
    draws = 1
    for creature in position.camp(seat).own:
        for ability in creature.card.drawing:
            draws += _draws(position, seat, ability)
    return draws


def _draws(position: Position, seat: int, ability: Ability) -> int:
    condition = ability.condition
    if condition is not None and condition.number > position.players[seat].prosperity + A_TURN:
        return 0
    draws = 0
    for effect in ability.options[0]:
        if effect.verb == "draw" and effect.player == "you":
            draws += effect.amount
    return draws


@mypyc_attr(acyclic=True, free_list_len=1)
class Race:
    """Which side is ahead, and how that changes play."""

    __slots__ = (
        "boldness",
        "foe_turns",
        "holding",
        "own_turns",
        "pressing",
        "prosperity",
        "spare_cards",
        "superiority",
    )

    def __init__(self, survey: Survey) -> None:
        position = survey.position
        draws = draws_a_turn(position, survey.seat)
        self.own_turns = turns_to_win(position, survey.seat, draws_a_turn(position, survey.foe))
        self.foe_turns = turns_to_win(position, survey.foe, draws)
        own = survey.worth_of(survey.own)
        theirs = survey.worth_of(survey.enemies)
        if survey.seats > 2:
            rivals = opponents(position, survey.seat)
            theirs /= max(1, len(rivals))
            for rival in rivals:
                self.foe_turns = min(self.foe_turns, turns_to_win(position, rival, draws))
        self.superiority = (own + 4.0) / (theirs + 4.0)
        # Ahead and near, and not much stronger: hold. Behind: attack the hero.
        ahead = self.own_turns <= 6 and self.own_turns + 1 < self.foe_turns
        self.holding = ahead and self.superiority < w.STRONGER
        self.pressing = self.foe_turns <= self.own_turns and self.foe_turns < LONG
        # Cards that can be drawn in addition before the deck runs out (S-4.3).
        lasting = min(self.own_turns + 2, (position.options.turn_cap - position.turn) // survey.seats)
        self.spare_cards = len(position.players[survey.seat].deck) - lasting * draws
        self.prosperity = self._worth_of_prosperity()
        self.boldness = self._boldness(survey.position.turn, survey.seats)

    def _worth_of_prosperity(self) -> float:
        if self.own_turns <= 2:
            return w.PROSPERITY_WINS
        late = max(0, LONG - self.own_turns) / LONG
        return w.PROSPERITY + (w.PROSPERITY_LATE - w.PROSPERITY) * late * late

    def _boldness(self, turn: int, seats: int) -> float:
        """The factor for progress towards the enemy; grows with time and superiority."""
        if self.holding:
            return 0.2
        bold = 1.0 + w.BOLDER_WITH_TIME * turn / seats
        bold *= min(1.6, max(0.6, self.superiority))
        return bold * w.PRESSING if self.pressing else bold
