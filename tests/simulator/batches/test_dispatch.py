"""Messages to workers: each names the chunk that is played, small batches go first, and no chunk starves.

`Broker` is a queue of messages in the order in which they were sent, as RabbitMQ has it.
"""

from collections import deque
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from signum_site.core.leases import DURATION
from signum_site.worker import sweeper
from signum_site.worker.sweeper import RESEND_AFTER_S, SWEEP_INTERVAL_S, Sweeper
from simulator import tasks
from simulator.batches import dispatch, services
from simulator.batches.runner import MatchupSpec
from simulator.batches.services import batch_cancel
from simulator.models.batches import Batch, Chunk
from tests.simulator.batches.playing import batch_params, digests, play_all, start_batch

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]


class Broker:
    """Messages sent by tasks, services and the sweeper, and a worker that takes them one by one."""

    def __init__(self) -> None:
        self.messages: deque[int] = deque()
        self.taken: list[tuple[int, str]] = []
        self.sweeper = Sweeper(app=self, worker="celery@here", processes=1)

    def send_task(self, name: str, args: list[int], **_: Any) -> None:
        if name == Chunk.WORK_TASK:
            self.messages.extend(args)

    def work(self, *, most: int = 10_000) -> "Broker":
        """Takes messages until none is left, and returns itself."""
        for _ in range(most):
            if not self.messages:
                return self
            pk = self.messages.popleft()
            self.taken.append((pk, tasks.play_chunk(pk)))
        assert most < 10_000, "messages go in circles"
        return self

    def surplus(self) -> int:
        """How many more messages wait than chunks are open."""
        return len(self.messages) - Chunk.objects.filter(state__in=Chunk.OPEN).count()

    def played(self) -> list[int]:
        return [pk for pk, outcome in self.taken if outcome == "played"]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Broker:
    settings.EMBEDDED_QUEUE = False
    queue = Broker()
    monkeypatch.setattr(tasks.play_chunk, "delay", lambda pk: queue.messages.append(pk))
    monkeypatch.setattr(tasks.play_chunk, "apply_async", lambda args, priority: queue.messages.extend(args))
    monkeypatch.setattr(dispatch.transaction, "on_commit", lambda send: send())
    for module in (dispatch, sweeper):
        monkeypatch.setattr(module, "messages_waiting", lambda app, task: len(queue.messages), raising=False)
    return queue


def start(broker: Broker, **params: Any) -> Batch:
    """Starts a batch of an account of its own."""
    owner = get_user_model().objects.create_user(f"owner {get_user_model().objects.count()}")
    return start_batch(batch_params(**params), user=owner)


def state(pk: int) -> str:
    return str(Chunk.objects.values_list("state", flat=True).get(pk=pk))


def test_the_chunk_named_is_the_chunk_played(broker: Broker) -> None:
    batch = start(broker)
    first, *_, last = Chunk.objects.due()
    assert tasks.play_chunk(last.pk) == "played"
    assert list(batch.chunks.filter(state=Chunk.State.DONE)) == [last]
    assert state(first.pk) == Chunk.State.QUEUED


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"state": "done", "digest": "1"}, "not due: chunk done, batch queued"),
        ({"state": "running", "claimed_by": "another", "lease_until": Now() + DURATION}, "chunk running"),
        ({"state": "paused"}, "chunk paused"),
        ({"state": "failed"}, "chunk failed"),
    ],
)
def test_a_chunk_that_is_not_due_plays_nothing(broker: Broker, changes: dict[str, Any], reason: str) -> None:
    batch = start(broker)
    named = batch.chunks.first()
    Chunk.objects.filter(pk=named.pk).update(**changes)
    broker.messages.clear()
    assert reason in tasks.play_chunk(named.pk)
    assert state(named.pk) == changes["state"]
    others = batch.chunks.exclude(pk=named.pk)
    assert not others.exclude(state=Chunk.State.QUEUED).exists()
    assert list(broker.messages) == list(others.in_order().values_list("pk", flat=True)), "they had no message"


def test_chunks_of_stopped_and_deleted_batches_play_nothing(broker: Broker) -> None:
    batch = start(broker)
    batch_cancel(batch)
    named = batch.chunks.first()
    assert tasks.play_chunk(named.pk) == "not due: chunk paused, batch cancelled"
    batch.delete()
    assert tasks.play_chunk(named.pk) == "not due: deleted"


def test_small_batches_go_before_large_ones(broker: Broker) -> None:
    large = start(broker, games=2_000)
    small = start(broker, games=8)
    assert list(broker.messages)[: large.matchups.count()] == list(large.chunks.values_list("pk", flat=True))
    broker.work()
    batches = [Chunk.objects.get(pk=pk).batch_id for pk in broker.played()]
    assert batches == sorted(batches, key=lambda pk: pk != small.pk)
    assert {row.state for row in Batch.objects.all()} == {Batch.State.DONE}


def test_older_batches_of_the_same_urgency_go_first(broker: Broker) -> None:
    older, newer = start_batch(batch_params(seed=1)), start_batch(batch_params(seed=2))
    due = list(Chunk.objects.due().values_list("batch_id", flat=True))
    assert due == [older.pk] * older.chunks.count() + [newer.pk] * newer.chunks.count()


def test_a_chunk_gives_way_and_is_not_sent_again(broker: Broker) -> None:
    large = start(broker, games=2_000)
    small = start(broker, games=8)
    waiting = list(broker.messages)
    named = large.chunks.first()
    urgent = small.chunks.in_order().first()
    assert tasks.play_chunk(named.pk) == f"gave way to chunk {urgent.pk}"
    assert list(broker.messages) == waiting
    assert not Chunk.objects.exclude(state=Chunk.State.QUEUED).exists()


def test_a_chunk_gives_way_although_the_urgent_message_is_lost(broker: Broker) -> None:
    large = start(broker, games=2_000)
    small = start(broker, games=8)
    broker.messages.clear()
    tasks.play_chunk(large.chunks.first().pk)
    assert list(broker.messages) == list(small.chunks.in_order().values_list("pk", flat=True))


def test_no_more_messages_wait_than_chunks_are_open(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three batches, each more urgent than the one before, and a sweeper that looks again and again."""
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 4)
    monkeypatch.setattr(services, "SMALL_BATCH", 20)
    monkeypatch.setattr(services, "MEDIUM_BATCH", 200)
    monkeypatch.setattr(dispatch, "MAX_NOTIFICATIONS", 16)
    starts, batches, step = [(0, 160), (5, 80), (10, 8)], [], 0
    while starts or broker.messages:
        if starts and step == starts[0][0]:
            batches.append(start(broker, games=starts.pop(0)[1]))
        if step % 20 == 0:
            broker.sweeper.sweep(now=step * RESEND_AFTER_S)
        assert broker.surplus() <= 0, f"step {step}"
        assert step < 1_000, f"messages go in circles: {broker.taken[-4:]}"
        broker.work(most=1)
        step += 1
    assert [batch.urgency for batch in batches] == [2, 1, 0]
    assert {row.state for row in Batch.objects.all()} == {Batch.State.DONE}
    assert len(broker.played()) == Chunk.objects.count()


def test_failing_chunks_send_no_more_messages_than_chunks(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 4)
    monkeypatch.setattr(MatchupSpec, "play", lambda *_, **__: 1 / 0)
    start(broker, games=40)
    while broker.messages:
        assert broker.surplus() <= 0
        broker.work(most=1)
    assert not Chunk.objects.filter(state__in=Chunk.OPEN).exists()


def test_a_chunk_is_played_although_the_broker_does_not_answer(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> int:
        raise OperationalError("connection refused")

    batch = start(broker)
    monkeypatch.setattr(dispatch, "messages_waiting", refuse)
    assert tasks.play_chunk(batch.chunks.first().pk) == "played"


def test_messages_carry_their_urgency(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis has a list for each."""
    sent: list[int] = []
    monkeypatch.setattr(tasks.play_chunk, "apply_async", lambda args, priority: sent.append(priority))
    start(broker, games=2_000)
    assert set(sent) == {1}
    assert not broker.messages


def test_a_running_small_batch_holds_up_no_large_one(broker: Broker) -> None:
    """Its chunks are all being played; other workers go on with the large batch."""
    large = start(broker, games=2_000)
    small = start(broker, games=8)
    small.chunks.update(state=Chunk.State.RUNNING, claimed_by="another", lease_until=Now() + DURATION)
    assert tasks.play_chunk(large.chunks.first().pk) == "played"


def test_messages_follow_the_order_of_play(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 4)
    start(broker)
    assert list(broker.messages) == list(Chunk.objects.due().values_list("pk", flat=True))
    assert [Chunk.objects.get(pk=pk).matchup.number for pk in list(broker.messages)[:4]] == [0, 1, 0, 1]


def test_one_message_is_enough_for_a_batch(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finished task sends the next chunk."""
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 1)
    batch = start(broker)
    broker.messages = deque([broker.messages[-1]])
    broker.work()
    batch.refresh_from_db()
    assert batch.state == Batch.State.DONE
    assert len(broker.played()) == batch.chunks.count()


def test_nothing_starves_when_messages_are_lost(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """All messages are lost, even those that the sweeper sends first: it sees that the queue is too short."""
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 7)
    expected = digests(play_all(start(broker)))
    Batch.objects.all().delete()
    large, small = start(broker, games=600), start(broker)
    broker.messages.clear()
    assert broker.sweeper.sweep(now=0) > 0
    broker.messages.clear()
    now = SWEEP_INTERVAL_S[False]
    while Batch.objects.active().exists():
        assert broker.sweeper.sweep(now=now) > 0, "due chunks are sent again"
        broker.work()
        now += SWEEP_INTERVAL_S[False]
    assert digests(small) == expected
    assert {row.figures["games"] for row in large.matchups.all()} == {600}


def test_a_failed_chunk_is_sent_again(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError("too much")

    batch = start(broker)
    named = batch.chunks.first()
    broker.messages.clear()
    monkeypatch.setattr(MatchupSpec, "play", fail)
    assert tasks.play_chunk(named.pk) == "failed"
    assert broker.messages[0] == named.pk
    broker.work()
    batch.refresh_from_db()
    assert batch.state == Batch.State.FAILED


def test_without_a_broker_the_message_decides(settings: Any) -> None:
    """Its queue is sorted by urgency, and a pool process cannot send."""
    settings.EMBEDDED_QUEUE = True
    owner = get_user_model().objects.create_user("anna")
    large = start_batch(batch_params(games=2_000), user=owner)
    start_batch(batch_params(games=8))
    assert tasks.play_chunk(large.chunks.first().pk) == "played"
