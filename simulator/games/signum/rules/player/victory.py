"""The end of the game, chapter 14: a fallen hero, 51 prosperity, the turn limit.

Also gaining prosperity. Reasons: hero, prosperity, wounds (S-14.3), score and kills (S-14.4).
"""

from collections.abc import Callable
from typing import Final

from simulator.games.signum.rules.player.elimination import eliminate, mark_out
from simulator.games.signum.state.events import GameEnded, ProsperityChanged, VictoryShared
from simulator.games.signum.state.position import NO_WINNER, Position

PROSPERITY_TO_WIN: Final = 51
DRAW: Final = -2
SHARED: Final = -3
"""The value of `Position.winner` if some players of several win together; `Position.places` has which."""


def change_prosperity(position: Position, seat: int, amount: int) -> None:
    """S-14.2, S-15.3 Prosperity never falls below 0; a player who reaches 51 wins at once."""
    player = position.players[seat]
    before = player.prosperity
    player.prosperity = max(0, before + amount)
    if position.listening and player.prosperity != before:
        position.log.emit(ProsperityChanged(seat, player.prosperity - before, player.prosperity))
    settle_prosperity(position)


def settle_prosperity(position: Position) -> None:
    """S-14.2, SR-12 One player at 51 or more wins; if several are: S-14.4."""
    if position.winner != NO_WINNER:
        return
    for player in position.players:
        if player.prosperity >= PROSPERITY_TO_WIN and not player.out:
            break
    else:
        return
    rich = [player.seat for player in position.players if player.prosperity >= PROSPERITY_TO_WIN and not player.out]
    ranks = _ranks(position, rich, BY_SCORE)
    _end(
        position, ranks, "prosperity" if len(_teams(position, rich)) == 1 else _reason(position, ranks, rich, BY_SCORE)
    )


def settle_heroes(position: Position) -> None:
    """S-14.1, S-17.2, SR-12 The only hero left wins; none left: S-14.4; several: the fallen players are out.

    Called when everything that a death triggered is resolved.
    """
    if position.winner != NO_WINNER:
        return
    fallen: list[int] | None = None
    for player in position.players:
        if position.creature(player.hero) is None and not player.out:
            fallen = [player.seat] if fallen is None else [*fallen, player.seat]
    if fallen is None:
        return
    standing = [player.seat for player in position.players if not player.out and player.seat not in fallen]
    teams = _teams(position, standing)
    if len(teams) > 1:
        eliminate(position, fallen)
        return
    # Compared with the cities they had.
    ranks = [teams] if teams else _ranks(position, fallen, BY_SCORE)
    reason = "hero" if teams else _reason(position, ranks, fallen, BY_SCORE)
    mark_out(position, fallen)
    _end(position, ranks, reason)


def settle_at_limit(position: Position) -> None:
    """S-14.3 At the turn limit, fewer wounds on the hero wins; equal: S-14.4."""
    if position.winner != NO_WINNER:
        return
    seats = [player.seat for player in position.players if position.hero(player.seat) is not None]
    criteria = AT_LIMIT if len(_teams(position, seats)) == len(seats) else AT_LIMIT_OF_TEAMS
    ranks = _ranks(position, seats, criteria)
    _end(position, ranks, _reason(position, ranks, seats, criteria))


# --- comparing


def score(position: Position, seat: int) -> int:
    """S-14.4, SR-12 Prosperity plus the cost of the buildings built."""
    player = position.players[seat]
    return player.prosperity + sum(building.card.price for building in player.city)


def _kills(position: Position, seat: int) -> int:
    return position.players[seat].kills


def _no_wounds(position: Position, seat: int) -> int:
    hero = position.hero(seat)
    return -hero.wounds if hero is not None else 0


def _heroes(position: Position, seat: int) -> int:
    return 1 if position.hero(seat) is not None else 0


Criterion = tuple[str, Callable[[Position, int], int]]
"""The reason it gives, and a number: more is better."""
BY_SCORE: Final[tuple[Criterion, ...]] = (("score", score), ("kills", _kills))
AT_LIMIT: Final[tuple[Criterion, ...]] = (("wounds", _no_wounds), *BY_SCORE)
AT_LIMIT_OF_TEAMS: Final[tuple[Criterion, ...]] = (("hero", _heroes), *AT_LIMIT)


def _teams(position: Position, seats: list[int]) -> list[int]:
    return list(dict.fromkeys([position.teams[seat] for seat in seats]))


def _key(position: Position, team: int, seats: list[int], criteria: tuple[Criterion, ...]) -> tuple[int, ...]:
    """SR-68 Allies are compared by their sums."""
    own = [seat for seat in seats if position.teams[seat] == team]
    return tuple([sum([measure(position, seat) for seat in own]) for _, measure in criteria])


def _ranks(position: Position, seats: list[int], criteria: tuple[Criterion, ...]) -> list[list[int]]:
    """S-14.3, S-14.4 The teams of these seats, the best first; equal ones together."""
    teams = _teams(position, seats)
    keys = {team: _key(position, team, seats, criteria) for team in teams}
    return [[team for team in teams if keys[team] == key] for key in sorted(set(keys.values()), reverse=True)]


def _reason(position: Position, ranks: list[list[int]], seats: list[int], criteria: tuple[Criterion, ...]) -> str:
    """The comparison after which only the best are left; the last one if several are."""
    best = _key(position, ranks[0][0], seats, criteria)
    deciding = len(criteria) - 1 if len(ranks[0]) > 1 else 0
    for rank in ranks[1:]:
        other = _key(position, rank[0], seats, criteria)
        deciding = max(deciding, min([number for number in range(len(best)) if best[number] != other[number]]))
    return criteria[deciding][0]


# --- the end


def _end(position: Position, ranks: list[list[int]], reason: str) -> None:
    """Ends the game with these teams ranked, the best first."""
    if len(position.players) > 2:
        position.places = _places(position, ranks)
        winners = tuple([seat for seat, place in enumerate(position.places) if place == 1])
    else:
        winners = tuple(ranks[0])
    if len(winners) == len(position.players):
        position.winner = DRAW
    else:
        position.winner = winners[0] if len(winners) == 1 else SHARED
    position.winning_reason = reason
    if position.listening:
        shared = position.winner == SHARED
        position.log.emit(VictoryShared(winners, reason) if shared else GameEnded(position.winner, reason))


def _places(position: Position, ranks: list[list[int]]) -> tuple[int, ...]:
    """S-17.2, SR-69 The place of each seat: 1 for the best, equal ones share a place.

    After the teams ranked come the others in the game, compared as at the limit; then those who are out, the last to
    fall first. Allies share the place of their team.
    """
    groups = [[seat for seat, team in enumerate(position.teams) if team in rank] for rank in ranks]
    ranked = [seat for group in groups for seat in group]
    left = [player.seat for player in position.players if not player.out and player.seat not in ranked]
    if left:
        for rank in _ranks(position, left, AT_LIMIT):
            groups.append([seat for seat, team in enumerate(position.teams) if team in rank])
    ranked = [seat for group in groups for seat in group]
    out = [player.seat for player in position.players if player.seat not in ranked]
    if position.has_allies:
        groups.append(out)
    else:
        for number in sorted({position.players[seat].out for seat in out}, reverse=True):
            groups.append([seat for seat in out if position.players[seat].out == number])
    places = [1] * len(position.players)
    place = 1
    for group in groups:
        for seat in group:
            places[seat] = place
        place += len(group)
    return tuple(places)
