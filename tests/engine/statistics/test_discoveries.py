"""Many comparisons at once, compared with scipy, and how many are wrong."""

import random

import pytest

from simulator.engine.statistics.discoveries import discoveries, p_value
from simulator.engine.statistics.intervals import Z_95, Estimate, Interval


def estimate(z: float) -> Estimate:
    """A difference this many standard errors from 0."""
    return Estimate(value=z, interval=Interval(z - Z_95, z + Z_95), sample=100)


# scipy 1.17.1: 2 * norm.sf(z)
@pytest.mark.parametrize(("z", "p"), [(0.0, 1.0), (1.0, 0.31731050786291415), (-2.5, 0.012419330651552318)])
def test_p_values_agree_with_scipy(z: float, p: float) -> None:
    assert p_value(estimate(z)) == pytest.approx(p, abs=1e-12)


def test_an_exact_difference_is_certain() -> None:
    assert p_value(Estimate(value=0.1, interval=Interval(0.1, 0.1), sample=9)) == 0
    assert p_value(Estimate(value=0.0, interval=Interval(0.0, 0.0), sample=9)) == 1


# scipy 1.17.1: stats.false_discovery_control(p) <= .05, with p of these z
@pytest.mark.parametrize(
    ("values", "counted"),
    [
        ([2.0], [True]),
        ([2.0, 0.1, 0.3], [False, False, False]),
        ([2.2, -2.3, 2.4, 0.1], [True, True, True, False]),
        ([3.1, 0.5, 2.3, 1.0, -0.2], [True, False, False, False, False]),
        ([], []),
    ],
)
def test_discoveries_agree_with_scipy(values: list[float], counted: list[bool]) -> None:
    assert discoveries([estimate(z) for z in values]) == counted


def test_cards_without_effect_are_rarely_discovered() -> None:
    """Forty cards that do nothing: one by one, two would seem to matter in every deck."""
    chance, decks = random.Random(4), 300
    drawn = [[estimate(chance.gauss(0, 1)) for _ in range(40)] for _ in range(decks)]
    alone = sum(0 not in one.interval for deck in drawn for one in deck)
    assert alone / decks > 1.5
    assert sum(any(discoveries(deck)) for deck in drawn) / decks < 0.08
