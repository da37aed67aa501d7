"""The value of seat and first turn over all match-ups of a batch.

The intervals account for shared luck. Match-ups of a batch share seeds, so their games are not independent, but the
seeds are. The intervals are computed once, when the batch is done, from one digit per game. The sums are read from
the match-ups.
"""

from collections.abc import Sequence

from simulator.engine.matches.totals import BROKEN
from simulator.engine.statistics.intervals import Estimate, Interval, clustered_share

WENT_FIRST, WENT_SECOND, FIRST_SEAT, SECOND_SEAT = "went_first", "went_second", "first_seat", "second_seat"
"""From the view of the first entrant of each match-up."""
ANY_FIRST_SEAT, ANY_WENT_FIRST = "any_first_seat", "any_went_first"
"""From the view of the deck with that seat or turn."""
NAMES = (WENT_FIRST, WENT_SECOND, FIRST_SEAT, SECOND_SEAT, ANY_FIRST_SEAT, ANY_WENT_FIRST)

SeatPoints = dict[str, tuple[float, int]]
"""Points and number of games for each name."""


def seat_intervals(runs: Sequence[str]) -> dict[str, list[float]]:
    """The ends of the interval for each name, from the `singles` of all match-ups."""
    shares = seat_shares(runs)
    return {name: [share.interval.low, share.interval.high] for name, share in shares.items()}


def seat_shares(runs: Sequence[str]) -> dict[str, Estimate]:
    """The share of points for each name, counted by seed."""
    seeds = max((len(run) // 2 for run in runs), default=0)
    points = {name: [0.0] * seeds for name in NAMES}
    games = {name: [0] * seeds for name in NAMES}
    pairs = {f"{first}{second}": score_pair(f"{first}{second}") for first in _DIGITS for second in _DIGITS}
    for run in runs:
        for seed in range(len(run) // 2):
            for name, (pair_points, number) in pairs[run[2 * seed : 2 * seed + 2]].items():
                points[name][seed] += pair_points
                games[name][seed] += number
    shares = {name: clustered_share(points[name], games[name]) for name in NAMES}
    return {name: share for name, share in shares.items() if share is not None}


_DIGITS = f"012345678{BROKEN}"


def score_pair(pair: str) -> SeatPoints:
    """Points and games of a pair; in its first game, entrant 0 has the first seat."""
    scores: SeatPoints = {}
    for game, digit in enumerate(pair):
        if digit == BROKEN:
            continue
        starter, halves = divmod(int(digit), 3)
        points = halves / 2
        entries = [
            (FIRST_SEAT if game == 0 else SECOND_SEAT, points),
            (ANY_FIRST_SEAT, points if game == 0 else 1 - points),
        ]
        if starter:
            entries.append((WENT_FIRST if starter == 1 else WENT_SECOND, points))
            entries.append((ANY_WENT_FIRST, points if starter == 1 else 1 - points))
        for name, gained in entries:
            total, number = scores.get(name, (0.0, 0))
            scores[name] = total + gained, number + 1
    return scores


def widen(interval: Interval, *, runs: int) -> Interval:
    """The widest possible interval, as if all runs had the same luck.

    Used while games are played.
    """
    middle, reach = (interval.low + interval.high) / 2, interval.reach * float(runs) ** 0.5
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
