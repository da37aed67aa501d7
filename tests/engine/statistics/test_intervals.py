"""Intervals and pair counts, compared with statsmodels, numpy and scipy."""

import random
from fractions import Fraction

import pytest

from simulator.engine.play.chance import Chance
from simulator.engine.statistics.intervals import (
    MIN_PAIRS,
    Estimate,
    Interval,
    PairCounts,
    Points,
    clustered_share,
    common_mean,
    first_game_share,
    impact,
    paired_difference,
    shared_luck,
    smallest_difference,
    standard_deviation,
    student,
    verdict,
    weighted_mean,
    wilson,
)


# statsmodels 0.15.0: proportion_confint(successes, trials, alpha=0.05, method="wilson")
@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.27753279986288926),
        (1, 10, 0.017876213095072924, 0.40415002679523854),
        (5, 10, 0.23659309051256394, 0.7634069094874361),
        (10, 10, 0.7224672001371106, 1.0),
        (37, 120, 0.23272736988916298, 0.39582997723800684),
        (550, 1000, 0.5190327082257413, 0.5805846159257033),
        (4999, 10000, 0.4901021004111254, 0.5096979763885487),
        (1, 1, 0.2065493143772374, 1.0),
    ],
)
def test_wilson_agrees_with_statsmodels(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson(successes, trials=trials)
    assert interval.low == pytest.approx(low, abs=1e-4)
    assert interval.high == pytest.approx(high, abs=1e-4)


def test_wilson_without_trials_is_the_whole_range() -> None:
    assert wilson(0, trials=0) == Interval(0.0, 1.0)


def test_wilson_accepts_half_points() -> None:
    assert wilson(2.5, trials=5) == wilson(Fraction(5, 2), trials=5)
    assert 0.5 in wilson(2.5, trials=5)


@pytest.mark.parametrize(("successes", "trials"), [(-1, 3), (4, 3)])
def test_wilson_refuses_impossible_counts(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match=f"{successes} successes in {trials} trials"):
        wilson(successes, trials=trials)


# numpy 2.4.6 and scipy 1.17.1: x = repeat([0, .25, .5, .75, 1], counts with one more at either end);
# stats.t.interval(.95, len(x) - 1, loc=x.mean(), scale=stats.sem(x, ddof=0)), cut to 0 and 1.
# The score is without the two.
@pytest.mark.parametrize(
    ("counts", "score", "low", "high"),
    [
        ((0, 0, 3, 0, 0), 0.5, 0.10735136770448861, 0.8926486322955114),
        ((0, 0, 0, 0, 3), 1.0, 0.3033344007184943, 1.0),
        ((1, 0, 0, 0, 0), 0.0, 0.0, 1.0),
        ((3, 10, 50, 25, 12), 0.5825, 0.5341649365486388, 0.6275997693337142),
        ((120, 40, 600, 60, 180), 0.535, 0.51735585063192, 0.5525044288091978),
        ((0, 0, 1000, 0, 0), 0.5, 0.4986151880326593, 0.5013848119673407),
    ],
)
def test_pairs_agree_with_scipy(counts: tuple[int, ...], score: float, low: float, high: float) -> None:
    ll, ld, dd_wl, wd, ww = counts
    pairs = PairCounts(ll=ll, ld=ld, dd_wl=dd_wl, wd=wd, ww=ww)
    assert pairs.score == score
    assert pairs.interval.low == pytest.approx(low, abs=1e-4)
    assert pairs.interval.high == pytest.approx(high, abs=1e-4)


def test_pairs_are_counted_by_their_points() -> None:
    half = Fraction(1, 2)
    games: list[tuple[Points, Points]] = [(0, 0), (0, half), (half, 0), (half, half), (1, 0), (0, 1), (1, half), (1, 1)]
    assert PairCounts.of(games).counts == (1, 2, 3, 1, 1)


def test_impossible_points_are_refused() -> None:
    with pytest.raises(ValueError, match="gave 1/3 and 1 points"):
        PairCounts.of([(Fraction(1, 3), 1)])


def test_chunks_add_up() -> None:
    assert PairCounts(ll=1, wd=2) + PairCounts(wd=1, ww=4) == PairCounts(ll=1, wd=3, ww=4)


def test_without_pairs_the_interval_is_the_whole_range() -> None:
    assert PairCounts().score is None
    assert PairCounts().interval == Interval(0.0, 1.0)


@pytest.mark.parametrize("pairs", [1, 2, 5, 30, 1000])
def test_the_interval_always_contains_the_score(pairs: int) -> None:
    for counts in [PairCounts(ll=pairs), PairCounts(ld=pairs), PairCounts(dd_wl=pairs), PairCounts(ww=pairs)]:
        assert counts.score is not None
        assert counts.score in counts.interval


def test_pair_intervals_cover_the_truth_95_percent_of_the_time() -> None:
    # True distribution: 10, 15, 40, 20, 15 percent, with a score of 0.5375. The seed is fixed, so the test is stable.
    outcomes = [0] * 10 + [1] * 15 + [2] * 40 + [3] * 20 + [4] * 15
    stream = Chance(1).stream("pairs")
    covered = 0
    for _ in range(500):
        drawn = [outcomes[stream.below(100)] for _ in range(60)]
        ll, ld, dd_wl, wd, ww = (drawn.count(quarters) for quarters in range(5))
        covered += 0.5375 in PairCounts(ll=ll, ld=ld, dd_wl=dd_wl, wd=wd, ww=ww).interval
    assert 465 <= covered <= 485


def test_turned_pairs_are_the_opponent_s() -> None:
    counts = PairCounts(ll=1, ld=2, dd_wl=3, wd=4, ww=5)
    assert counts.turned == PairCounts(ll=5, ld=4, dd_wl=3, wd=2, ww=1)
    assert PairCounts.from_counts(counts.counts) == counts


BEFORE, AFTER = (0, 2, 4, 1, 2, 2, 3, 4, 0, 2), (2, 2, 4, 2, 1, 4, 4, 4, 0, 3)


# numpy 2.4.6 and scipy 1.17.1: d = (after - before) / 4; stats.t.interval(.95, 9, loc=d.mean(), scale=stats.sem(d))
def test_a_paired_difference_agrees_with_scipy() -> None:
    estimate = paired_difference(BEFORE, AFTER)
    assert estimate is not None
    assert estimate.value == pytest.approx(0.15, abs=1e-12)
    assert estimate.interval.low == pytest.approx(-0.02277510720682191, abs=1e-4)
    assert estimate.interval.high == pytest.approx(0.3227751072068219, abs=1e-4)
    assert estimate.sample == 10


def test_a_paired_difference_ignores_pairs_only_one_side_played() -> None:
    assert paired_difference((*BEFORE, None, 4), (*AFTER, 2, None)) == paired_difference(BEFORE, AFTER)
    assert paired_difference((*BEFORE, 4, 4), AFTER) == paired_difference(BEFORE, AFTER)
    assert paired_difference((1,), (2,)) is None


# scipy 1.17.1: (norm.ppf(.975) + norm.ppf(.8)) * d.std(ddof=1) / sqrt(10)
def test_the_smallest_visible_difference_agrees_with_scipy() -> None:
    deviation = standard_deviation([(after - before) / 4 for before, after in zip(BEFORE, AFTER, strict=True)])
    assert deviation == pytest.approx(0.24152294576982397, abs=1e-12)
    assert smallest_difference(deviation=deviation, sample=10) == pytest.approx(0.21397460546453403, abs=1e-12)
    assert smallest_difference(deviation=1.0, sample=0) == float("inf")


# statsmodels 0.15.0: OLS of the point on "seen", cov_type="cluster" by pair, without small-sample correction
def test_impact_agrees_with_a_clustered_regression() -> None:
    pairs = {
        (0, 0, 2): 40, (0, 0, 0): 11, (0, 0, 4): 9, (1, 2, 0): 30, (1, 0, 2): 12, (1, 2, 2): 14,
        (1, 0, 0): 20, (1, 1, 0): 3, (2, 4, 0): 25, (2, 2, 0): 21, (2, 0, 0): 8, (2, 3, 0): 2,
    }  # fmt: skip
    estimate = impact(pairs)
    assert estimate is not None
    assert estimate.value == pytest.approx(0.20354389749796145, abs=1e-12)
    assert estimate.interval.low == pytest.approx(0.10961313, abs=1e-8)
    assert estimate.interval.high == pytest.approx(0.29747466, abs=1e-8)
    assert estimate.sample == 195


def test_impact_needs_games_with_and_without() -> None:
    assert impact({}) is None
    assert impact({(2, 4, 0): 50}) is None
    assert impact({(0, 0, 4): 50}) is None


def test_a_mean_over_common_seeds_accounts_for_shared_luck() -> None:
    run = [0, 4, 2, 4, 1, 3, 2, 2] * 100
    alone, twice = common_mean([run]), common_mean([run, run])
    assert alone is not None
    assert twice is not None
    assert alone.value == twice.value == sum(run) / 4 / len(run)
    # A repeated run adds no information: the interval becomes narrower only by what the added pairs weigh.
    assert twice.interval.reach == pytest.approx(alone.interval.reach, rel=0.01)


@pytest.mark.parametrize("run", [[4], [0, 4, 2], [0, 4, 2, None, 1, 3, 2, 2], [2, 3] * 200])
def test_one_question_has_one_interval(run: list[int | None]) -> None:
    alone = common_mean([run])
    assert alone is not None
    counts = PairCounts.from_counts([run.count(half) for half in range(5)])
    assert alone.value == pytest.approx(counts.score)
    # The sample includes games that failed, so the quantile may differ in the last digits.
    assert alone.interval.low == pytest.approx(counts.interval.low, abs=0.01)
    assert alone.interval.high == pytest.approx(counts.interval.high, abs=0.01)


def test_opposite_runs_leave_only_the_added_pairs_uncertain() -> None:
    estimate = common_mean([[0, 4, 2, None] * 100, [4, 0, 2, None] * 100])
    assert estimate is not None
    assert estimate.value == 0.5
    assert estimate.interval.reach == pytest.approx(0, abs=0.01)


def test_a_mean_needs_games_in_every_run() -> None:
    assert common_mean([]) is None
    assert common_mean([[1, 2], [None]]) is None


# scipy 1.17.1: stats.t.ppf(.975, freedom)
@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706205), (4, 2.776445), (5, 2.570582), (9, 2.262157), (24, 2.063899), (1999, 1.961151)],
)
def test_student_agrees_with_scipy(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=5e-4)


def test_small_samples_have_no_verdict() -> None:
    sure = Interval(0.6, 0.7)
    assert verdict(sure, even=0.5, sample=MIN_PAIRS - 1) == "open"
    assert verdict(sure, even=0.5, sample=MIN_PAIRS) == "ahead"
    assert verdict(sure, even=0.8, sample=MIN_PAIRS) == "behind"
    assert verdict(sure, even=0.65, sample=MIN_PAIRS) == "open"


def test_a_weighted_mean_weighs_by_samples_and_narrows_the_interval() -> None:
    parts = [
        Estimate(value=0.1, interval=Interval(0.0, 0.2), sample=100),
        Estimate(value=0.4, interval=Interval(0.3, 0.5), sample=300),
    ]
    whole = weighted_mean(parts)
    assert whole is not None
    assert whole.value == pytest.approx(0.325)
    assert whole.interval.reach == pytest.approx((10**2 + 30**2) ** 0.5 / 400)
    assert whole.sample == 400
    assert weighted_mean([]) is None


def test_runs_with_the_same_luck_are_one_run() -> None:
    run = [0, 4, 2, 3, 1, 4, 0, 2] * 100
    assert shared_luck([run, run, run, run]) == pytest.approx(2.0, rel=0.01), (
        "four copies of a run: the interval is twice as wide as for independent runs"
    )
    assert shared_luck([run, [4 - points for points in run]]) == 1.0
    assert shared_luck([]) == 1.0


def test_first_game_share_agrees_with_the_pairs() -> None:
    """Compare with the individual pairs, which the sums no longer contain."""
    pairs = [(1.0, 0.0)] * 40 + [(1.0, 1.0)] * 20 + [(0.0, 0.0)] * 25 + [(0.0, 1.0)] * 10 + [(0.5, 1.0)] * 5
    shares = [(1 + first - second) / 2 for first, second in pairs]
    first, second = ([sum(pair[game] == points for pair in pairs) for points in (1.0, 0.5, 0.0)] for game in (0, 1))
    estimate = first_game_share(first, second, pairs=PairCounts.of(pairs))
    assert estimate is not None
    assert estimate.value == pytest.approx(sum(shares) / 100)
    spread = standard_deviation(shares) * (99 / 100) ** 0.5
    assert estimate.interval.reach == pytest.approx(1.959963984540054 * spread / 10)
    assert first_game_share([0, 0, 0], [0, 0, 0], pairs=PairCounts()) is None


def test_a_clustered_share_of_single_games_is_close_to_wilson() -> None:
    points = [1.0] * 30 + [0.0] * 70
    estimate = clustered_share(points, [1] * 100)
    plain = wilson(30, trials=99)  # one degree of freedom less: the variance is estimated
    assert estimate is not None
    assert (estimate.value, estimate.sample) == (0.3, 100)
    assert estimate.interval.reach == pytest.approx(plain.reach, rel=1e-9, abs=0.002)


def test_a_clustered_share_by_hand() -> None:
    # Four seeds of two games: 2, 1, 1, 0 points. Share 1/2, variance (1 + 0 + 0 + 1) / 64 · 4/3 = 1/24, as 6 games.
    estimate = clustered_share([2, 1, 1, 0], [2, 2, 2, 2])
    assert estimate is not None
    assert estimate.interval == wilson(3, trials=6)


def test_copies_of_games_do_not_narrow_a_clustered_share() -> None:
    once, thrice = clustered_share([1, 0, 1, 1], [1, 1, 1, 1]), clustered_share([3, 0, 3, 3], [3, 3, 3, 3])
    assert once is not None
    assert thrice is not None
    assert once.interval.low == pytest.approx(thrice.interval.low)
    assert once.interval.high == pytest.approx(thrice.interval.high)


def test_identical_clusters_count_as_one_trial_each() -> None:
    estimate = clustered_share([4, 4, 4], [4, 4, 4])
    assert estimate is not None
    assert estimate.interval == wilson(3, trials=3)
    assert clustered_share([], []) is None


def test_a_clustered_share_covers_the_truth_95_percent_of_the_time() -> None:
    """Six match-ups share seeds and half of their luck.

    The naive interval over single games covers too rarely.
    """
    chance, covered, naive, rounds = random.Random(11), 0, 0, 400
    for _ in range(rounds):
        points = []
        for _seed in range(80):
            shared = chance.random()
            points.append(sum((shared if chance.random() < 0.5 else chance.random()) < 0.4 for _game in range(6)))
        estimate = clustered_share(points, [6] * 80)
        assert estimate is not None
        covered += 0.4 in estimate.interval
        naive += 0.4 in wilson(sum(points), trials=480)
    assert 0.92 * rounds < covered < 0.98 * rounds
    assert naive < 0.9 * rounds
