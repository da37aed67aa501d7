"""Seatings of a round."""

import pytest

from simulator.engine.play.seating import team_seatings


def test_players_without_allies_rotate() -> None:
    assert team_seatings((0, 1)) == [(0, 1), (1, 0)]
    assert sorted(team_seatings((0, 1, 2))) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_teams_and_allies_change_places() -> None:
    assert sorted(team_seatings((0, 0, 1, 1))) == [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)]
    assert sorted(team_seatings((0, 1, 0, 1))) == [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)]


def test_teams_of_different_sizes_have_no_fair_seating() -> None:
    with pytest.raises(ValueError, match="different sizes"):
        team_seatings((0, 0, 1))
