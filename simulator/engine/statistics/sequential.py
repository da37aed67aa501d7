"""Sequential tests: is one deck better than the other, with as few games as it takes.

The generalised sequential probability ratio test that chess test farms use: the likelihood ratio of two scores, with
the variance of whole pairs as observed so far. Both error rates hold whenever it stops, but the score at that moment
is not an unbiased estimate: a test stops at a lucky moment.
"""

import math
from dataclasses import dataclass
from typing import Final

from simulator.engine.statistics.intervals import PairCounts

MIN_TEST_PAIRS: Final = 16
"""With fewer pairs the variance is not yet known well enough."""
LOOK_PAIRS: Final = 16
"""Pairs between two looks at the results; with more pairs played, a sixteenth of them."""
BETTER, NOT_BETTER, OPEN = "better", "not better", "open"
FIRST, SECOND, NEITHER = "first", "second", "neither"
EVEN: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SequentialTest:
    """Tells a score of `low` from one of `high`.

    `alpha` is the risk of calling a deck better that scores `low`, `beta` that of missing one that scores `high`.
    """

    low: float = 0.5
    high: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which it stops."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: PairCounts) -> float:
        """The log likelihood ratio of `high` against `low`.

        A lost and a won pair are added to the variance, so that a few equal pairs do not decide.
        """
        if not pairs.pairs:
            return 0.0
        mean, weights = pairs.score or 0.0, (pairs + PairCounts(ll=1, ww=1)).counts
        total = sum(weights)
        middle = sum(weight * half / 4 for half, weight in enumerate(weights)) / total
        variance = sum(weight * (half / 4 - middle) ** 2 for half, weight in enumerate(weights)) / total
        return pairs.pairs * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def verdict(self, pairs: PairCounts) -> str:
        """Whether the deck is better, not better, or not yet known."""
        if pairs.pairs < MIN_TEST_PAIRS:
            return OPEN
        ratio, (bottom, top) = self.ratio(pairs), self.bounds
        return BETTER if ratio >= top else NOT_BETTER if ratio <= bottom else OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelTest:
    """Tells which of two decks is better, or that neither is better by `difference`.

    It consists of two tests, one for each deck, of an even score against one that is better by the difference. With a
    single test of "the first is better" against "the second is better", one of two equal decks would always win.
    """

    difference: float

    @property
    def test(self) -> SequentialTest:
        return SequentialTest(low=EVEN, high=EVEN + self.difference)

    def verdict(self, pairs: PairCounts) -> str:
        """The better deck, neither of them, or open; `pairs` are those of the first deck."""
        first = self.test.verdict(pairs)
        second = self.test.verdict(PairCounts.from_counts(pairs.counts[::-1]))
        if BETTER in (first, second):
            return FIRST if first == BETTER else SECOND
        return NEITHER if first == second == NOT_BETTER else OPEN


def looks(most: int) -> list[int]:
    """The numbers of pairs at which a test of at most so many pairs looks at its results.

    They are fixed, so that the verdict does not depend on how games are distributed or how fast they are played.
    """
    pairs = [0]
    while pairs[-1] < most:
        pairs.append(min(most, pairs[-1] + max(LOOK_PAIRS, pairs[-1] // LOOK_PAIRS)))
    return pairs[1:]
