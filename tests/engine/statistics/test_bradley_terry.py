"""Bradley–Terry ratings, compared with numpy."""

import itertools
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
    mean_excess,
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

# numpy 2.4.6 and scipy 1.17.1: the weighted binomial likelihood of pairs on differences, a lost and a won pair divided
# among a deck's opponents, the sum of the strengths 0; points and standard errors (HC0), times 400 / ln 10
FITTED = {
    "A": (96.807755138379, 10.071837892891065),
    "B": (-22.32004757382434, 13.692849211153431),
    "C": (107.49678360476683, 10.804317452232016),
    "D": (-181.9844911693215, 19.823276192898643),
}


def test_ratings_and_their_intervals_agree_with_numpy() -> None:
    ratings = bradley_terry(MATCHUPS)
    for deck, (points, error) in FITTED.items():
        assert ratings[deck].points == pytest.approx(points, abs=1e-9)
        pairs = sum(sum(counts) for edge, counts in COUNTS.items() if deck in edge)
        assert ratings[deck].interval.reach == pytest.approx(student(pairs + 1) * error, rel=1e-6)
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
    assert [(fit.opponent, fit.score) for fit in compared["rock"]] == [("scissors", 0.8), ("paper", 0.2)]
    assert mean_excess(compared["rock"]) == pytest.approx(0.3**2, abs=0.01)


def test_what_the_ratings_explain_is_no_misfit() -> None:
    """On results that follow the model, the mean square beyond luck is 0 on average."""
    chance, tables, found = random.Random(8), 60, []
    strengths = {"A": 0.6, "B": 0.2, "C": 0.0, "D": -0.3, "E": -0.5}
    for _ in range(tables):
        table = {}
        for seed, (first, second) in enumerate(itertools.combinations(strengths, 2)):
            share = 1 / (1 + math.exp(strengths[second] - strengths[first]))
            halves: list[int | None] = [2 * sum(chance.random() < share for _ in range(2)) for _ in range(40)]
            table[first, second] = [SeedRun(seed, halves)]
        compared = fits(table, bradley_terry(table))
        found += [mean_excess(mine) or 0.0 for mine in compared.values()]
    assert abs(sum(found) / len(found)) < 0.0005


def test_a_single_match_up_has_no_misfit() -> None:
    alone = {("A", "B"): [run(10, 0, 20, 0, 30)]}
    assert mean_excess(fits(alone, bradley_terry(alone))["A"]) is None
    assert mean_excess([]) is None


def test_a_match_up_of_failed_games_links_nothing() -> None:
    broken = {("A", "B"): [run(1, 0, 2, 0, 3)], ("B", "C"): [SeedRun(1, [None, None])]}
    assert bradley_terry(broken, anchor=["A"]).keys() == {"A", "B"}
