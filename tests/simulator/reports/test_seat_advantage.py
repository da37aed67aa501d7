"""What seat and first turn are worth: match-ups on common seeds share their luck, and the intervals know it."""

import pytest
from django.test import Client

from simulator.engine.statistics.intervals import Interval
from simulator.models.batches import Batch
from simulator.reports.batch import batch_report
from simulator.reports.charts import advantages
from simulator.reports.seat_advantage import FIRST_SEAT, pair_told, seat_intervals, widest
from tests.simulator.batches.playing import BRIGHT, TABLE, play_all, started, wish


def test_a_pair_says_how_it_went_in_either_seat_and_going_first() -> None:
    # Game 0: won (2) and began (+3). Game 1, in the second seat: drawn (1), the other began (+6).
    assert pair_told("57") == {
        "first_seat": (1.0, 1),
        "any_first_seat": (1.5, 2),
        "went_first": (1.0, 1),
        "any_went_first": (1.5, 2),
        "second_seat": (0.5, 1),
        "went_second": (0.5, 1),
    }
    assert pair_told("0-") == {"first_seat": (0.0, 1), "any_first_seat": (0.0, 1)}, "who began is not known"


def test_the_same_luck_four_times_over_says_no_more_than_once() -> None:
    run = "50" * 30 + "07" * 20 + "55" * 10
    once, often = seat_intervals([run]), seat_intervals([run] * 4)
    assert all(often[name] == pytest.approx(ends) for name, ends in once.items())


def test_luck_of_their_own_says_more() -> None:
    run, turned = "50" * 30 + "07" * 30, "07" * 30 + "50" * 30
    alone, both = (Interval(*seat_intervals(runs)[FIRST_SEAT]) for runs in ([run], [run, turned]))
    assert both.reach < alone.reach


def test_while_games_are_played_all_luck_counts_as_shared() -> None:
    assert widest(Interval(0.4, 0.6), runs=4) == Interval(pytest.approx(0.3), pytest.approx(0.7))


@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
class TestReport:
    def test_a_finished_batch_has_counted_them(self, client: Client) -> None:
        batch = play_all(started(wish(table=TABLE)))
        assert set(batch.seats) >= {"any_first_seat", "any_went_first"}
        measured = advantages(batch_report(batch))[0][1]
        assert [measured.low, measured.high] == batch.seats["any_first_seat"]
        batch.seats = None
        guessed = advantages(batch_report(batch))[0][1]
        assert guessed.high - guessed.low > measured.high - measured.low
        told = client.get(f"/api/v1/simulations/{batch.token}/results/").json()
        assert told["seat_intervals"]["any_first_seat"] == [measured.low, measured.high]

    def test_a_deck_that_meets_the_same_deck_twice_learns_nothing_from_the_second(self) -> None:
        text = {"text": TABLE[2]["text"]}
        once = play_all(started(wish(against=[text])))
        twice = play_all(started(wish(against=[text, text])))
        assert all(twice.seats[name] == pytest.approx(ends) for name, ends in once.seats.items())
        one, other = (batch_report(batch).splits[2][1] for batch in (once, twice))
        assert other.games == 2 * one.games
        assert (other.interval.low, other.interval.high) == pytest.approx((one.interval.low, one.interval.high))

    def test_the_same_request_of_somebody_else_has_them_too(self) -> None:
        first = play_all(started(visitor="one"))
        second = started(visitor="other")
        assert second.state == Batch.State.DONE
        assert second.seats == first.seats

    def test_the_closest_game_can_be_watched(self, client: Client) -> None:
        batch = play_all(started(wish(games=40)))
        one = batch_report(batch).matchups[0]
        turns_left, pair, game = one.row.samples["closest"]
        assert pair % 8 == 0
        assert turns_left >= 0
        assert ("the closest", pair, game) in one.games_to_watch
        page = client.get(f"/simulations/{batch.token}/").content.decode()
        assert f'/games/0/{pair}/{game}/">the closest</a>' in page
        assert BRIGHT in page
