"""Estimates with confidence intervals.

Rates, results of pairs of games, and differences. Playing the games is matches/match.py; ratings of many decks are
bradley_terry.py.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

# The normal quantile of 97.5 %: all intervals are 95 % intervals.
Z_95: Final = 1.959963984540054
# The normal quantile of 80 %: a detectable difference is found four times in five.
Z_80: Final = 0.8416212335729143
# With fewer pairs an estimate has an interval, but no verdict.
MIN_PAIRS: Final = 25
# Student's quantiles of 97.5 % for 1 to 4 degrees of freedom, where the expansion in `student` is not yet accurate.
_SMALL_SAMPLES: Final = (12.706204736174694, 4.302652729749462, 3.1824463052837078, 2.7764451051977934)

Points = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def reach(self) -> float:
        """Half its width: the x of "± x"."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value, its 95 % interval, and the number of independent observations."""

    value: float
    interval: Interval
    sample: int


EVERYTHING: Final = Interval(0.0, 1.0)


def student(freedom: int) -> float:
    """Student's 97.5 % quantile: the normal one, corrected for a variance that is itself estimated.

    The Cornish–Fisher expansion (Abramowitz and Stegun 26.7.5); its error is below 0.0005.
    """
    if freedom < 1:
        return math.inf
    if freedom <= len(_SMALL_SAMPLES):
        return _SMALL_SAMPLES[freedom - 1]
    z = Z_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4


def verdict(interval: Interval, *, even: float, sample: int) -> str:
    """ "ahead" or "behind" if the interval excludes an even result, else "open"; "open" for very small samples."""
    if sample < MIN_PAIRS:
        return "open"
    return "ahead" if interval.low > even else "behind" if interval.high < even else "open"


def wilson(successes: Points, *, trials: float) -> Interval:
    """Wilson's score interval for a rate, also accurate near 0 and 1.

    Without trials it is the whole range. Trials need not be an integer: games that share their luck count as fewer
    trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return EVERYTHING
    rate = float(successes) / trials
    squared = Z_95 * Z_95
    scale = 1 + squared / trials
    centre = (rate + squared / (2 * trials)) / scale
    reach = Z_95 * math.sqrt(rate * (1 - rate) / trials + squared / (4 * trials * trials)) / scale
    # At the ends the formula is exact, but its rounding is not.
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == trials else min(1.0, centre + reach)
    return Interval(low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """Pairs of games (same seed, seats swapped) by their total points.

    These are 0, 1/2, 1, 3/2 or 2. The two games of a pair share their luck, so their results are not independent;
    pairs are.
    """

    ll: int = 0
    ld: int = 0
    dd_wl: int = 0
    wd: int = 0
    ww: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[Points, Points]]) -> "PairCounts":
        """Counts pairs, given one side's points in the two games of each.

        A game gives 0, 1/2 or 1 point.
        """
        counts = [0, 0, 0, 0, 0]
        for first, second in pairs:
            if any(2 * points not in (0, 1, 2) for points in (first, second)):
                raise ValueError(f"a pair gave {first} and {second} points; a game between two gives 0, 1/2 or 1")
            counts[int(2 * (first + second))] += 1
        return cls.from_counts(counts)

    @classmethod
    def from_counts(cls, counts: Sequence[int]) -> "PairCounts":
        """From counts in the order of `counts`."""
        ll, ld, dd_wl, wd, ww = counts
        return cls(ll=ll, ld=ld, dd_wl=dd_wl, wd=wd, ww=ww)

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """From two losses to two wins."""
        return (self.ll, self.ld, self.dd_wl, self.wd, self.ww)

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    def __add__(self, other: "PairCounts") -> "PairCounts":
        """The sum of two parts of one match-up."""
        return PairCounts.from_counts([mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)])

    @property
    def turned(self) -> "PairCounts":
        """The same pairs from the other side."""
        return PairCounts.from_counts(self.counts[::-1])

    @property
    def score(self) -> float | None:
        """The share of all points; exactly 0.5 for a deck against itself.

        None without pairs.
        """
        if not self.pairs:
            return None
        return sum(quarters * count for quarters, count in enumerate(self.counts)) / (4 * self.pairs)

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the score, from the variance of whole pairs.

        One lost and one won pair are added first (as Agresti and Coull do for single games): otherwise a few equal
        pairs would give an interval of width 0. With hundreds of pairs the effect is negligible. It is the interval
        of `common_mean` for a single run.
        """
        if not self.pairs:
            return EVERYTHING
        weights = [self.ll + 1, self.ld, self.dd_wl, self.wd, self.ww + 1]
        total = self.pairs + 2
        mean = sum(weight * quarters / 4 for quarters, weight in enumerate(weights)) / total
        variance = sum(weight * (quarters / 4 - mean) ** 2 for quarters, weight in enumerate(weights)) / total
        reach = student(total - 1) * math.sqrt(variance / total)
        return Interval(max(0.0, mean - reach), min(1.0, mean + reach))


def round_share(total: int, squares: int, *, rounds: int, full: int, entrants: int) -> Estimate:
    """A share of points from whole rounds, each worth `full` points at most.

    `total` is the sum of the points of all rounds, `squares` the sum of their squares. As for pairs, one round won by
    each entrant is added first, so that a few equal rounds do not give an interval of width 0.
    """
    weight = rounds + entrants
    mean = (total + full) / (full * weight)
    variance = max(0.0, (squares + full * full) / (full * full * weight) - mean * mean)
    reach = student(weight - 1) * math.sqrt(variance / weight)
    value = total / (full * rounds)
    # With very few rounds the added ones could push the share itself out of the interval.
    interval = Interval(max(0.0, min(value, mean - reach)), min(1.0, max(value, mean + reach)))
    return Estimate(value=value, interval=interval, sample=rounds)


def paired_difference(first: Sequence[int | None], second: Sequence[int | None]) -> Estimate | None:
    """The score of the second minus that of the first, from pairs on common seeds.

    Entry k of both had the same seed. Entries are the half points of a pair (0 to 4), None where a game failed. Only
    entries of both count; None with fewer than two of them.
    """
    steps = [
        (theirs - mine) / 4
        for mine, theirs in zip(first, second, strict=False)
        if mine is not None and theirs is not None
    ]
    return mean_difference(steps)


def mean_difference(steps: Sequence[float]) -> Estimate | None:
    """The mean of independent differences; None with fewer than two of them."""
    if len(steps) < 2:
        return None
    mean, deviation = math.fsum(steps) / len(steps), standard_deviation(steps)
    reach = student(len(steps) - 1) * deviation / math.sqrt(len(steps))
    return Estimate(value=mean, interval=Interval(mean - reach, mean + reach), sample=len(steps))


def common_mean(runs: Sequence[Sequence[int | None]]) -> Estimate | None:
    """The mean score over several runs of pairs on common seeds.

    Entry k of each had the same seed. Runs have equal weight. They are not independent, so the variance is that of the
    seeds: entries k of all runs are combined. As in `PairCounts.interval`, a lost and a won pair are added for the
    interval, to each run its part of them. The sample is the shortest run. None if a run is empty.
    """
    sums = [
        (sum(points for points in run if points is not None) / 4, sum(points is not None for points in run))
        for run in runs
    ]
    if not sums or not all(size for _, size in sums):
        return None
    pulls = [0.0] * max(map(len, runs))
    part, spread, middle = 1 / len(runs), 0.0, 0.0
    for run, (total, size) in zip(runs, sums, strict=True):
        mean, weight = (total + part) / (size + 2 * part), (size + 2 * part) * len(runs)
        middle += part * mean
        spread += part * (((1 - mean) / weight) ** 2 + (mean / weight) ** 2)
        for number, points in enumerate(run):
            if points is not None:
                pulls[number] += (points / 4 - mean) / weight
    value = math.fsum(total / size for total, size in sums) / len(runs)
    shortest = min(size for _, size in sums)
    reach = student(shortest + 1) * math.sqrt(math.fsum(pull * pull for pull in pulls) + spread)
    # With very few seeds the added pairs could push the score itself out of the interval.
    interval = Interval(max(0.0, min(value, middle - reach)), min(1.0, max(value, middle + reach)))
    return Estimate(value=value, interval=interval, sample=shortest)


def clustered_share(points: Sequence[float], games: Sequence[int]) -> Estimate | None:
    """A share of points of games in clusters that share their luck.

    A cluster is all games of one seed. The variance is that of whole clusters (the linearised ratio of sums, as in
    surveys). The interval is Wilson's, with the number of trials at which independent games would have the same
    variance. None without games.
    """
    number, clusters = sum(games), sum(1 for size in games if size)
    if not number:
        return None
    rate = math.fsum(points) / number
    spread = math.fsum((mine - rate * size) ** 2 for mine, size in zip(points, games, strict=True)) / number**2
    worth = float(clusters)
    if clusters > 1 and spread > 0:
        worth = rate * (1 - rate) * (clusters - 1) / (clusters * spread)
    return Estimate(value=rate, interval=wilson(min(rate * worth, worth), trials=worth), sample=clusters)


def standard_deviation(values: Sequence[float]) -> float:
    """The standard deviation of a sample (n - 1) of at least two values."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def smallest_difference(*, deviation: float, sample: int) -> float:
    """The smallest true difference that this many observations detect.

    It is found four times in five, at 95 %.
    """
    if sample < 1:
        return math.inf
    return (Z_95 + Z_80) * deviation / math.sqrt(sample)


def impact(pairs: Mapping[tuple[int, int, int], int]) -> Estimate | None:
    """The difference in score between games with something and games without it.

    `pairs` counts pairs by (games with it, half points in those, half points in the games without it). Games of one
    pair are not independent, so the variance is that of whole pairs (the linearised ratio, as in surveys with
    clusters). None if it was always or never there. This is a correlation, not a proof of a cause.
    """
    total = sum(pairs.values())
    with_it = sum(count * games for (games, _, _), count in pairs.items())
    without = 2 * total - with_it
    if not with_it or not without or total < 2:
        return None
    rate_with = sum(count * points for (_, points, _), count in pairs.items()) / 2 / with_it
    rate_without = sum(count * points for (_, _, points), count in pairs.items()) / 2 / without
    spread = 0.0
    for (games, points_with, points_without), count in pairs.items():
        pull = (points_with / 2 - rate_with * games) / with_it
        pull -= (points_without / 2 - rate_without * (2 - games)) / without
        spread += count * pull * pull
    value, reach = rate_with - rate_without, Z_95 * math.sqrt(spread)
    return Estimate(value=value, interval=Interval(value - reach, value + reach), sample=total)


def weighted_mean(estimates: Sequence[Estimate]) -> Estimate | None:
    """The mean of several independent estimates, weighted by their samples."""
    total = sum(estimate.sample for estimate in estimates)
    if not total:
        return None
    value = math.fsum(estimate.value * estimate.sample for estimate in estimates) / total
    squares = math.fsum((estimate.interval.reach * estimate.sample) ** 2 for estimate in estimates)
    reach = math.sqrt(squares) / total
    return Estimate(value=value, interval=Interval(value - reach, value + reach), sample=total)


def shared_luck(runs: Sequence[Sequence[int | None]]) -> float:
    """How much wider an interval is because runs share their seeds; at least 1."""
    together = common_mean(runs)
    alone = [estimate for estimate in (common_mean([run]) for run in runs) if estimate is not None]
    reach = math.sqrt(math.fsum(estimate.interval.reach**2 for estimate in alone)) / max(len(alone), 1)
    return max(1.0, together.interval.reach / reach) if together is not None and reach else 1.0


def first_game_share(first: Sequence[int], second: Sequence[int], *, pairs: PairCounts) -> Estimate | None:
    """The share of points of one seat, whichever side has it: the seat advantage.

    `first` and `second` are one side's wins, draws and losses in the first and in the second games. The variance of
    their sum over a pair follows from `pairs`, and from it the variance of their difference.
    """
    if pairs.pairs < 2 or not sum(first) or not sum(second):
        return None
    (mean_first, spread_first), (mean_second, spread_second) = _points(first), _points(second)
    together = sum(count * (half / 2 - 2 * (pairs.score or 0)) ** 2 for half, count in enumerate(pairs.counts))
    spread = max(0.0, 2 * spread_first + 2 * spread_second - together / pairs.pairs)
    value, reach = (1 + mean_first - mean_second) / 2, Z_95 * math.sqrt(spread / pairs.pairs) / 2
    return Estimate(
        value=value, interval=Interval(max(0.0, value - reach), min(1.0, value + reach)), sample=pairs.pairs
    )


def _points(won_drawn_lost: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of the points of single games."""
    won, drawn, _ = won_drawn_lost
    games = sum(won_drawn_lost)
    mean = (won + drawn / 2) / games
    return mean, (won + drawn / 4) / games - mean * mean
