"""Bradley–Terry ratings, compared with statsmodels."""

import math
import random

import pytest

from simulator.engine.statistics.bradley_terry import (
    ELO,
    MAX_CLUSTERS,
    RatingEstimate,
    SeedRun,
    bradley_terry,
    expected_score,
    fits,
    group_ratings,
    groups,
    misfit,
)
from simulator.engine.statistics.intervals import Z_95, Interval, student

COUNTS = {
    ("A", "B"): (10, 5, 60, 8, 40),
    ("A", "C"): (20, 0, 100, 0, 30),
    ("B", "C"): (50, 3, 40, 2, 5),
    ("C", "D"): (0, 0, 10, 0, 40),
    ("A", "D"): (1, 2, 30, 4, 60),
}


def run(*counts: int, seed: int = 1) -> SeedRun:
    return SeedRun(seed, [half for half, number in enumerate(counts) for _ in range(number)])


MATCHUPS = {edge: [run(*counts, seed=seed)] for seed, (edge, counts) in enumerate(COUNTS.items())}

# statsmodels 0.15.0: GLM(mean score of a pair, Binomial) on differences, one LL and one WW added to each match-up,
# the sum of the strengths 0, cov_type="HC0", times 400 / ln 10
FITTED = {
    "A": (95.34149498760335, 75.60861270002657, 115.07437727518014),
    "B": (-22.8227406712416, -49.71861655838623, 4.073135215903029),
    "C": (105.52038051174864, 84.17532702086258, 126.8654340026347),
    "D": (-178.0391348281104, -217.03093252110807, -139.0473371351127),
}


def test_ratings_and_their_intervals_agree_with_statsmodels() -> None:
    ratings = bradley_terry(MATCHUPS)
    pairs = sum(map(sum, COUNTS.values()))
    for deck, (points, low, high) in FITTED.items():
        assert ratings[deck].points == pytest.approx(points, abs=1e-9)
        reach = student(pairs + 1) / Z_95 * (high - low) / 2
        assert ratings[deck].interval.reach == pytest.approx(reach, abs=1e-9)
    assert (ratings["A"].pairs, ratings["A"].opponents) == (370, 3)


def test_ratings_ignore_side_and_order_of_match_ups() -> None:
    turned = {(second, first): [run(*counts[::-1])] for (first, second), counts in reversed(COUNTS.items())}
    for deck, rating in bradley_terry(turned).items():
        assert rating.points == pytest.approx(FITTED[deck][0], abs=1e-9)


def test_a_deck_that_won_everything_has_a_finite_rating() -> None:
    ratings = bradley_terry({("A", "B"): [run(0, 0, 0, 0, 500)]})
    assert 300 < ratings["A"].points < 1_500
    assert ratings["A"].points == pytest.approx(-ratings["B"].points)
    assert ratings["A"].interval.low > ratings["B"].interval.high


def test_equal_decks_have_equal_ratings() -> None:
    ratings = bradley_terry({("A", "B"): [run(0, 0, 50)]})
    assert [rating.points for rating in ratings.values()] == pytest.approx([0, 0], abs=1e-9)


def test_unconnected_decks_are_not_compared() -> None:
    apart = {edge: [run(0, 0, 0, 0, 1)] for edge in (("A", "B"), ("C", "D"), ("D", "E"))}
    assert groups(apart) == [["C", "D", "E"], ["A", "B"]]
    with pytest.raises(ValueError, match="C, D, E; A, B"):
        bradley_terry(apart)


def test_without_games_there_are_no_ratings() -> None:
    assert bradley_terry({}) == {}
    assert bradley_terry({("A", "B"): [run()]}) == {}
    assert bradley_terry({("A", "A"): [run(0, 0, 9)]}) == {}


def test_runs_with_the_same_luck_do_not_narrow_an_interval() -> None:
    """Four opponents on one seed, with the same results, tell as much about the deck as one."""
    halves = [0, 4, 2, 3, 1, 4, 0, 2] * 30
    shared = bradley_terry({("A", name): [SeedRun(1, halves)] for name in "BCDE"})["A"]
    apart = bradley_terry({("A", name): [SeedRun(seed, halves)] for seed, name in enumerate("BCDE")})["A"]
    assert shared.points == pytest.approx(apart.points)
    assert shared.interval.reach == pytest.approx(2 * apart.interval.reach, rel=0.03)


def test_ratings_are_measured_from_the_anchor_and_share_its_uncertainty() -> None:
    ratings = bradley_terry(MATCHUPS, anchor=["A"])
    assert ratings["A"].points == 0
    assert ratings["A"].interval.reach == 0, "the anchor is 0 by definition"
    assert ratings["C"].points == pytest.approx(FITTED["C"][0] - FITTED["A"][0])
    free = bradley_terry(MATCHUPS)
    assert ratings["D"].interval.reach > free["D"].interval.reach


def test_many_seeds_are_combined() -> None:
    chance = random.Random(3)
    halves = [chance.randrange(5) for _ in range(5 * MAX_CLUSTERS)]
    alone = bradley_terry({("A", "B"): [SeedRun(1, halves)]})["A"]
    spread = math.sqrt(math.fsum((half / 4 - sum(halves) / 4 / len(halves)) ** 2 for half in halves)) / len(halves)
    # Near an even score a strength of x above the average means a score of 1/2 + x/2.
    assert alone.interval.reach == pytest.approx(Z_95 * 2 * ELO * spread, rel=0.1)


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(0) == 0.5


def rating(points: float, *, spread: float) -> RatingEstimate:
    reach = Z_95 * spread
    return RatingEstimate(points=points, interval=Interval(points - reach, points + reach), pairs=10, opponents=1)


def test_a_group_with_equal_intervals_by_hand() -> None:
    """With equal intervals, the pooled estimate is the plain mean.

    That is 20, with variance 100 over three members.
    """
    rated = group_ratings({"a": [rating(points, spread=2.0) for points in (10.0, 20.0, 30.0)]})["a"]
    assert rated.points == pytest.approx(20)
    assert rated.interval.reach == pytest.approx(Z_95 * math.sqrt(100 / 3))
    assert (rated.pairs, rated.opponents) == (30, 3)


def test_members_that_differ_only_by_luck_narrow_the_interval() -> None:
    rated = group_ratings({"a": [rating(0.0, spread=10.0)] * 4, "b": [rating(5.0, spread=10.0)]})
    assert rated["a"].interval.reach == pytest.approx(Z_95 * 5)
    assert rated["b"].interval.reach == pytest.approx(Z_95 * 10)


def test_spread_in_other_groups_widens_the_interval_of_a_lone_member() -> None:
    rated = group_ratings({"a": [rating(0.0, spread=1.0), rating(100.0, spread=1.0)], "b": [rating(5.0, spread=1.0)]})
    assert rated["b"].interval.reach == pytest.approx(Z_95 * math.sqrt(5000))


def test_without_groups_there_are_no_ratings() -> None:
    assert group_ratings({}) == {}
    assert group_ratings({"a": []}) == {}


def test_group_intervals_cover_the_truth_95_percent_of_the_time() -> None:
    chance, covered, rounds = random.Random(5), 0, 150
    truth = {str(number): 20.0 * number for number in range(6)}
    for _ in range(rounds):
        members = {
            group: [rating(chance.gauss(chance.gauss(middle, 40), 10), spread=10) for _ in range(4)]
            for group, middle in truth.items()
        }
        rated = group_ratings(members)
        covered += sum(middle in rated[group].interval for group, middle in truth.items())
    assert 0.91 < covered / (rounds * len(truth)) < 0.98


def test_a_circle_of_winners_is_a_misfit() -> None:
    """Rock, paper, scissors: equal ratings that predict none of the results."""
    beats = {("rock", "scissors"): 80, ("paper", "rock"): 80, ("scissors", "paper"): 80}
    circle = {edge: [run(100 - won, 0, 0, 0, won, seed=seed)] for seed, (edge, won) in enumerate(beats.items())}
    ratings = bradley_terry(circle)
    assert all(abs(rating.points) < 1 for rating in ratings.values())
    compared = fits(circle, ratings)
    assert [(fit.opponent, fit.score) for fit in compared["rock"]] == [("paper", 0.2), ("scissors", 0.8)]
    assert misfit(compared["rock"]) == pytest.approx(0.3, abs=0.01)


def test_what_the_ratings_explain_is_no_misfit() -> None:
    compared = fits(MATCHUPS, bradley_terry(MATCHUPS))
    assert all((misfit(mine) or 0) < 0.2 for mine in compared.values())
    assert misfit([]) is None
