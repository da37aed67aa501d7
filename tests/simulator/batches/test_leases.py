"""Claims of chunks, held only by a lease on the database's clock."""

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
from simulator.batches.chunks import chunk_claim, chunk_fail, chunk_finish, chunk_play_next, load_matchup
from simulator.batches.runner import MatchupSpec
from simulator.engine.matches.totals import Totals
from simulator.models.batches import Batch, Chunk, MatchUp
from simulator.models.ratings import RatingRun
from simulator.ratings import services
from tests.simulator.batches.playing import digests, play_all, start_batch

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]


def claim() -> Chunk:
    start_batch()
    chunk = chunk_claim()
    assert chunk is not None
    return chunk


def expire(chunk: Chunk) -> None:
    Chunk.objects.filter(pk=chunk.pk).update(lease_until=Now() - timedelta(seconds=1))


@pytest.fixture
def always_renew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call of a Renewal renews the lease."""
    monkeypatch.setattr(leases, "RENEW_EVERY_S", 0.0)


def test_expired_lease_counts_as_loss_not_attempt() -> None:
    chunk = claim()
    assert Chunk.objects.take_back() == []
    expire(chunk)
    assert Chunk.objects.take_back() == [chunk.pk]
    chunk.refresh_from_db()
    assert (chunk.state, chunk.losses, chunk.attempts) == (Chunk.State.QUEUED, 1, 0)
    assert (chunk.claimed_by, chunk.lease_until) == ("", None)
    assert play_all(chunk.batch).state == Batch.State.DONE


def test_lease_is_renewed(always_renew: None) -> None:
    chunk = claim()
    expire(chunk)
    Renewal(chunk)()
    assert Chunk.objects.take_back() == []
    assert Chunk.objects.filter(pk=chunk.pk, lease_until__gt=Now() + DURATION / 2).exists()


def test_process_without_lease_leaves_the_chunk_alone(always_renew: None) -> None:
    chunk = claim()
    expire(chunk)
    Chunk.objects.take_back()
    again = chunk_claim()
    assert again is not None
    assert again.pk == chunk.pk
    with pytest.raises(LeaseLost):
        Renewal(chunk)()
    chunk_fail(chunk, fault="late")
    again.refresh_from_db()
    assert (again.state, again.attempts) == (Chunk.State.RUNNING, 0)


def test_chunk_lost_during_play_is_played_again(always_renew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    batch, play, lost = start_batch(), MatchupSpec.play, []

    def lose_first_lease(self: MatchupSpec, numbers: range, **options: Any) -> Totals:
        if not lost:
            lost.append(numbers)
            Chunk.objects.filter(state=Chunk.State.RUNNING).update(lease_until=Now() - timedelta(seconds=1))
            Chunk.objects.take_back()
        return play(self, numbers, **options)

    monkeypatch.setattr(MatchupSpec, "play", lose_first_lease)
    assert chunk_play_next()
    assert not batch.chunks.filter(state=Chunk.State.DONE).exists()
    assert play_all(batch).state == Batch.State.DONE
    assert list(batch.chunks.filter(losses=1).values_list("attempts", flat=True)) == [0]


def test_lease_survives_a_database_outage(always_renew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    chunk, closed = claim(), []
    monkeypatch.setattr(leases, "connection", type("Connection", (), {"close": lambda self: closed.append(self)})())
    with monkeypatch.context() as patched:
        patched.setattr(type(Chunk.objects.all()), "update", fail)
        Renewal(chunk)()
    assert closed, "a broken connection is not used again"
    Renewal(chunk)()


def test_worker_reclaims_chunks_of_its_dead_process_at_once() -> None:
    chunk = claim()
    assert Chunk.objects.take_back(gone=[os.getpid() + 1]) == []
    assert Chunk.objects.take_back(gone=[os.getpid()]) == [chunk.pk]


def test_equal_process_ids_on_another_worker_do_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process with the same id died in another container."""
    chunk = claim()
    monkeypatch.setattr(leases, "WORKER", "0" * 32)
    assert Chunk.objects.take_back(gone=[os.getpid()]) == []
    other = chunk_claim()
    assert other is not None
    assert other.pk != chunk.pk
    assert Chunk.objects.take_back(gone=[os.getpid()]) == [other.pk]


@pytest.mark.parametrize("seconds", [90, -90, 86_400])
def test_wrong_clock_of_a_worker_does_not_matter(seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now
    right, wrong = now, lambda: now() + timedelta(seconds=seconds)

    def set_clock(clock: Callable[[], Any]) -> None:
        monkeypatch.setattr(timezone, "now", clock)

    batch = start_batch()
    for claim_clock, check_clock in ((right, wrong), (wrong, right)):
        set_clock(claim_clock)
        assert chunk_claim() is not None
        health.pulse_beat(worker="one", processes=1)
        ping = health.ping_ask()
        set_clock(check_clock)
        assert Chunk.objects.take_back() == []
        assert Pulse.objects.alive().count() == 1
        assert ping in Ping.objects.due()
    assert not batch.chunks.filter(losses__gt=0).exists()


@pytest.mark.parametrize("seconds", [90, -90])
def test_ratings_use_the_database_clock(seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request from a machine whose clock is behind must not look completed."""
    services.ratings_request(system="toy", policy="random-1")
    run = services.ratings_claim(RatingRun.objects.get().pk)
    assert run is not None
    services.ratings_fit(run)
    assert not RatingRun.objects.due().exists()
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(seconds=seconds))
    services.ratings_request(system="toy", policy="random-1")
    assert RatingRun.objects.due().exists()


def test_ratings_are_fitted_by_one_process() -> None:
    play_all(start_batch())
    run = RatingRun.objects.get()
    first = services.ratings_claim(run.pk)
    assert first is not None
    assert services.ratings_claim(run.pk) is None
    RatingRun.objects.update(lease_until=Now() - timedelta(seconds=1))
    assert RatingRun.objects.take_back() == [run.pk]
    second = services.ratings_claim(run.pk)
    assert second is not None
    services.ratings_fit(first)
    assert RatingRun.objects.filter(fitted_at=None).exists(), "without the lease nothing is written"
    services.ratings_fit(second)
    assert not RatingRun.objects.due().exists()


def test_claims_have_no_subquery() -> None:
    """PostgreSQL does not recheck a subquery after waiting for another writer."""
    start_batch()
    services.ratings_request(system="toy", policy="random-1")
    with CaptureQueriesContext(
        connection,
    ) as captured:
        chunk = chunk_claim()
        assert chunk is not None
        expire(chunk)
        Chunk.objects.take_back(gone=[1])
        services.ratings_claim(RatingRun.objects.get().pk)
        import_work(import_id=1)
    updates = [query["sql"] for query in captured if query["sql"].startswith("UPDATE")]
    assert {sql.split('"')[1] for sql in updates} >= {"simulator_chunk", "simulator_ratingrun", "stock_import"}
    assert not [sql for sql in updates if "SELECT" in sql]


def test_chunk_with_a_result_is_never_played_again() -> None:
    """Whatever its state is."""
    chunk = claim()
    totals = load_matchup(chunk).play(chunk.numbers)
    assert chunk_finish(chunk, totals=totals, seconds=1)
    for state in (Chunk.State.RUNNING, Chunk.State.QUEUED):
        Chunk.objects.filter(pk=chunk.pk).update(state=state)
        assert not chunk_finish(chunk, totals=totals, seconds=1)
    while (other := chunk_claim()) is not None:
        assert other.pk != chunk.pk


def test_database_refuses_more_pairs_than_planned() -> None:
    batch = start_batch()
    row = batch.matchups.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchUp.objects.filter(pk=row.pk).update(played_pairs=row.planned_pairs + 1)
    assert len(digests(play_all(batch))) == 2
