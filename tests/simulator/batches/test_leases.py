"""Claims of chunks: held by a lease that the database's clock measures, and by no other sign of life."""

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from collection.stock.lists.importer import import_work
from signum_site.core import leases
from signum_site.core.leases import DURATION, LeaseLost, Renewal
from signum_site.health import services as health
from signum_site.health.models import Ping, Pulse
from simulator.batches.chunks import chunk_claim, chunk_fail, chunk_finish, chunk_play_next, matchup_of
from simulator.batches.runner import MatchupSpec
from simulator.engine.matches.totals import Totals
from simulator.models.batches import Batch, Chunk, MatchUp
from simulator.models.ratings import RatingRun
from simulator.ratings import services
from tests.simulator.batches.playing import digests, play_all, started

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]


def claimed() -> Chunk:
    started()
    chunk = chunk_claim()
    assert chunk is not None
    return chunk


def run_out(chunk: Chunk) -> None:
    Chunk.objects.filter(pk=chunk.pk).update(lease_until=Now() - timedelta(seconds=1))


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call of a Renewal renews."""
    monkeypatch.setattr(leases, "RENEW_EVERY_S", 0.0)


def test_a_lease_that_has_run_out_is_taken_back_and_that_is_not_the_chunks_fault() -> None:
    chunk = claimed()
    assert Chunk.objects.take_back() == []
    run_out(chunk)
    assert Chunk.objects.take_back() == [chunk.pk]
    chunk.refresh_from_db()
    assert (chunk.state, chunk.losses, chunk.attempts) == (Chunk.State.QUEUED, 1, 0)
    assert (chunk.claimed_by, chunk.lease_until) == ("", None)
    assert play_all(chunk.batch).state == Batch.State.DONE


def test_a_lease_is_renewed_while_the_chunk_is_played(often: None) -> None:
    chunk = claimed()
    run_out(chunk)
    Renewal(chunk)()
    assert Chunk.objects.take_back() == []
    assert Chunk.objects.filter(pk=chunk.pk, lease_until__gt=Now() + DURATION / 2).exists()


def test_who_lost_the_lease_stops_and_leaves_the_chunk_alone(often: None) -> None:
    chunk = claimed()
    run_out(chunk)
    Chunk.objects.take_back()
    again = chunk_claim()
    assert again is not None
    assert again.pk == chunk.pk
    with pytest.raises(LeaseLost):
        Renewal(chunk)()
    chunk_fail(chunk, fault="late")
    again.refresh_from_db()
    assert (again.state, again.attempts) == (Chunk.State.RUNNING, 0)


def test_a_chunk_lost_while_it_is_played_is_played_by_another(often: None, monkeypatch: pytest.MonkeyPatch) -> None:
    batch, play, lost = started(), MatchupSpec.play, []

    def loses_the_first(self: MatchupSpec, numbers: range, **options: Any) -> Totals:
        if not lost:
            lost.append(numbers)
            Chunk.objects.filter(state=Chunk.State.RUNNING).update(lease_until=Now() - timedelta(seconds=1))
            Chunk.objects.take_back()
        return play(self, numbers, **options)

    monkeypatch.setattr(MatchupSpec, "play", loses_the_first)
    assert chunk_play_next()
    assert not batch.chunks.filter(state=Chunk.State.DONE).exists()
    assert play_all(batch).state == Batch.State.DONE
    assert list(batch.chunks.filter(losses=1).values_list("attempts", flat=True)) == [0]


def test_a_database_that_is_away_for_a_moment_costs_no_lease(often: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    chunk, closed = claimed(), []
    monkeypatch.setattr(leases, "connection", type("Connection", (), {"close": lambda self: closed.append(self)})())
    with monkeypatch.context() as gone:
        gone.setattr(type(Chunk.objects.all()), "update", away)
        Renewal(chunk)()
    assert closed, "a broken connection is not used again"
    Renewal(chunk)()


def test_the_worker_that_knows_its_process_is_gone_takes_back_at_once() -> None:
    chunk = claimed()
    assert Chunk.objects.take_back(gone=[os.getpid() + 1]) == []
    assert Chunk.objects.take_back(gone=[os.getpid()]) == [chunk.pk]


def test_another_worker_with_the_same_host_name_and_process_numbers_takes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in two containers: the second worker's process of the same number died, the first one's lives."""
    chunk = claimed()
    monkeypatch.setattr(leases, "WORKER", "0" * 32)
    assert Chunk.objects.take_back(gone=[os.getpid()]) == []
    other = chunk_claim()
    assert other is not None
    assert other.pk != chunk.pk
    assert Chunk.objects.take_back(gone=[os.getpid()]) == [other.pk]


@pytest.mark.parametrize("seconds", [90, -90, 86_400])
def test_a_worker_with_a_wrong_clock_neither_takes_nor_loses_anything(
    seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now
    right, wrong = now, lambda: now() + timedelta(seconds=seconds)

    def at(clock: Callable[[], Any]) -> None:
        monkeypatch.setattr(timezone, "now", clock)

    batch = started()
    for claims, looks in ((right, wrong), (wrong, right)):
        at(claims)
        assert chunk_claim() is not None
        health.pulse_beat(worker="one", processes=1)
        ping = health.ping_ask()
        at(looks)
        assert Chunk.objects.take_back() == []
        assert Pulse.objects.alive().count() == 1
        assert ping in Ping.objects.due()
    assert not batch.chunks.filter(losses__gt=0).exists()


@pytest.mark.parametrize("seconds", [90, -90])
def test_ratings_are_wanted_and_fitted_by_one_clock(seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A want of a machine whose clock is behind must not look answered already."""
    services.ratings_want(system="toy", policy="random-1")
    run = services.ratings_claim(RatingRun.objects.get().pk)
    assert run is not None
    services.ratings_fit(run)
    assert not RatingRun.objects.due().exists()
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(seconds=seconds))
    services.ratings_want(system="toy", policy="random-1")
    assert RatingRun.objects.due().exists()


def test_ratings_are_fitted_by_one_process_at_a_time() -> None:
    play_all(started())
    run = RatingRun.objects.get()
    first = services.ratings_claim(run.pk)
    assert first is not None
    assert services.ratings_claim(run.pk) is None
    RatingRun.objects.update(lease_until=Now() - timedelta(seconds=1))
    assert RatingRun.objects.take_back() == [run.pk]
    second = services.ratings_claim(run.pk)
    assert second is not None
    services.ratings_fit(first)
    assert RatingRun.objects.filter(fitted_at=None).exists(), "who lost the lease writes nothing"
    services.ratings_fit(second)
    assert not RatingRun.objects.due().exists()


def test_no_claim_has_a_condition_in_a_subquery() -> None:
    """PostgreSQL would not check it again after it has waited for another writer."""
    started()
    services.ratings_want(system="toy", policy="random-1")
    with CaptureQueriesContext(
        connection,
    ) as captured:
        chunk = chunk_claim()
        assert chunk is not None
        run_out(chunk)
        Chunk.objects.take_back(gone=[1])
        services.ratings_claim(RatingRun.objects.get().pk)
        import_work(import_id=1)
    updates = [query["sql"] for query in captured if query["sql"].startswith("UPDATE")]
    assert {sql.split('"')[1] for sql in updates} >= {"simulator_chunk", "simulator_ratingrun", "stock_import"}
    assert not [sql for sql in updates if "SELECT" in sql]


def test_a_chunk_that_has_a_result_is_neither_claimed_nor_finished_again() -> None:
    """Not even if its state says otherwise."""
    chunk = claimed()
    totals = matchup_of(chunk).play(chunk.numbers)
    assert chunk_finish(chunk, totals=totals, seconds=1)
    for state in (Chunk.State.RUNNING, Chunk.State.QUEUED):
        Chunk.objects.filter(pk=chunk.pk).update(state=state)
        assert not chunk_finish(chunk, totals=totals, seconds=1)
    while (other := chunk_claim()) is not None:
        assert other.pk != chunk.pk


def test_the_database_refuses_more_pairs_than_planned() -> None:
    batch = started()
    row = batch.matchups.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchUp.objects.filter(pk=row.pk).update(played_pairs=row.planned_pairs + 1)
    assert len(digests(play_all(batch))) == 2
