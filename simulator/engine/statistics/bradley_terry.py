"""Ratings of many decks by the Bradley–Terry model, on the Elo scale.

A difference of 400 points means odds of ten to one, as in chess. Single
match-ups are intervals.py.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from simulator.engine.statistics.intervals import Z_95, Interval, PairCounts

ELO: Final = 400 / math.log(10)
_MAX_ITERATIONS: Final = 100
_TOLERANCE: Final = 1e-12

Edge = tuple[str, str]
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingEstimate:
    """A rating: points above or below the average of its group."""

    points: float
    interval: Interval
    pairs: int
    opponents: int


def groups(edges: Iterable[Edge]) -> list[list[str]]:
    """Groups of decks connected by chains of match-ups, the largest first."""
    group_of: dict[str, list[str]] = {}
    for first, second in edges:
        mine, theirs = group_of.setdefault(first, [first]), group_of.setdefault(second, [second])
        if mine is not theirs:
            mine += theirs
            group_of |= dict.fromkeys(theirs, mine)
    distinct = {id(group): sorted(group) for group in group_of.values()}
    return sorted(distinct.values(), key=lambda group: (-len(group), group))


def bradley_terry(matchups: Mapping[Edge, PairCounts]) -> dict[str, RatingEstimate]:
    """A rating for every deck, by maximum likelihood; the average is 0.

    As in the interval of a match-up, one lost and one won pair are added to each, so that a deck that has won
    everything gets a finite rating. Intervals come from the variance of whole pairs (a sandwich estimate), because the
    two games of a pair are not independent. Raises ValueError if no chain of match-ups connects all decks.
    """
    played = {edge: counts for edge, counts in matchups.items() if counts.pairs and edge[0] != edge[1]}
    linked = groups(played)
    if not linked:
        return {}
    if len(linked) > 1:
        apart = "; ".join(", ".join(group) for group in linked)
        raise ValueError(f"no match-up links these groups, so they cannot be rated together: {apart}")
    decks = linked[0]
    place = {deck: number for number, deck in enumerate(decks)}
    edges = [
        (place[first], place[second], counts + PairCounts(ll=1, ww=1))
        for (first, second), counts in sorted(played.items())
    ]
    strengths = _fitted(len(decks), edges)
    spread = _sandwich(strengths, edges)
    ratings = {}
    for deck, number in place.items():
        points, reach = ELO * strengths[number], ELO * Z_95 * math.sqrt(spread[number][number])
        mine = [counts.pairs for edge, counts in played.items() if deck in edge]
        ratings[deck] = RatingEstimate(
            points=points, interval=Interval(points - reach, points + reach), pairs=sum(mine), opponents=len(mine)
        )
    return ratings


def group_ratings(members: Mapping[str, Sequence[RatingEstimate]]) -> dict[str, RatingEstimate]:
    """The expected rating of a further member of each group.

    Heroes, for example, are rated by their decks. Members differ in strength, and each is known only within its
    interval (DerSimonian and Laird's random effects). The variance between members is one number for all groups,
    because most groups are too small for their own.
    """
    weights = {group: [1 / _variance(rating) for rating in known] for group, known in members.items() if known}
    excess = scale = 0.0
    for group, mine in weights.items():
        middle = _weighted([rating.points for rating in members[group]], mine)
        excess += math.fsum(w * (rating.points - middle) ** 2 for w, rating in zip(mine, members[group], strict=True))
        excess -= len(mine) - 1
        scale += math.fsum(mine) - math.fsum(w * w for w in mine) / math.fsum(mine)
    between = max(0.0, excess / scale) if scale > _TOLERANCE else 0.0
    rated = {}
    for group in weights:
        known = members[group]
        mine = [1 / (_variance(rating) + between) for rating in known]
        points, reach = _weighted([rating.points for rating in known], mine), Z_95 / math.sqrt(math.fsum(mine))
        rated[group] = RatingEstimate(
            points=points,
            interval=Interval(points - reach, points + reach),
            pairs=sum(rating.pairs for rating in known),
            opponents=len(known),
        )
    return rated


def _variance(rating: RatingEstimate) -> float:
    return max((rating.interval.reach / Z_95) ** 2, _TOLERANCE)


def _weighted(values: Sequence[float], weights: Sequence[float]) -> float:
    return math.fsum(v * w for v, w in zip(values, weights, strict=True)) / math.fsum(weights)


def expected_score(points: float) -> float:
    """The expected score of a player who is this many Elo points stronger."""
    return 1 / (1 + math.exp(-points / ELO))


def _fitted(size: int, edges: Sequence[tuple[int, int, PairCounts]]) -> list[float]:
    """Newton's method.

    The likelihood is concave, so it converges to the only maximum.
    """
    strengths = [0.0] * size
    for _ in range(_MAX_ITERATIONS):
        slope = [0.0] * size
        for first, second, counts in edges:
            games = 2 * counts.pairs
            gain = games * ((counts.score or 0.0) - _chance(strengths[first] - strengths[second]))
            slope[first] += gain
            slope[second] -= gain
        inverse = _inverse(_curvature(strengths, edges))
        step = [math.fsum(row[number] * slope[number] for number in range(size)) for row in inverse]
        # Far from the maximum a full step may overshoot, so it is shortened.
        longest = max(abs(part) for part in step)
        strengths = [
            old + part * min(1.0, 2.0 / max(longest, 1e-300)) for old, part in zip(strengths, step, strict=True)
        ]
        if longest < _TOLERANCE:
            break
    average = math.fsum(strengths) / size
    return [strength - average for strength in strengths]


def _sandwich(strengths: Sequence[float], edges: Sequence[tuple[int, int, PairCounts]]) -> Matrix:
    size = len(strengths)
    inverse = _inverse(_curvature(strengths, edges))
    # The inverse treats the average as known; after the correction the rows add up to 0.
    inverse = [[cell - 1 / (size * size) for cell in row] for row in inverse]
    meat = [[0.0] * size for _ in range(size)]
    for first, second, counts in edges:
        expected = 2 * _chance(strengths[first] - strengths[second])
        spread = math.fsum(count * (half / 2 - expected) ** 2 for half, count in enumerate(counts.counts))
        _add_edge(meat, first, second, spread)
    return _product(_product(inverse, meat), inverse)


def _curvature(strengths: Sequence[float], edges: Sequence[tuple[int, int, PairCounts]]) -> Matrix:
    """Minus the second derivative, invertible because the sum is fixed."""
    size = len(strengths)
    matrix = [[1.0] * size for _ in range(size)]
    for first, second, counts in edges:
        chance = _chance(strengths[first] - strengths[second])
        _add_edge(matrix, first, second, 2 * counts.pairs * chance * (1 - chance))
    return matrix


def _add_edge(matrix: Matrix, first: int, second: int, weight: float) -> None:
    matrix[first][first] += weight
    matrix[second][second] += weight
    matrix[first][second] -= weight
    matrix[second][first] -= weight


def _chance(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]


def _inverse(matrix: Matrix) -> Matrix:
    """Gauss–Jordan elimination with partial pivoting."""
    size = len(matrix)
    work = [[*row, *(1.0 if number == place else 0.0 for place in range(size))] for number, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(work[row][column]))
        work[column], work[pivot] = work[pivot], work[column]
        head = work[column][column]
        work[column] = [cell / head for cell in work[column]]
        for row in range(size):
            if row != column and work[row][column]:
                factor = work[row][column]
                work[row] = [cell - factor * top for cell, top in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]
