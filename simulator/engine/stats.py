"""Figures with their uncertainty: how often something happens, and how pairs of games ended.

Playing the games is match.py; ratings over many decks are not computed here.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

# The normal quantile of 97.5 %: every interval of this house is a 95 % interval.
Z_95: Final = 1.959963984540054

Points = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


EVERYTHING: Final = Interval(0.0, 1.0)


def wilson(successes: Points, *, trials: int) -> Interval:
    """Wilson's score interval for a rate, also true to itself near 0 and 1; without trials anything is possible."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return EVERYTHING
    rate = float(successes) / trials
    squared = Z_95 * Z_95
    scale = 1 + squared / trials
    centre = (rate + squared / (2 * trials)) / scale
    reach = Z_95 * math.sqrt(rate * (1 - rate) / trials + squared / (4 * trials * trials)) / scale
    # At the ends the formula is exact and only its rounding is not.
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == trials else min(1.0, centre + reach)
    return Interval(low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """Pairs of games (same seed, seats swapped) by what the two gave together: 0, 1/2, 1, 3/2 or 2 points.

    Two games of a pair share their luck, so their results are not independent; pairs are.
    """

    ll: int = 0
    ld: int = 0
    dd_wl: int = 0
    wd: int = 0
    ww: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[Points, Points]]) -> "PairCounts":
        """Counts the points one side got in the two games of each pair: 0, 1/2 or 1 a game."""
        counts = [0, 0, 0, 0, 0]
        for first, second in pairs:
            if any(2 * points not in (0, 1, 2) for points in (first, second)):
                raise ValueError(f"a pair gave {first} and {second} points; a game between two gives 0, 1/2 or 1")
            counts[int(2 * (first + second))] += 1
        return cls(ll=counts[0], ld=counts[1], dd_wl=counts[2], wd=counts[3], ww=counts[4])

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """From two losses to two wins."""
        return (self.ll, self.ld, self.dd_wl, self.wd, self.ww)

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    def __add__(self, other: "PairCounts") -> "PairCounts":
        """Chunks of one match-up taken together."""
        ll, ld, dd_wl, wd, ww = (mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True))
        return PairCounts(ll=ll, ld=ld, dd_wl=dd_wl, wd=wd, ww=ww)

    @property
    def score(self) -> float | None:
        """The share of all points, exact where it can be: a deck against itself has 0.5. None without pairs."""
        if not self.pairs:
            return None
        return sum(quarters * count for quarters, count in enumerate(self.counts)) / (4 * self.pairs)

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the score, from how much whole pairs differ.

        One lost and one won pair are added first (as Agresti and Coull do for single games): three pairs that all
        ended alike would else claim to be certain. Among hundreds of pairs the two cannot be noticed.
        """
        if not self.pairs:
            return EVERYTHING
        weights = [self.ll + 1, self.ld, self.dd_wl, self.wd, self.ww + 1]
        total = self.pairs + 2
        mean = sum(weight * quarters / 4 for quarters, weight in enumerate(weights)) / total
        variance = sum(weight * (quarters / 4 - mean) ** 2 for quarters, weight in enumerate(weights)) / total
        reach = Z_95 * math.sqrt(variance / total)
        return Interval(max(0.0, mean - reach), min(1.0, mean + reach))
