"""Many comparisons at once: which of them are more than luck.

Of forty cards without any effect, two would be outside of their 95 % intervals by luck alone.
"""

import math
from collections.abc import Sequence
from typing import Final

from simulator.engine.statistics.intervals import Z_95, Estimate

MAX_FALSE: Final = 0.05


def p_value(estimate: Estimate) -> float:
    """How likely luck alone gives a difference at least this far from 0; from the width of the interval."""
    reach = estimate.interval.reach
    if not reach:
        return 0.0 if estimate.value else 1.0
    return math.erfc(Z_95 * abs(estimate.value) / reach / math.sqrt(2))


def discoveries(estimates: Sequence[Estimate]) -> list[bool]:
    """Which differences count, such that at most 5 % of those are expected to be luck (Benjamini and Hochberg)."""
    ranked = sorted((p_value(estimate), number) for number, estimate in enumerate(estimates))
    last = max(
        (rank for rank, (p, _) in enumerate(ranked, 1) if p <= MAX_FALSE * rank / len(ranked)),
        default=0,
    )
    counted = {number for _, number in ranked[:last]}
    return [number in counted for number in range(len(estimates))]
