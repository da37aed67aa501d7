"""Outcomes and their scores."""

from fractions import Fraction

import pytest

from simulator.engine.play.protocols import Outcome


def test_one_winner_takes_the_whole_point() -> None:
    outcome = Outcome((1,), "bright")
    assert outcome.winner == 1
    assert [outcome.score(seat, seats=2) for seat in (0, 1)] == [0, 1]


def test_a_draw_is_shared_by_all() -> None:
    outcome = Outcome((), "dawn")
    assert outcome.winner is None
    assert outcome.score(0, seats=2) == Fraction(1, 2)


def test_several_winners_share_and_the_others_get_nothing() -> None:
    outcome = Outcome((0, 2), "dawn")
    assert outcome.winner is None
    assert [outcome.score(seat, seats=3) for seat in range(3)] == [Fraction(1, 2), 0, Fraction(1, 2)]


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_shares_add_up_to_exactly_one_point(seats: int) -> None:
    for winners in [(), (0,), (0, 1), tuple(range(seats))]:
        assert sum(Outcome(winners, "dawn").score(seat, seats=seats) for seat in range(seats)) == 1
