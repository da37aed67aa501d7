"""How often 95 % intervals contain the truth, on real games.

    python -m tests.load.coverage [--decks 6] [--tables 60] [--pairs 40] [--seed 2028] [--jobs 2]

Reference decks play each other on common seeds, once. The games are cut into tables of `--pairs` seeds, and every
table is judged alone; the truth is the mean of all tables. For each figure it prints how often the interval contained
the truth, and how often the interval that takes all games as independent would have. Build the engine first
(`make engine`).
"""

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any

from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.run import play_totals
from simulator.engine.matches.totals import Totals, half_points, turned
from simulator.engine.statistics.bradley_terry import SeedRun, bradley_terry
from simulator.engine.statistics.intervals import Interval, PairCounts, common_mean, paired_difference, wilson
from simulator.reports.seat_advantage import ANY_WENT_FIRST, seat_shares

Edge = tuple[int, int]
Halves = list[int | None]
MatchUp = tuple[tuple[DeckList, DeckList], int, int]
"""Decks, seed, pairs."""
Figures = dict[str, dict[Any, tuple[float, Interval]]]
"""For each kind of figure and each deck or pair of decks: value and interval."""


class Table:
    """The results of some seeds: half points and digits of single games of each pairing."""

    def __init__(self, outcomes: dict[Edge, str], singles: dict[Edge, str]) -> None:
        self.outcomes, self.singles = outcomes, singles

    def part(self, first: int, last: int) -> "Table":
        outcomes = {edge: run[first:last] for edge, run in self.outcomes.items()}
        return Table(outcomes, {edge: run[2 * first : 2 * last] for edge, run in self.singles.items()})

    def runs(self, deck: int) -> dict[int, Halves]:
        """The deck's half points by opponent."""
        runs = {}
        for (first, second), outcomes in self.outcomes.items():
            if first == deck:
                runs[second] = half_points(outcomes)
            elif second == deck:
                runs[first] = turned(half_points(outcomes))
        return runs

    @property
    def decks(self) -> list[int]:
        return sorted({deck for edge in self.outcomes for deck in edge})


def by_seed(table: Table) -> Figures:
    """The figures as the site computes them."""
    figures: Figures = {"overall score": {}, "difference": {}, "rating": {}, "first turn": {}}
    for deck in table.decks:
        mean = common_mean(list(table.runs(deck).values()))
        assert mean is not None
        figures["overall score"][deck] = mean.value, mean.interval
    for (first, second), _ in table.outcomes.items():
        opponent = next(deck for deck in table.decks if deck not in (first, second))
        step = paired_difference(table.runs(first)[opponent], table.runs(second)[opponent])
        assert step is not None
        figures["difference"][first, second] = step.value, step.interval
    figures["rating"] = rate(table, lambda number: 1)
    share = seat_shares(list(table.singles.values()))[ANY_WENT_FIRST]
    figures["first turn"][0] = share.value, share.interval
    return figures


def by_game(table: Table) -> Figures:
    """The figures as if match-ups were independent of each other."""
    figures: Figures = {"overall score": {}, "rating": {}, "first turn": {}}
    for deck in table.decks:
        runs = table.runs(deck).values()
        counts = PairCounts.from_counts([sum(run.count(half) for run in runs) for half in range(5)])
        figures["overall score"][deck] = counts.score or 0.0, counts.interval
    figures["rating"] = rate(table, lambda number: number)
    share = seat_shares(list(table.singles.values()))[ANY_WENT_FIRST]
    played = sum(len(run) for run in table.singles.values())
    figures["first turn"][0] = share.value, wilson(share.value * played, trials=played)
    return figures


def rate(table: Table, seed_of: Callable[[int], int]) -> dict[Any, tuple[float, Interval]]:
    edges = {
        (str(first), str(second)): [SeedRun(seed_of(number), half_points(outcomes))]
        for number, ((first, second), outcomes) in enumerate(table.outcomes.items())
    }
    return {deck: (rating.points, rating.interval) for deck, rating in bradley_terry(edges).items()}


def play(matchup: MatchUp) -> tuple[str, str]:
    decks, seed, pairs = matchup
    system = games.system("signum")
    policies = (system.standard_policy,) * 2
    totals = play_totals(system=system, decks=decks, policies=policies, batch_seed=seed, numbers=range(pairs))
    assert isinstance(totals, Totals)
    return totals.outcomes, totals.singles


def coverage(tables: Sequence[Figures], truth: Figures) -> dict[str, float]:
    """How often the intervals of each kind contained the truth."""
    found = {}
    for kind in tables[0]:
        hits = [truth[kind][key][0] in interval for figures in tables for key, (_, interval) in figures[kind].items()]
        found[kind] = sum(hits) / len(hits)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=int, default=6)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--pairs", type=int, default=40, help="seeds of a table")
    parser.add_argument("--seed", type=int, default=2028)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    system = games.system("signum")
    decks = [reference.deck for reference in system.reference_decks()][: options.decks]
    pairs = options.tables * options.pairs
    edges = list(combinations(range(len(decks)), 2))
    matchups = [((decks[first], decks[second]), options.seed, pairs) for first, second in edges]
    with ProcessPoolExecutor(options.jobs) as pool:
        played = list(pool.map(play, matchups))
    whole = Table(
        {edge: outcomes for edge, (outcomes, _) in zip(edges, played, strict=True)},
        {edge: singles for edge, (_, singles) in zip(edges, played, strict=True)},
    )
    truth = by_seed(whole)
    parts = [whole.part(first, first + options.pairs) for first in range(0, pairs, options.pairs)]
    seeds, single = (coverage([judge(part) for part in parts], truth) for judge in (by_seed, by_game))
    print(f"{2 * pairs * len(edges)} games, {options.tables} tables of {options.pairs} seeds")  # noqa: T201
    print("| figure | by seed | as if independent |\n| --- | --: | --: |")  # noqa: T201
    for kind, share in seeds.items():
        print(f"| {kind} | {share:.1%} | {f'{single[kind]:.1%}' if kind in single else '–'} |")  # noqa: T201


if __name__ == "__main__":
    main()
