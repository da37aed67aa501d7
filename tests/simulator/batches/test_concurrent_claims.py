"""PostgreSQL, two processes, one chunk: one finishes it in the moment in which the other claims it.

The chunk was taken back while its first process lived. CLAIM_ROUNDS says how often it is tried.
"""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from simulator.batches import services
from simulator.batches.chunks import chunk_claim, chunk_finish, chunk_play_next, matchup_of
from simulator.models.batches import Batch, Chunk
from tests.signum_site.worker.running import DEADLINE_S
from tests.simulator.batches.playing import digests, play_all, started, wish

ROUNDS = int(os.environ.get("CLAIM_ROUNDS", "200"))

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services, pytest.mark.usefixtures("toy")]


@pytest.fixture
def other() -> Iterator[ThreadPoolExecutor]:
    """A thread with a connection of its own, as another process would have."""
    with ThreadPoolExecutor(1) as thread:
        yield thread
        thread.submit(lambda: connection.close()).result()  # its own: a proxy of the thread that asks


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def wait_until_blocked(pid: int) -> None:
    give_up = time.monotonic() + DEADLINE_S
    with connection.cursor() as cursor:
        while not cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [pid]).fetchone()[0]:
            assert time.monotonic() < give_up, "the other process does not wait for this one"


def test_a_chunk_finished_while_another_process_claims_it_counts_once(
    other: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = wish(games=2 * ROUNDS)  # two match-ups: twice as many chunks as rounds
    quiet = digests(play_all(started(asked)))
    Batch.objects.all().delete()
    monkeypatch.setattr(services, "_chunk_pairs", lambda asked: 1)
    batch, pid = started(asked), other.submit(backend).result()
    for _ in range(ROUNDS):
        chunk = chunk_claim()
        assert chunk is not None
        Chunk.objects.filter(pk=chunk.pk).update(state=Chunk.State.QUEUED, claimed_by="", lease_until=None)
        totals = matchup_of(chunk).play(chunk.numbers)
        with transaction.atomic():
            assert chunk_finish(chunk, totals=totals, seconds=0.1)
            claims = other.submit(chunk_play_next)
            wait_until_blocked(pid)
        claims.result(timeout=60)
    batch = play_all(batch)
    assert batch.state == Batch.State.DONE
    assert {row.figures["games"] for row in batch.matchups.all()} == {2 * ROUNDS}
    assert digests(batch) == quiet
