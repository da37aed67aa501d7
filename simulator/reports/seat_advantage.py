"""What seat and first turn are worth over all match-ups of a batch, with intervals that know of common luck.

Match-ups of a batch are played on common seeds, so their games are not independent: what is, are the seeds. Counted
once, when everything is played, from one digit a game; the sums themselves are read from the match-ups.
"""

from collections.abc import Sequence

from simulator.engine.matches.totals import BROKEN
from simulator.engine.statistics.intervals import Interval, clustered_share

WENT_FIRST, WENT_SECOND, FIRST_SEAT, SECOND_SEAT = "went_first", "went_second", "first_seat", "second_seat"
"""Of the first entrant of every match-up."""
ANY_FIRST_SEAT, ANY_WENT_FIRST = "any_first_seat", "any_went_first"
"""Of whoever sits or goes there."""
NAMES = (WENT_FIRST, WENT_SECOND, FIRST_SEAT, SECOND_SEAT, ANY_FIRST_SEAT, ANY_WENT_FIRST)

Told = dict[str, tuple[float, int]]
"""Points and games under each name."""


def seat_intervals(runs: Sequence[str]) -> dict[str, list[float]]:
    """The ends of the interval for each name, from the `singles` of all match-ups of a batch."""
    seeds = max((len(run) // 2 for run in runs), default=0)
    points = {name: [0.0] * seeds for name in NAMES}
    games = {name: [0] * seeds for name in NAMES}
    told = {f"{one}{other}": pair_told(f"{one}{other}") for one in _DIGITS for other in _DIGITS}
    for run in runs:
        for seed in range(len(run) // 2):
            for name, (mine, number) in told[run[2 * seed : 2 * seed + 2]].items():
                points[name][seed] += mine
                games[name][seed] += number
    found = {name: clustered_share(points[name], games[name]) for name in NAMES}
    return {name: [one.interval.low, one.interval.high] for name, one in found.items() if one is not None}


_DIGITS = f"012345678{BROKEN}"


def pair_told(pair: str) -> Told:
    """What the two games of a pair say; in the first of them entrant 0 sits in the first seat."""
    told: Told = {}
    for game, digit in enumerate(pair):
        if digit == BROKEN:
            continue
        starter, halves = divmod(int(digit), 3)
        mine = halves / 2
        entries = [(FIRST_SEAT if game == 0 else SECOND_SEAT, mine), (ANY_FIRST_SEAT, mine if game == 0 else 1 - mine)]
        if starter:
            entries.append((WENT_FIRST if starter == 1 else WENT_SECOND, mine))
            entries.append((ANY_WENT_FIRST, mine if starter == 1 else 1 - mine))
        for name, got in entries:
            before, number = told.get(name, (0.0, 0))
            told[name] = before + got, number + 1
    return told


def widest(interval: Interval, *, runs: int) -> Interval:
    """As if all runs had had the very same luck: what can be said while they are played."""
    middle, reach = (interval.low + interval.high) / 2, interval.reach * float(runs) ** 0.5
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
