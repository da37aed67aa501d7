"""Invariants of any game: no card is lost, limits are kept, bases do not overlap."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.signum.playing import new_game, play_checked, players_of

MOVES = 40


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(pairing=st.integers(0, 99), seed=st.integers(0, 2**40), policy=st.sampled_from(["random", "greedy", "hoarder"]))
def test_s1_3_s4_5_s5_6_hold_after_every_move(pairing: int, seed: int, policy: str) -> None:
    play_checked(new_game(pairing=pairing, seed=seed), players_of(policy, seed=seed), moves=MOVES)


def test_s14_3_a_random_game_ends() -> None:
    game = new_game(pairing=7, seed=7)
    play_checked(game, players_of("random", seed=7))
    assert game.outcome() is not None
