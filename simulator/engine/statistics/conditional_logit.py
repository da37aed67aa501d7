"""Fits a chance to win: the conditional logit model.

Every seat of a position has numbers that describe it. Its score is their weighted sum, and its chance to win is its
share of the exponentials of all scores. With two seats this is logistic regression on the difference.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MAX_ITERATIONS: Final = 50
TOLERANCE: Final = 1e-9
RIDGE: Final = 1e-3
"""A small pull towards 0, so that weights stay finite if a feature never occurs with a loss."""

Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Observation:
    """A position: the features of every seat, and the share of the point that each seat won in the end."""

    seats: tuple[Row, ...]
    shares: tuple[float, ...]


def chances(scores: Sequence[float]) -> list[float]:
    """The chance of each seat, from its score."""
    highest = max(scores)
    powers = [math.exp(score - highest) for score in scores]
    total = math.fsum(powers)
    return [power / total for power in powers]


def score(weights: Row, features: Row) -> float:
    return math.fsum(weight * feature for weight, feature in zip(weights, features, strict=True))


def fit(observations: Sequence[Observation]) -> list[float]:
    """The weights with the highest likelihood, by Newton's method."""
    size = len(observations[0].seats[0])
    weights = [0.0] * size
    for _ in range(MAX_ITERATIONS):
        gradient, hessian = _derivatives(observations, weights)
        step = _solve(hessian, gradient)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < TOLERANCE:
            break
    return weights


def log_loss(observations: Sequence[Observation], weights: Row) -> float:
    """The mean surprise about who won; ln 2 for a coin between two."""
    total = 0.0
    for observation in observations:
        expected = chances([score(weights, row) for row in observation.seats])
        total -= sum(
            share * math.log(max(chance, 1e-12)) for share, chance in zip(observation.shares, expected, strict=True)
        )
    return total / len(observations)


def _derivatives(observations: Sequence[Observation], weights: Row) -> tuple[list[float], list[list[float]]]:
    """The gradient of the log-likelihood, and the negative of its second derivatives."""
    size = len(weights)
    gradient = [-RIDGE * weight for weight in weights]
    hessian = [[RIDGE if row == column else 0.0 for column in range(size)] for row in range(size)]
    for observation in observations:
        expected = chances([score(weights, row) for row in observation.seats])
        mean = [
            math.fsum(chance * row[k] for chance, row in zip(expected, observation.seats, strict=True))
            for k in range(size)
        ]
        for chance, share, row in zip(expected, observation.shares, observation.seats, strict=True):
            centred = [value - middle for value, middle in zip(row, mean, strict=True)]
            for k in range(size):
                gradient[k] += (share - chance) * row[k]
                for other in range(k + 1):
                    hessian[k][other] += chance * centred[k] * centred[other]
    for k in range(size):
        for other in range(k):
            hessian[other][k] = hessian[k][other]
    return gradient, hessian


def _solve(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    """Solves a system of linear equations by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            rows[row] = [value - factor * above for value, above in zip(rows[row], rows[column], strict=True)]
    solution = [0.0] * size
    for row in reversed(range(size)):
        known = math.fsum(rows[row][column] * solution[column] for column in range(row + 1, size))
        solution[row] = (rows[row][size] - known) / rows[row][row]
    return solution
