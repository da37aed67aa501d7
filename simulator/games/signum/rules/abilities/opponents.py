"""Opponents and the turns to come, for any number of players (S-17.4).

With two players there is one opponent, and nothing is asked.
"""

from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.state.position import Position
from simulator.games.signum.state.questions import PickOpponent, ask


def opponents(position: Position, seat: int) -> list[int]:
    """The players of other teams who are in the game, in the order of their turns after this one."""
    team = position.teams[seat]
    return [
        other for other in position.after[seat] if position.teams[other] != team and not position.players[other].out
    ]


def next_opponent(position: Position, seat: int) -> int:
    """SR-66 The opponent whose turn comes first after this player's; with two players, the other one."""
    others = opponents(position, seat)
    return others[0] if others else position.after[seat][0]


def chosen_opponent(position: Position, source: Source, verb: str) -> int:
    """S-17.4, SR-65 "The opponent" of an ability: its player chooses which one, once for the whole ability."""
    if source.opponent >= 0 and not position.players[source.opponent].out:
        return source.opponent
    seats = tuple(opponents(position, source.seat))
    if not seats:
        return next_opponent(position, source.seat)
    source.opponent = seats[ask(position, source.seat, PickOpponent(card=source.card.code, verb=verb, seats=seats))]
    return source.opponent


def next_turn_of(position: Position, seat: int) -> int:
    """The number of a player's next turn, the running one not counted."""
    number = position.turn
    for other in [*position.after[position.active], position.active]:
        if not position.players[other].out:
            number += 1
        if other == seat:
            break
    return number


def end_of_next_turn(position: Position, seat: int) -> int:
    """S-17.4, SR-67 The last turn of an effect "until the end of the next turn".

    In a turn of its player's team, until every opponent has had a turn; otherwise until its player has had one.
    """
    if position.teams[position.active] != position.teams[seat]:
        return next_turn_of(position, seat)
    return max([next_turn_of(position, other) for other in opponents(position, seat)], default=position.turn + 1)
