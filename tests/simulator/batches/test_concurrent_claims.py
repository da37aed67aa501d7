"""On PostgreSQL, one process finishes a chunk while another claims it, or cancels its batch.

The chunk was reclaimed although its first process was alive. CLAIM_ROUNDS is the number of repetitions.
"""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from simulator.batches import chunks, services
from simulator.batches.chunks import chunk_claim, chunk_fail, chunk_finish, chunk_play_next, load_matchup
from simulator.models.batches import Batch, Chunk, MatchUp
from tests.signum_site.worker.running import DEADLINE_S
from tests.simulator.batches.playing import batch_params, digests, play_all, start_batch

ROUNDS = int(os.environ.get("CLAIM_ROUNDS", "200"))

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services, pytest.mark.usefixtures("toy")]


@pytest.fixture
def other() -> Iterator[ThreadPoolExecutor]:
    """A thread with its own connection, like another process."""
    with ThreadPoolExecutor(1) as thread:
        yield thread
        thread.submit(lambda: connection.close()).result()  # connection is a proxy for each thread's own


def backend_pid() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def wait_until_blocked(pid: int) -> None:
    deadline = time.monotonic() + DEADLINE_S
    with connection.cursor() as cursor:
        while not cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [pid]).fetchone()[0]:
            assert time.monotonic() < deadline, "the other process does not wait for this one"


def test_chunk_finished_during_another_claim_counts_once(
    other: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = batch_params(games=2 * ROUNDS)  # two match-ups: twice as many chunks as rounds
    expected = digests(play_all(start_batch(raw)))
    Batch.objects.all().delete()
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 1)
    batch, pid = start_batch(raw), other.submit(backend_pid).result()
    for _ in range(ROUNDS):
        chunk = chunk_claim()
        assert chunk is not None
        Chunk.objects.filter(pk=chunk.pk).update(state=Chunk.State.QUEUED, claimed_by="", lease_until=None)
        totals = load_matchup(chunk).play(chunk.numbers)
        with transaction.atomic():
            assert chunk_finish(chunk, totals=totals, seconds=0.1)
            claims = other.submit(chunk_play_next)
            wait_until_blocked(pid)
        claims.result(timeout=60)
    batch = play_all(batch)
    assert batch.state == Batch.State.DONE
    assert {row.figures["games"] for row in batch.matchups.all()} == {2 * ROUNDS}
    assert digests(batch) == expected


@pytest.mark.parametrize("end", ["finished", "failed"])
def test_cancelling_waits_for_a_chunk_that_ends(
    other: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """Each needs the batch and the chunk. If they locked them in different orders, neither could go on."""
    monkeypatch.setattr(MatchUp._meta, "ordering", ("number",))  # the locks must not depend on it
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 20)
    batch, pid = start_batch(), other.submit(backend_pid).result()
    chunk = chunk_claim()
    assert chunk is not None
    totals = load_matchup(chunk).play(chunk.numbers)
    if end == "finished":  # a chunk that is running is none that cancelling changes
        Chunk.objects.filter(pk=chunk.pk).update(state=Chunk.State.QUEUED, claimed_by="", lease_until=None)
    advance, cancelling = chunks.matchup_advance, []

    def advance_during_cancelling(matchup: MatchUp) -> None:
        cancelling.append(other.submit(services.batch_cancel, Batch.objects.get(pk=batch.pk)))
        wait_until_blocked(pid)
        advance(matchup)

    monkeypatch.setattr(chunks, "matchup_advance", advance_during_cancelling)
    if end == "finished":
        assert chunk_finish(chunk, totals=totals, seconds=0.1)
    else:
        chunk_fail(chunk, fault="Odd: seed 7", attempts=chunks.MAX_ATTEMPTS)
    assert cancelling[0].result(timeout=60)
    batch.refresh_from_db()
    assert batch.state == Batch.State.CANCELLED
    states = dict(batch.chunks.values_list("pk", "state"))
    assert states.pop(chunk.pk) == (Chunk.State.DONE if end == "finished" else Chunk.State.FAILED)
    assert set(states.values()) == {Chunk.State.PAUSED}
