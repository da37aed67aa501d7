"""Ratings of many decks by the Bradley–Terry model, on the Elo scale.

A difference of 400 points means odds of ten to one, as in chess. Single
match-ups are intervals.py.
"""

import itertools
import math
import operator
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from simulator.engine.statistics.intervals import MIN_PAIRS, Z_95, Interval, PairCounts, student

ELO: Final = 400 / math.log(10)
# Seeds are combined into at most this many clusters: more would take longer and widen no interval by 1 %.
MAX_CLUSTERS: Final = 1_000
_MAX_ITERATIONS: Final = 100
_TOLERANCE: Final = 1e-12

Edge = tuple[str, str]
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class WeighedEdge:
    """The results of two decks, by number, with the added pairs.

    `pairs` includes `added` lost and as many won ones.
    """

    first: int
    second: int
    pairs: float
    score: float
    added: float


@dataclass(frozen=True, slots=True)
class SeedRun:
    """Pairs of one match-up: half points of the first deck (0 to 4), None for a pair that failed.

    Entry k of runs with the same seed had the same luck, whatever the decks.
    """

    seed: int
    halves: Sequence[int | None]

    @property
    def pairs(self) -> PairCounts:
        played = Counter(half for half in self.halves if half is not None)
        return PairCounts.from_counts([played[half] for half in range(5)])


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


def bradley_terry(
    matchups: Mapping[Edge, Sequence[SeedRun]], *, anchor: Collection[str] = ()
) -> dict[str, RatingEstimate]:
    """A rating for every deck, by maximum likelihood, as points above the average of the decks in `anchor`.

    Without `anchor` it is the average of all. As in the interval of a match-up, a lost and a won pair are added,
    divided among a deck's opponents, so that a deck that has won everything gets a finite rating. Intervals come from
    the variance of whole seeds (a sandwich estimate), because all games of a seed share their luck, and include the
    uncertainty of the anchor.
    Raises ValueError if no chain of match-ups connects all decks.
    """
    counts = {edge: sum((run.pairs for run in runs), PairCounts()) for edge, runs in sorted(matchups.items())}
    played = {edge: pairs for edge, pairs in counts.items() if pairs.pairs and edge[0] != edge[1]}
    linked = groups(played)
    if not linked:
        return {}
    if len(linked) > 1:
        apart = "; ".join(", ".join(group) for group in linked)
        raise ValueError(f"no match-up links these groups, so they cannot be rated together: {apart}")
    place = {deck: number for number, deck in enumerate(linked[0])}
    degree = Counter(place[deck] for edge in played for deck in edge)
    edges = [_weigh(place[first], place[second], pairs, degree) for (first, second), pairs in played.items()]
    strengths = _fitted(len(place), edges)
    zero = [place[deck] for deck in anchor] or list(range(len(place)))
    shift = math.fsum(strengths[number] for number in zero) / len(zero)
    pulls = _pulls(strengths, edges, zero)
    clusters = _clusters(strengths, {(place[a], place[b]): matchups[a, b] for a, b in played})
    ratings = {}
    for deck, number in place.items():
        seeds = sum(1 for cluster in clusters if cluster[number])
        reach = ELO * student(seeds + 1) * math.sqrt(_variance_of(pulls[number], clusters, strengths, edges))
        points = ELO * (strengths[number] - shift)
        mine = [pairs.pairs for edge, pairs in played.items() if deck in edge]
        ratings[deck] = RatingEstimate(
            points=points, interval=Interval(points - reach, points + reach), pairs=sum(mine), opponents=len(mine)
        )
    return ratings


def _weigh(first: int, second: int, pairs: PairCounts, degree: Mapping[int, int]) -> WeighedEdge:
    added = 1 / min(degree[first], degree[second])
    total = pairs.pairs + 2 * added
    score = ((pairs.score or 0.0) * pairs.pairs + added) / total
    return WeighedEdge(first, second, total, score, added)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchUpFit:
    """One match-up of a deck beside what the ratings predict."""

    opponent: str
    score: float
    interval: Interval
    expected: float
    excess: float
    """The squared difference, less what luck explains; negative as often as not if the ratings are right."""


def fits(
    matchups: Mapping[Edge, Sequence[SeedRun]], ratings: Mapping[str, RatingEstimate]
) -> dict[str, list[MatchUpFit]]:
    """For each deck, all match-ups with enough pairs, the best first.

    Ratings follow the results they were fitted to, so luck explains less than the full variance of a score.
    """
    counts = {edge: sum((run.pairs for run in runs), PairCounts()) for edge, runs in matchups.items()}
    enough = {edge: pairs for edge, pairs in counts.items() if pairs.pairs >= MIN_PAIRS and edge[0] != edge[1]}
    decks = {deck for edge in enough for deck in edge}
    left = 1 - (len(decks) - 1) / len(enough) if enough else 0.0
    found: dict[str, list[MatchUpFit]] = {deck: [] for deck in ratings}
    for (first, second), played in enough.items():
        for deck, opponent, pairs in ((first, second, played), (second, first, played.turned)):
            score = pairs.score or 0.0
            expected = expected_score(ratings[deck].points - ratings[opponent].points)
            excess = (score - expected) ** 2 - left * _mean_variance(pairs)
            found[deck].append(
                MatchUpFit(opponent=opponent, score=score, interval=pairs.interval, expected=expected, excess=excess)
            )
    return {deck: sorted(mine, key=lambda fit: (-fit.score, fit.opponent)) for deck, mine in found.items()}


def _mean_variance(pairs: PairCounts) -> float:
    mean = pairs.score or 0.0
    squares = math.fsum(count * (half / 4 - mean) ** 2 for half, count in enumerate(pairs.counts))
    return squares / (pairs.pairs * (pairs.pairs - 1))


def mean_excess(matchups: Sequence[MatchUpFit]) -> float | None:
    """The mean square by which scores differ from what the ratings predict, beyond luck.

    One number for a deck cannot tell that it beats one opponent and loses to another. None with fewer than two
    match-ups: a single one is always predicted. The root of the mean over many decks is their misfit.
    """
    if len(matchups) <= 1:
        return None
    return math.fsum(fit.excess for fit in matchups) / len(matchups)


def group_ratings(members: Mapping[str, Sequence[RatingEstimate]]) -> dict[str, RatingEstimate]:
    """The mean rating of each group's members, with the interval of that mean.

    Heroes, for example, are rated by their decks. Members differ in strength, and each is known only within its
    interval (DerSimonian and Laird's random effects). The variance between members is one number for all groups,
    because most groups are too small for their own. A single further member may lie outside of the interval.
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


def _fitted(size: int, edges: Sequence[WeighedEdge]) -> list[float]:
    """Newton's method.

    The likelihood is concave, so it converges to the only maximum.
    """
    strengths = [0.0] * size
    for _ in range(_MAX_ITERATIONS):
        slope = [0.0] * size
        for edge in edges:
            gain = 2 * edge.pairs * (edge.score - _chance(strengths[edge.first] - strengths[edge.second]))
            slope[edge.first] += gain
            slope[edge.second] -= gain
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


def _pulls(strengths: Sequence[float], edges: Sequence[WeighedEdge], zero: Sequence[int]) -> Matrix:
    """How far a point won by each deck moves each strength, measured from the average of `zero`."""
    inverse = _inverse(_curvature(strengths, edges))
    columns = zip(*(inverse[number] for number in zero), strict=True)
    average = [math.fsum(column) / len(zero) for column in columns]
    return [[cell - mean for cell, mean in zip(row, average, strict=True)] for row in inverse]


def _clusters(strengths: Sequence[float], matchups: Mapping[tuple[int, int], Sequence[SeedRun]]) -> Matrix:
    """The points that each deck won beyond expectation, by seed; many seeds are combined."""
    longest: dict[int, int] = {}
    for runs in matchups.values():
        for run in runs:
            longest[run.seed] = max(longest.get(run.seed, 0), len(run.halves))
    offsets = dict(zip(longest, itertools.accumulate(longest.values(), initial=0), strict=False))
    clusters = [[0.0] * len(strengths) for _ in range(min(MAX_CLUSTERS, sum(longest.values())))]
    for (first, second), runs in matchups.items():
        expected = 2 * _chance(strengths[first] - strengths[second])
        for run in runs:
            for number, half in enumerate(run.halves, offsets[run.seed]):
                if half is not None:
                    cluster = clusters[number % len(clusters)]
                    cluster[first] += half / 2 - expected
                    cluster[second] -= half / 2 - expected
    return clusters


def _variance_of(
    pull: Sequence[float], clusters: Matrix, strengths: Sequence[float], edges: Sequence[WeighedEdge]
) -> float:
    """The variance of one strength, from all seeds and from the added pairs."""
    spread = math.fsum(math.fsum(map(operator.mul, pull, cluster)) ** 2 for cluster in clusters)
    for edge in edges:
        expected = 2 * _chance(strengths[edge.first] - strengths[edge.second])
        spread += edge.added * (expected**2 + (2 - expected) ** 2) * (pull[edge.first] - pull[edge.second]) ** 2
    return spread


def _curvature(strengths: Sequence[float], edges: Sequence[WeighedEdge]) -> Matrix:
    """Minus the second derivative, invertible because the sum is fixed."""
    size = len(strengths)
    matrix = [[1.0] * size for _ in range(size)]
    for edge in edges:
        chance = _chance(strengths[edge.first] - strengths[edge.second])
        _add_edge(matrix, edge.first, edge.second, 2 * edge.pairs * chance * (1 - chance))
    return matrix


def _add_edge(matrix: Matrix, first: int, second: int, weight: float) -> None:
    matrix[first][first] += weight
    matrix[second][second] += weight
    matrix[first][second] -= weight
    matrix[second][first] -= weight


def _chance(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


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
