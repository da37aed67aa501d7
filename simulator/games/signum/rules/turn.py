"""The turn, chapter 4: the initial phase, the change of phases, the end.

What is built is player/city.py, what is played is play/cards.py, what creatures do is activation/sequence.py.
"""

from simulator.games.signum.rules.abilities import stats
from simulator.games.signum.rules.abilities.triggers import happened_to, turn_ends
from simulator.games.signum.rules.combat.damage import destroy_fallen
from simulator.games.signum.rules.player.elimination import return_control
from simulator.games.signum.rules.player.victory import change_prosperity, settle_at_limit, settle_heroes
from simulator.games.signum.rules.player.zones import draw_for_turn
from simulator.games.signum.state.events import TurnBegan, TurnEnded
from simulator.games.signum.state.position import ACTIVATION, CONSTRUCTION, INITIAL, NO_WINNER, Position


def begin_turn(position: Position, seat: int) -> None:
    """S-3.5, S-4.1 Begins a player's turn, up to the decision what to build."""
    position.turn += 1
    position.active = seat
    if position.listening:
        position.log.emit(TurnBegan(position.turn, seat))
    initial_phase(position)


def initial_phase(position: Position) -> None:
    """S-4.1 Untaps, readies creatures, draws 1 card, gains 1 prosperity.

    SR-19 The game may end in between.
    """
    seat = position.active
    position.phase = INITIAL
    for building in position.players[seat].city:
        building.tapped = False
    position.players[seat].laid_terrain = False
    for creature in position.creatures:
        # What counts "this turn" is reset for all players' creatures: S-9.4 protects none for two turns.
        creature.attacked = False
        creature.charged = False
        creature.steamed = False
        creature.chases = 0
        creature.used = 0
        if creature.seat == seat:
            creature.activated = False
            creature.summoned = False
    happened_to(position, seat, "turn_starts")
    settle_heroes(position)
    if not position.players[seat].out:
        draw_for_turn(position, seat)
        if position.winner == NO_WINNER:
            change_prosperity(position, seat, 1)
    position.phase = CONSTRUCTION


def construction_done(position: Position) -> None:
    """S-4.4 After one building or none comes the activation phase."""
    position.phase = ACTIVATION


def end_turn(position: Position) -> None:
    """S-4.10 "End of turn" abilities, then effects end; then the next player's turn begins."""
    turn_ends(position, position.active)
    settle_heroes(position)
    if position.winner == NO_WINNER:
        close_turn(position)


def close_turn(position: Position) -> None:
    """S-4.10 Effects end and the next player's turn begins; SR-64 also if the active player is out."""
    stats.expire(position)
    _return_control(position)
    destroy_fallen(position)
    settle_heroes(position)
    position.players[position.active].last_turn = position.turn
    if position.listening:
        position.log.emit(TurnEnded(position.turn, position.active))
    if position.turn >= position.options.turn_cap:
        settle_at_limit(position)
    if position.winner == NO_WINNER:
        begin_turn(position, _next_seat(position))


def _next_seat(position: Position) -> int:
    """S-17.2 The next player who is in the game."""
    for seat in position.after[position.active]:
        if not position.players[seat].out:
            return seat
    return position.active


def _return_control(position: Position) -> None:
    """SR-14 Returns controlled characters, where they stand, at the end of the turn."""
    for creature in position.creatures:
        if creature.seat != creature.owner:
            return_control(position, creature)
