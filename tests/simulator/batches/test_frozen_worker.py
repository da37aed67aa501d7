"""PostgreSQL: a process freezes in the middle of a transaction, as on a suspended machine; the others go on."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from simulator.batches import chunks
from simulator.batches.chunks import chunk_play_next
from simulator.models.batches import Batch, MatchUp
from tests.signum_site.worker.running import DEADLINE_S
from tests.simulator.batches.playing import digests, play_all, start_batch

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services, pytest.mark.usefixtures("toy")]


def test_sessions_end_when_silent_inside_a_transaction() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == (f"{settings.TRANSACTION_IDLE_S}s",)


def test_a_frozen_process_holds_up_the_others_only_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = digests(play_all(start_batch()))
    Batch.objects.all().delete()
    batch = start_batch()
    frozen, thaw, advance = Event(), Event(), chunks.matchup_advance

    def freeze(matchup: MatchUp) -> None:
        """The match-up is locked, and nothing more is heard of this process."""
        if not frozen.is_set():
            frozen.set()
            assert thaw.wait(DEADLINE_S)
        advance(matchup)

    def play_and_freeze() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SET idle_in_transaction_session_timeout = '300ms'")
        try:
            return chunk_play_next()
        finally:
            connection.close()

    monkeypatch.setattr(chunks, "matchup_advance", freeze)
    with ThreadPoolExecutor(1) as other:
        playing: Any = other.submit(play_and_freeze)
        assert frozen.wait(DEADLINE_S)
        chunk_play_next()  # waits for the lock, and gets it
        thaw.set()
        assert playing.result(timeout=DEADLINE_S)  # its connection is gone: it keeps its result with a new one
    batch = play_all(batch)
    assert batch.state == Batch.State.DONE
    assert digests(batch) == quiet
    assert [row.figures["games"] for row in batch.matchups.all()] == [40] * len(quiet)
