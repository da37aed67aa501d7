"""Intervals contain the truth 95 times in 100, also for games that share their luck.

Every game is drawn from a known distribution: all decks are equal, but on each seed a deck is lucky or unlucky
against all its opponents. Real games are measured by `python -m tests.load.coverage`.
"""

import itertools
import random

from simulator.engine.statistics.bradley_terry import SeedRun, bradley_terry
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
