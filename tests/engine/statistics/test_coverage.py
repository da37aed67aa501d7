"""Intervals contain the truth 95 times in 100, also for games that share their luck.

Every game is drawn from a known distribution: all decks are equal, but on each seed a deck is lucky or unlucky
against all its opponents. Real games are measured by `python -m tests.load.coverage`.
"""

import itertools
import math
import random

import pytest

from simulator.engine.statistics.bradley_terry import ELO, SeedRun, bradley_terry
from simulator.engine.statistics.intervals import MIN_PAIRS, common_mean, paired_difference, verdict

DECKS = "ABCDEF"
LUCK = 0.25
"""How much a lucky deck wins above half of its games."""
Pairs = list[int | None]


def play_table(chance: random.Random, *, pairs: int, decks: str = DECKS) -> dict[tuple[str, str], Pairs]:
    """Half points of the first deck of each pairing, seed by seed."""
    played: dict[tuple[str, str], Pairs] = {edge: [] for edge in itertools.combinations(decks, 2)}
    for _ in range(pairs):
        luck = {deck: chance.choice((-LUCK, LUCK)) for deck in decks}
        for (first, second), run in played.items():
            share = 0.5 + (luck[first] - luck[second]) / 2
            run.append(2 * sum(chance.random() < share for _ in range(2)))
    return played


def covered_ratings(tables: int, *, shared: bool) -> float:
    """How often the interval of a rating contains 0; `shared` says whether seeds are known to be shared."""
    chance, covered = random.Random(11), 0
    for _ in range(tables):
        table = play_table(chance, pairs=40)
        runs = {edge: [SeedRun(1 if shared else number, run)] for number, (edge, run) in enumerate(table.items())}
        covered += sum(0 in rating.interval for rating in bradley_terry(runs, anchor="AB").values())
    return covered / (tables * len(DECKS))


def test_ratings_of_a_table_cover_the_truth() -> None:
    assert 0.93 <= covered_ratings(120, shared=True) <= 0.97


def test_ratings_that_ignore_shared_seeds_would_not() -> None:
    assert covered_ratings(40, shared=False) < 0.9


def test_means_over_opponents_cover_the_truth() -> None:
    chance, covered, tables = random.Random(12), 0, 300
    for _ in range(tables):
        table = play_table(chance, pairs=MIN_PAIRS)
        mean = common_mean([run for (first, _), run in table.items() if first == "A"])
        covered += mean is not None and 0.5 in mean.interval
    assert 0.93 <= covered / tables <= 0.98


@pytest.mark.parametrize(("score", "opponents", "pairs"), [(0.8, 11, 25), (0.9, 11, 50), (0.9, 40, 50)])
def test_means_of_strong_decks_cover_the_truth(score: float, opponents: int, pairs: int) -> None:
    """The added pairs must not pull a strong deck to the middle by more than its interval."""
    chance, tables, covered = random.Random(14), 150, 0
    for _ in range(tables):
        runs: list[Pairs] = [
            [2 * sum(chance.random() < score for _ in range(2)) for _ in range(pairs)] for _ in range(opponents)
        ]
        mean = common_mean(runs)
        assert mean is not None
        assert mean.value in mean.interval
        covered += score in mean.interval
    assert covered / tables >= 0.9


def test_ratings_of_a_strong_deck_cover_the_truth() -> None:
    chance, tables, covered = random.Random(15), 60, 0
    truth = ELO * math.log(0.9 / 0.1)
    for _ in range(tables):
        runs = {
            edge: [SeedRun(number, [2 * sum(chance.random() < share for _ in range(2)) for _ in range(50)])]
            for number, edge in enumerate(itertools.combinations(DECKS, 2))
            for share in [0.9 if edge[0] == "A" else 0.5]
        }
        covered += truth in bradley_terry(runs, anchor=DECKS[1:])["A"].interval
    assert covered / tables >= 0.88


def test_equal_decks_are_rarely_called_different() -> None:
    """About 5 times in 100 from 25 pairs on, never below."""
    chance, tables = random.Random(13), 1_000
    for pairs, most in ((MIN_PAIRS - 1, 0.0), (MIN_PAIRS, 0.065), (2 * MIN_PAIRS, 0.065)):
        called = 0
        for _ in range(tables):
            table = play_table(chance, pairs=pairs, decks="ABC")
            difference = paired_difference(table["A", "C"], table["B", "C"])
            assert difference is not None
            called += verdict(difference.interval, even=0, sample=difference.sample) != "open"
        assert called / tables <= most
