"""Elimination, S-17.2, S-17.3: a player whose hero falls is out, and the game goes on.

When it happens is victory.py. Nothing is triggered by it (SR-64).
"""

from simulator.games.signum.rules.abilities.opponents import next_turn_of
from simulator.games.signum.state.events import ControlChanged, PlayerEliminated
from simulator.games.signum.state.position import NEVER, ActiveGrant, Creature, Position


def mark_out(position: Position, seats: list[int]) -> None:
    """Heroes that fall at the same time have the same number."""
    number = 1 + max([player.out for player in position.players])
    for seat in seats:
        position.players[seat].out = number


def eliminate(position: Position, seats: list[int]) -> None:
    """S-17.2, SR-64 These players are out; the others go on."""
    skipped = sorted([next_turn_of(position, seat) for seat in seats], reverse=True)
    mark_out(position, seats)
    for seat in seats:
        _leave_game(position, seat)
    for turn in skipped:
        _skip_turn(position, turn)


def _leave_game(position: Position, seat: int) -> None:
    """SR-64 All that the player has in play goes to the graveyard; hand and deck are put away unseen.

    Templates stay where they lie. What the player controlled returns to its owners.
    """
    player = position.players[seat]
    for creature in position.creatures[:]:
        if creature.owner == seat:
            position.creatures.remove(creature)
            creature.on_field = False
            player.graveyard.append(creature.card)
        elif creature.seat == seat:
            return_control(position, creature)
    player.graveyard += [relic.card for relic in player.relics] + [building.card for building in player.city]
    player.graveyard += player.tactics
    player.relics.clear()
    player.city.clear()
    player.tactics.clear()
    position.forget_in_play()
    if position.listening:
        position.log.emit(PlayerEliminated(seat))


def return_control(position: Position, creature: Creature) -> None:
    """SR-14 Its owner controls it again, where it stands."""
    creature.seat = creature.owner
    creature.team = position.teams[creature.owner]
    position.forget_in_play()
    if position.listening:
        position.log.emit(ControlChanged(creature.slot, creature.seat))


def _skip_turn(position: Position, skipped: int) -> None:
    """SR-64 A turn that is not played any more shortens what would have lasted beyond it."""
    for creature in position.creatures:
        if creature.granted:
            creature.granted = [
                ActiveGrant(granted.grant, _without(skipped, granted.until)) for granted in creature.granted
            ]
        creature.silenced_until = _without(skipped, creature.silenced_until)
        creature.exhausted_until = _without(skipped, creature.exhausted_until)
    for player in position.players:
        for building in player.city:
            building.blocked_until = _without(skipped, building.blocked_until)


def _without(skipped: int, until: int) -> int:
    return until - 1 if skipped <= until < NEVER else until
