"""The sequential test keeps its error rates and saves games."""

import math
import random

import pytest

from simulator.engine.statistics.intervals import PairCounts
from simulator.engine.statistics.sequential import BETTER, MIN_TEST_PAIRS, NOT_BETTER, OPEN, SequentialTest

TEST = SequentialTest(low=0.5, high=0.55)
LOOK_PAIRS, MAX_PAIRS = 8, 4_000


def play(chance: random.Random, *, score: float) -> tuple[str, int]:
    """The verdict and the number of games, looking every few pairs."""
    counts = [0, 0, 0, 0, 0]
    for pair in range(1, MAX_PAIRS + 1):
        counts[2 * sum(chance.random() < score for _ in range(2))] += 1
        if pair % LOOK_PAIRS == 0 and (verdict := TEST.verdict(PairCounts.from_counts(counts))) != OPEN:
            return verdict, 2 * pair
    return OPEN, 2 * MAX_PAIRS


@pytest.mark.parametrize(("score", "wrong"), [(0.5, BETTER), (0.55, NOT_BETTER)])
def test_errors_are_as_rare_as_promised(score: float, wrong: str) -> None:
    chance, tests = random.Random(9), 400
    played = [play(chance, score=score) for _ in range(tests)]
    assert sum(verdict == wrong for verdict, _ in played) / tests <= 0.07
    # 1,564 games tell these scores apart with the same error rates if their number is fixed beforehand.
    assert sum(games for _, games in played) / tests < 650


def test_clear_cases_end_early() -> None:
    chance = random.Random(10)
    games = sorted(play(chance, score=0.7)[1] for _ in range(50))
    assert games[25] < 200


def test_few_pairs_decide_nothing() -> None:
    assert TEST.verdict(PairCounts(ww=MIN_TEST_PAIRS - 1)) == OPEN
    assert TEST.verdict(PairCounts()) == OPEN
    assert TEST.ratio(PairCounts()) == 0
    assert TEST.verdict(PairCounts(ww=200)) == BETTER
    assert TEST.verdict(PairCounts(ll=200)) == NOT_BETTER


def test_ratio_is_that_of_two_normal_densities() -> None:
    pairs = PairCounts(ll=30, dd_wl=100, ww=50)
    weights = (31, 0, 100, 0, 51)
    mean = sum(half / 4 * weight for half, weight in enumerate(weights)) / 182
    variance = sum(weight * (half / 4 - mean) ** 2 for half, weight in enumerate(weights)) / 182
    observed = (0.5 * 100 + 50) / 180
    expected = 180 * ((observed - 0.5) ** 2 - (observed - 0.55) ** 2) / (2 * variance)
    assert TEST.ratio(pairs) == pytest.approx(expected)
    assert TEST.bounds == (pytest.approx(-math.log(19)), pytest.approx(math.log(19)))
