"""The end of the game, chapter 14: a fallen hero, 51 prosperity, the turn limit.

Also gaining prosperity. Reasons: hero, prosperity, wounds (S-14.3), score and kills (S-14.4).
"""

from typing import Final

from simulator.games.signum.state.events import GameEnded, ProsperityChanged
from simulator.games.signum.state.position import NO_WINNER, Position

PROSPERITY_TO_WIN: Final = 51
DRAW: Final = -2


def change_prosperity(position: Position, seat: int, amount: int) -> None:
    """S-14.2, S-15.3 Prosperity never falls below 0; a player who reaches 51 wins at once."""
    player = position.players[seat]
    before = player.prosperity
    player.prosperity = max(0, before + amount)
    if position.log.listening and player.prosperity != before:
        position.log.emit(ProsperityChanged(seat, player.prosperity - before, player.prosperity))
    settle_prosperity(position)


def settle_prosperity(position: Position) -> None:
    """S-14.2, SR-12 One player at 51 or more wins; if both are: S-14.4."""
    if position.winner != NO_WINNER:
        return
    for player in position.players:
        if player.prosperity >= PROSPERITY_TO_WIN:
            break
    else:
        return
    rich = [player.seat for player in position.players if player.prosperity >= PROSPERITY_TO_WIN]
    if len(rich) == 1:
        _end(position, rich[0], "prosperity")
    elif rich:
        _compare_scores(position, rich)


def settle_heroes(position: Position) -> None:
    """S-14.1, SR-12 The only hero left wins; none left: S-14.4.

    Called when everything that a death triggered is resolved.
    """
    if position.winner != NO_WINNER:
        return
    fallen = 0
    for player in position.players:
        if position.creature(player.hero) is None:
            fallen += 1
    if fallen == 0:
        return
    alive = [player.seat for player in position.players if position.hero(player.seat) is not None]
    if len(alive) == 1:
        _end(position, alive[0], "hero")
    elif not alive:
        _compare_scores(position, [player.seat for player in position.players])


def settle_at_limit(position: Position) -> None:
    """S-14.3 At the turn limit, fewer wounds on the hero wins; equal: S-14.4."""
    if position.winner != NO_WINNER:
        return
    seats = [player.seat for player in position.players if position.hero(player.seat) is not None]
    min_wounds = min(_hero_wounds(position, seat) for seat in seats)
    leaders = [seat for seat in seats if _hero_wounds(position, seat) == min_wounds]
    if len(leaders) == 1:
        _end(position, leaders[0], "wounds")
    else:
        _compare_scores(position, leaders)


def _hero_wounds(position: Position, seat: int) -> int:
    hero = position.hero(seat)
    return hero.wounds if hero is not None else 0


def score(position: Position, seat: int) -> int:
    """S-14.4, SR-12 Prosperity plus the cost of the buildings built."""
    player = position.players[seat]
    return player.prosperity + sum(building.card.price for building in player.city)


def _compare_scores(position: Position, seats: list[int]) -> None:
    """S-14.4, SR-12 The higher score wins; then more enemy characters killed; then a draw."""
    best = max(score(position, seat) for seat in seats)
    leaders = [seat for seat in seats if score(position, seat) == best]
    if len(leaders) == 1:
        _end(position, leaders[0], "score")
        return
    max_kills = max(position.players[seat].kills for seat in leaders)
    leaders = [seat for seat in leaders if position.players[seat].kills == max_kills]
    _end(position, leaders[0] if len(leaders) == 1 else DRAW, "kills")


def _end(position: Position, winner: int, reason: str) -> None:
    position.winner = winner
    position.winning_reason = reason
    if position.log.listening:
        position.log.emit(GameEnded(winner, reason))
