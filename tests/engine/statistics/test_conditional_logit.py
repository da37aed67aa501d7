"""The fit of a chance to win."""

import math
import random

import pytest

from simulator.engine.statistics.conditional_logit import Observation, chances, fit, log_loss, score


def simulate(weights: list[float], *, seats: int, number: int) -> list[Observation]:
    """Positions whose winners are drawn with the chances of known weights."""
    chance = random.Random(1)
    observations = []
    for _ in range(number):
        rows = tuple(tuple(chance.gauss(0, 1) for _ in weights) for _ in range(seats))
        winner = chance.choices(range(seats), chances([score(weights, row) for row in rows]))[0]
        observations.append(Observation(rows, tuple(float(seat == winner) for seat in range(seats))))
    return observations


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fit_finds_the_weights(seats: int) -> None:
    weights = [1.0, -0.5, 0.0]
    observations = simulate(weights, seats=seats, number=3_000)
    fitted = fit(observations)
    assert fitted == pytest.approx(weights, abs=0.15)
    assert log_loss(observations, fitted) < log_loss(observations, [0.0] * 3) == pytest.approx(math.log(seats))


def test_chances_add_up_to_one_even_for_large_scores() -> None:
    assert math.fsum(chances([1_000.0, 999.0, -1_000.0])) == pytest.approx(1)
    assert chances([5.0, 5.0]) == [0.5, 0.5]


def test_a_feature_that_decides_every_game_gets_a_finite_weight() -> None:
    observations = [Observation(((1.0,), (0.0,)), (1.0, 0.0))] * 50
    (weight,) = fit(observations)
    assert 3 < weight < 50
