"""Bradley–Terry ratings, against figures of another library."""

import pytest

from simulator.engine.ratings import bradley_terry, expected_score, groups
from simulator.engine.stats import PairCounts

MATCHUPS = {
    ("A", "B"): PairCounts.from_counts((10, 5, 60, 8, 40)),
    ("A", "C"): PairCounts.from_counts((20, 0, 100, 0, 30)),
    ("B", "C"): PairCounts.from_counts((50, 3, 40, 2, 5)),
    ("C", "D"): PairCounts.from_counts((0, 0, 10, 0, 40)),
    ("A", "D"): PairCounts.from_counts((1, 2, 30, 4, 60)),
}

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
    for deck, (points, low, high) in FITTED.items():
        assert ratings[deck].points == pytest.approx(points, abs=1e-9)
        assert ratings[deck].interval.low == pytest.approx(low, abs=1e-9)
        assert ratings[deck].interval.high == pytest.approx(high, abs=1e-9)
    assert (ratings["A"].pairs, ratings["A"].opponents) == (370, 3)


def test_it_does_not_matter_from_which_side_or_in_which_order_match_ups_are_told() -> None:
    turned = {(other, one): counts.turned for (one, other), counts in reversed(MATCHUPS.items())}
    for deck, rating in bradley_terry(turned).items():
        assert rating.points == pytest.approx(FITTED[deck][0], abs=1e-9)


def test_a_deck_that_won_everything_is_strong_and_not_infinitely_strong() -> None:
    ratings = bradley_terry({("A", "B"): PairCounts(ww=500)})
    assert 300 < ratings["A"].points < 1_500
    assert ratings["A"].points == pytest.approx(-ratings["B"].points)
    assert ratings["A"].interval.low > ratings["B"].interval.high


def test_equals_are_rated_equal() -> None:
    ratings = bradley_terry({("A", "B"): PairCounts(dd_wl=50)})
    assert [rating.points for rating in ratings.values()] == pytest.approx([0, 0], abs=1e-9)


def test_what_no_match_up_links_is_not_compared() -> None:
    apart = {("A", "B"): PairCounts(ww=1), ("C", "D"): PairCounts(ww=1), ("D", "E"): PairCounts(ww=1)}
    assert groups(apart) == [["C", "D", "E"], ["A", "B"]]
    with pytest.raises(ValueError, match="C, D, E; A, B"):
        bradley_terry(apart)


def test_without_games_there_are_no_ratings() -> None:
    assert bradley_terry({}) == {}
    assert bradley_terry({("A", "B"): PairCounts()}) == {}
    assert bradley_terry({("A", "A"): PairCounts(dd_wl=9)}) == {}


def test_four_hundred_points_are_ten_to_one() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(0) == 0.5
