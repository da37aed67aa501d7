"""The sweeper: due rows are sent, not too often, and errors do not stop it."""

import os
import subprocess
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import ProgrammingError, connections
from kombu import Connection, Queue

from signum_site import celery
from signum_site.accounts.models import User
from signum_site.core.leases import Leased
from signum_site.health import services, tasks
from signum_site.health.models import Ping, Pulse
from signum_site.worker import memory_transport, sweeper
from signum_site.worker.sweeper import EMBEDDED_ROWS_PER_PROCESS, RESEND_AFTER_S, TICK_S, Sweeper
from simulator import games
from simulator.batches.chunks import MAX_ATTEMPTS
from simulator.batches.runner import MatchupSpec
from simulator.models.ratings import RatingRun
from simulator.ratings.services import ratings_claim, ratings_request
from simulator.tasks import play_chunk
from tests.simulator.batches.playing import batch_params, start_batch
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class FakeApp:
    """A fake Celery app that records sent tasks."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[int]]] = []

    def send_task(self, name: str, args: list[int]) -> None:
        self.sent.append((name, args))


@pytest.fixture
def app() -> FakeApp:
    return FakeApp()


@pytest.fixture
def app_sweeper(app: FakeApp) -> Sweeper:
    return Sweeper(app=app, worker="celery@here", processes=2)


def test_due_row_is_sent_to_the_task_of_its_model(app_sweeper: Sweeper, app: FakeApp) -> None:
    ping = services.ping_ask()
    assert app_sweeper.sweep(now=0) == 1
    assert app.sent == [(Ping.WORK_TASK, [ping.pk])]
    assert tasks.answer_ping.name == Ping.WORK_TASK


def test_row_is_sent_again_later_if_still_due(app_sweeper: Sweeper, app: FakeApp) -> None:
    ping = services.ping_ask()
    assert [app_sweeper.sweep(now=at) for at in (0, RESEND_AFTER_S - 1, RESEND_AFTER_S)] == [1, 0, 1]
    tasks.answer_ping(ping.pk)
    assert app_sweeper.sweep(now=10 * RESEND_AFTER_S) == 0


def test_error_of_one_model_does_not_affect_others(
    app_sweeper: Sweeper, app: FakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoTable:
        def due(self) -> None:
            raise ProgrammingError("no such table: nowhere")

    class Broken:
        WORK_TASK = "nobody.knows"
        objects = NoTable()
        _meta = SimpleNamespace(label="nowhere.Broken")

    ping = services.ping_ask()
    monkeypatch.setattr(sweeper, "work_models", lambda: iter([Broken, Ping]))
    assert app_sweeper.sweep(now=0) == 1
    assert app.sent == [(Ping.WORK_TASK, [ping.pk])]


def test_first_look_writes_the_pulse(app_sweeper: Sweeper) -> None:
    app_sweeper.pulse_and_sweep(now=1)
    assert Pulse.objects.get().worker == "celery@here"


def test_row_of_a_killed_process_is_sent_again(app: FakeApp, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMBEDDED_QUEUE = False
    monkeypatch.setattr(connections, "close_all", lambda: None)  # would close the test's own, too
    ratings_request(system="signum", policy="greedy")
    run = RatingRun.objects.get()
    child = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    app_sweeper = Sweeper(app=app, worker="celery@here", processes=1, children=lambda: [child.pid])
    with child:
        monkeypatch.setattr(os, "getpid", lambda: child.pid)
        app_sweeper.tick(now=0)
        assert ratings_claim(run.pk) is not None
        app_sweeper.tick(now=1)
        assert not RatingRun.objects.due().exists(), "its process lives"
        child.kill()
    app_sweeper.tick(now=2)
    assert RatingRun.objects.due().exists()
    assert app.sent == [(RatingRun.WORK_TASK, [run.pk])] * 2


def test_failed_reclaim_is_retried(app: FakeApp, app_sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    class FailingModel(Leased):
        WORK_TASK = "nobody.knows"
        objects = SimpleNamespace(take_back=lambda gone: attempts.append(set(gone)) or 1 / 0)

        class Meta:
            abstract = True

    attempts: list[set[int]] = []
    monkeypatch.setattr(sweeper, "work_models", lambda: iter([FailingModel]))
    app_sweeper.gone = {7}
    app_sweeper.take_back()
    app_sweeper.take_back()
    assert attempts == [{7}, {7}]


def test_no_message_is_sent_without_a_broker(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMBEDDED_QUEUE = True

    def fail(*args: object, **options: object) -> None:
        raise AssertionError("a message was sent to a broker that is not there")

    monkeypatch.setattr(celery.app.amqp, "send_task_message", fail)
    assert tasks.answer_ping.delay(1).id


def test_tasks_of_all_work_models_exist() -> None:
    celery.app.loader.import_default_modules()
    for model in sweeper.work_models():
        assert model.WORK_TASK in celery.app.tasks
        assert list(model.objects.due()) == []


def test_row_that_was_taken_up_and_is_due_again_is_sent_at_once(app_sweeper: Sweeper, app: FakeApp) -> None:
    ratings_request(system="signum", policy="greedy")
    assert app_sweeper.sweep(now=0) == 1
    run = ratings_claim(RatingRun.objects.get().pk)
    assert run is not None
    assert app_sweeper.sweep(now=1) == 0
    RatingRun.objects.update(lease_until=None, claimed_by="")
    assert app_sweeper.sweep(now=2) == 1


def test_embedded_queue_delivers_the_most_urgent_message_first() -> None:
    with Connection(f"{memory_transport.SCHEME}://") as connection:
        queue = Queue("sorted by urgency", channel=connection.channel())
        queue.declare()
        for number, priority in enumerate([2, 0, None, 1, 0, 2]):
            connection.Producer().publish(number, routing_key=queue.name, priority=priority)
        assert [queue.get().payload for _ in range(6)] == [1, 2, 4, 3, 0, 5]


def test_message_and_free_process_wake_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    soon: list[Any] = []
    loop = SimpleNamespace(call_repeatedly=lambda *_: None, call_soon=soon.append)
    monkeypatch.setattr(memory_transport.Transport, "schedule", None)
    with Connection(f"{memory_transport.SCHEME}://") as connection:
        queue = Queue("wakes", channel=connection.channel())
        queue.declare()
        connection.Producer().publish(1, routing_key=queue.name)
        assert soon == [], "a process that only sends has no event loop"
        connection.transport.register_with_event_loop(connection, loop)
        connection.Producer().publish(2, routing_key=queue.name)
        assert soon == [connection.transport.deliver_waiting]
        queue.get().ack()
        assert len(soon) == 2


def test_sweeper_tells_the_urgency_of_chunks(app_sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(app_sweeper.app, "send_task", lambda name, **options: sent.append(options))
    monkeypatch.setattr(sweeper, "messages_waiting", lambda app, task: 0)
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": SYSTEM})
    user = User.objects.create_user("anna")
    start_batch(batch_params(games=2_000), user=user)
    start_batch(batch_params(games=8))
    app_sweeper.sweep(now=0)
    assert [options["priority"] for options in sent] == [0, 0, 1, 1]


@pytest.mark.parametrize(("is_embedded", "rows"), [(True, 2 * EMBEDDED_ROWS_PER_PROCESS), (False, 50)])
def test_embedded_queue_gets_only_what_is_soon_done(app: FakeApp, settings: Any, is_embedded: bool, rows: int) -> None:
    settings.EMBEDDED_QUEUE = is_embedded
    for _ in range(50):
        services.ping_ask()
    assert Sweeper(app=app, worker="celery@here", processes=2).sweep(now=0) == rows


def test_without_a_broker_a_chunk_that_fails_at_once_is_sent_at_the_next_sweep(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was never seen running: the sweeper knows by its attempts that it was taken up."""

    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError("too much")

    settings.EMBEDDED_QUEUE = True
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": SYSTEM})
    monkeypatch.setattr(MatchupSpec, "play", fail)
    sent: list[int] = []
    app = SimpleNamespace(send_task=lambda name, args, **_: sent.extend(args))
    embedded = Sweeper(app=app, worker="celery@here", processes=2)
    failing, waiting = start_batch().chunks.in_order().values_list("pk", flat=True)
    embedded.sweep(now=0)
    assert sent == [failing, waiting]
    for attempt in range(1, MAX_ATTEMPTS + 1):
        assert play_chunk(failing) == "failed"
        embedded.sweep(now=attempt * TICK_S)
    assert sent == [failing, waiting] + [failing] * (MAX_ATTEMPTS - 1), "the other one is still in the queue"


@pytest.mark.parametrize(("waiting", "sent"), [(0, 2), (1, 1), (2, 0), (300, 0)])
def test_chunks_are_sent_only_if_the_queue_of_the_broker_is_too_short(
    settings: Any, monkeypatch: pytest.MonkeyPatch, waiting: int, sent: int
) -> None:
    settings.EMBEDDED_QUEUE = False
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": SYSTEM})
    monkeypatch.setattr(sweeper, "messages_waiting", lambda app, task: waiting)
    app = SimpleNamespace(send_task=lambda *_, **__: None)
    start_batch()
    assert Sweeper(app=app, worker="celery@here", processes=2).sweep(now=0) == sent
