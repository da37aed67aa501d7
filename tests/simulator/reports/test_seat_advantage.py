"""The value of seat and first turn, with intervals for shared luck."""

import pytest
from django.test import Client

from simulator import games
from simulator.engine.statistics.intervals import Interval
from simulator.models.batches import Batch
from simulator.reports.batch import batch_report
from simulator.reports.charts import advantages
from simulator.reports.seat_advantage import FIRST_SEAT, score_pair, seat_intervals, widen
from tests.simulator.batches.playing import BRIGHT, TABLE, batch_params, play_all, start_batch
from tests.simulator.guests import TOLD


def test_score_of_a_pair_by_seat_and_turn_order() -> None:
    # Game 0: won (2), went first (+3). Game 1, in the second seat: drawn (1), went second (+6).
    assert score_pair("57") == {
        "first_seat": (1.0, 1),
        "any_first_seat": (1.5, 2),
        "went_first": (1.0, 1),
        "any_went_first": (1.5, 2),
        "second_seat": (0.5, 1),
        "went_second": (0.5, 1),
    }
    assert score_pair("0-") == {"first_seat": (0.0, 1), "any_first_seat": (0.0, 1)}, "the starting player is unknown"


def test_repeated_luck_does_not_narrow_the_interval() -> None:
    run = "50" * 30 + "07" * 20 + "55" * 10
    single, repeated = seat_intervals([run]), seat_intervals([run] * 4)
    assert all(repeated[name] == pytest.approx(ends) for name, ends in single.items())


def test_independent_luck_narrows_the_interval() -> None:
    run, flipped = "50" * 30 + "07" * 30, "07" * 30 + "50" * 30
    alone, both = (Interval(*seat_intervals(runs)[FIRST_SEAT]) for runs in ([run], [run, flipped]))
    assert both.reach < alone.reach


def test_widen_treats_all_luck_as_shared() -> None:
    assert widen(Interval(0.4, 0.6), runs=4) == Interval(pytest.approx(0.3), pytest.approx(0.7))


@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
class TestReport:
    def test_finished_batch_has_intervals(self, client: Client) -> None:
        batch = play_all(start_batch(batch_params(table=TABLE)))
        assert set(batch.seats) >= {"any_first_seat", "any_went_first"}
        measured = advantages(batch_report(batch))[0][1]
        assert [measured.low, measured.high] == batch.seats["any_first_seat"]
        batch.seats = None
        unmeasured = advantages(batch_report(batch))[0][1]
        assert unmeasured.high - unmeasured.low > measured.high - measured.low
        results = client.get(f"/api/v1/simulations/{batch.token}/results/").json()
        assert results["seat_intervals"]["any_first_seat"] == [measured.low, measured.high]

    def test_same_opponent_twice_adds_no_information(self) -> None:
        text = {"text": TABLE[2]["text"]}
        once = play_all(start_batch(batch_params(against=[text])))
        twice = play_all(start_batch(batch_params(against=[text, text])))
        assert all(twice.seats[name] == pytest.approx(ends) for name, ends in once.seats.items())
        single, double = (batch_report(batch).splits[2][1] for batch in (once, twice))
        assert double.games == 2 * single.games
        assert (double.interval.low, double.interval.high) == pytest.approx((single.interval.low, single.interval.high))

    def test_copied_batch_has_the_same_intervals(self) -> None:
        first = play_all(start_batch(visitor="one"))
        second = start_batch(visitor="other")
        assert second.state == Batch.State.DONE
        assert second.seats == first.seats

    def test_closest_game_can_be_watched(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOLD})
        batch = play_all(start_batch(batch_params(games=40)))
        matchup = batch_report(batch).matchups[0]
        turns_left, pair, game = matchup.row.samples["closest"]
        assert pair % 8 == 0
        assert turns_left >= 0
        assert ("the closest", pair, game) in matchup.games_to_watch
        page = client.get(f"/simulations/{batch.token}/").content.decode()
        assert f'/games/0/{pair}/{game}/">the closest</a>' in page
        assert BRIGHT in page
