"""The sequential test keeps its error rates and saves games."""

import math
import random

import pytest

from simulator.engine.statistics.intervals import PairCounts
from simulator.engine.statistics.sequential import (
    BETTER,
    FIRST,
    MIN_TEST_PAIRS,
    NEITHER,
    NOT_BETTER,
    OPEN,
    SECOND,
    DuelTest,
    SequentialTest,
    looks,
)

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


def compare(chance: random.Random, *, score: float, difference: float) -> str:
    """The verdict on two decks, looking when a test of the service looks."""
    counts, comparison, played = [0, 0, 0, 0, 0], DuelTest(difference=difference), 0
    for look in looks(MAX_PAIRS):
        for _ in range(look - played):
            counts[2 * sum(chance.random() < score for _ in range(2))] += 1
        played = look
        if (verdict := comparison.verdict(PairCounts.from_counts(counts))) != OPEN:
            return verdict
    return OPEN


@pytest.mark.parametrize(("score", "right"), [(0.4, SECOND), (0.5, NEITHER), (0.6, FIRST)])
def test_comparison_finds_the_better_deck_and_calls_equal_ones_equal(score: float, right: str) -> None:
    chance, tests = random.Random(11), 300
    verdicts = [compare(chance, score=score, difference=0.1) for _ in range(tests)]
    # Of equal decks each is called better in at most 5 % of the tests.
    assert verdicts.count(right) / tests >= (0.88 if right == NEITHER else 0.93)
    assert all(verdicts.count(one) / tests <= 0.07 for one in {FIRST, SECOND, NEITHER} - {right})


def test_looks_are_fixed_and_grow_slowly() -> None:
    assert looks(40) == [16, 32, 40]
    assert looks(10) == [10]
    assert looks(50_000)[:16] == list(range(16, 257, 16))
    assert looks(50_000)[-1] == 50_000
    assert len(looks(50_000)) < 120
