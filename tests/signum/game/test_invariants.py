"""Invariants of any game: no card is lost, limits are kept, bases do not overlap."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.values import Facts
from tests.signum.playing import new_game, play_checked, players_of

MOVES = 40


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(pairing=st.integers(0, 99), seed=st.integers(0, 2**40), policy=st.sampled_from(["random", "greedy", "hoarder"]))
def test_s1_3_s4_5_s5_6_hold_after_every_move(pairing: int, seed: int, policy: str) -> None:
    play_checked(new_game(pairing=pairing, seed=seed), players_of(policy, seed=seed), moves=MOVES)


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    seats=st.sampled_from([3, 4]), pairing=st.integers(0, 99), seed=st.integers(0, 2**40),
    policy=st.sampled_from(["random", "greedy"]), teams=st.booleans(),
)  # fmt: skip
def test_s17_2_s17_3_hold_after_every_move(seats: int, pairing: int, seed: int, policy: str, teams: bool) -> None:
    options = Facts({"shoulder_to_shoulder": True}) if teams and seats == 4 else NO_OPTIONS
    game = new_game(pairing=pairing, seed=seed, seats=seats, options=options)
    play_checked(game, players_of(policy, seed=seed, seats=seats), moves=2 * MOVES)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", [NO_OPTIONS, Facts({"shoulder_to_shoulder": True})])
def test_sr64_no_card_is_lost_when_players_leave_the_game(options: Facts, seed: int) -> None:
    game = new_game(pairing=14, seed=seed, seats=4, options=options)
    for hero in game.position.creatures:
        hero.wounds = hero.health - 2
    play_checked(game, players_of("greedy", seed=seed, seats=4), every_action=False)
    assert game.outcome() is not None
    assert any(player.out for player in game.position.players)


def test_s14_3_a_random_game_ends() -> None:
    game = new_game(pairing=7, seed=7)
    play_checked(game, players_of("random", seed=7))
    assert game.outcome() is not None
