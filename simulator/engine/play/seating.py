"""Teams, and who sits where in the games of a round.

A round is one seed, played once for every seating. Every entrant sits in every seat equally often, so a deck against
itself scores exactly its share.
"""

from collections.abc import Sequence

from simulator.engine.values import Facts

Seating = tuple[int, ...]
"""`seating[seat]` is the number of an entrant."""


def everyone_alone(seats: int, options: Facts) -> tuple[int, ...]:
    """Every seat is a team of its own."""
    return tuple(range(seats))


def team_seatings(teams: Sequence[int]) -> list[Seating]:
    """The seatings of a round that keep allies together.

    Teams change places, and allies change places within their team. `teams[seat]` is the team of a seat; all teams
    have the same size. Without allies these are the rotations.
    """
    members: dict[int, list[int]] = {}
    for seat, team in enumerate(teams):
        members.setdefault(team, []).append(seat)
    places = list(members.values())
    if len({len(seats) for seats in places}) != 1:
        raise ValueError(f"teams of different sizes have no fair seatings: {tuple(teams)}")
    size = len(places[0])
    seatings = []
    for inner in range(size):
        for shift in range(len(places)):
            seating = [0] * len(teams)
            for number, seats in enumerate(places):
                entrants = places[(number + shift) % len(places)]
                for index, seat in enumerate(seats):
                    seating[seat] = entrants[(index + inner) % size]
            seatings.append(tuple(seating))
    return seatings
