"""The sweeper: due rows are sent, not too often, and a fault does not end it."""

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import ProgrammingError, connections

from signum_site import celery
from signum_site.core.leases import Leased
from signum_site.health import services, tasks
from signum_site.health.models import Ping, Pulse
from signum_site.worker import sweeper
from signum_site.worker.sweeper import RESEND_AFTER_S, Sweeper
from simulator.models.ratings import RatingRun
from simulator.ratings.services import ratings_claim, ratings_want

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class Bell:
    """Stands in for the Celery app: remembers what was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[int]]] = []

    def send_task(self, name: str, args: list[int]) -> None:
        self.sent.append((name, args))


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def sweeping(bell: Bell) -> Sweeper:
    return Sweeper(app=bell, worker="celery@here", processes=2)


def test_a_due_row_is_sent_to_the_task_its_model_names(sweeping: Sweeper, bell: Bell) -> None:
    ping = services.ping_ask()
    assert sweeping.sweep(now=0) == 1
    assert bell.sent == [(Ping.WORK_TASK, [ping.pk])]
    assert tasks.answer_ping.name == Ping.WORK_TASK


def test_a_row_is_sent_again_only_after_a_while_and_only_if_still_due(sweeping: Sweeper, bell: Bell) -> None:
    ping = services.ping_ask()
    assert [sweeping.sweep(now=at) for at in (0, RESEND_AFTER_S - 1, RESEND_AFTER_S)] == [1, 0, 1]
    tasks.answer_ping(ping.pk)
    assert sweeping.sweep(now=10 * RESEND_AFTER_S) == 0


def test_what_ails_one_model_stops_no_other(sweeping: Sweeper, bell: Bell, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoTable:
        def due(self) -> None:
            raise ProgrammingError("no such table: nowhere")

    class Broken:
        WORK_TASK = "nobody.knows"
        objects = NoTable()
        _meta = SimpleNamespace(label="nowhere.Broken")

    ping = services.ping_ask()
    monkeypatch.setattr(sweeper, "work_models", lambda: iter([Broken, Ping]))
    assert sweeping.sweep(now=0) == 1
    assert bell.sent == [(Ping.WORK_TASK, [ping.pk])]


def test_the_pulse_beats_at_the_first_look(sweeping: Sweeper) -> None:
    sweeping.pulse_and_sweep(now=1)
    assert Pulse.objects.get().worker == "celery@here"


def test_what_a_killed_process_worked_on_is_sent_again_at_the_next_tick(
    bell: Bell, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED_QUEUE = False
    monkeypatch.setattr(connections, "close_all", lambda: None)  # the test's own would be among them
    ratings_want(system="signum", policy="greedy")
    run = RatingRun.objects.get()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    sweeping = Sweeper(app=bell, worker="celery@here", processes=1, children=lambda: [child.pid])
    with child:
        monkeypatch.setattr(os, "getpid", lambda: child.pid)
        sweeping.tick(now=0)
        assert ratings_claim(run.pk) is not None
        sweeping.tick(now=1)
        assert not RatingRun.objects.due().exists(), "its process lives"
        child.kill()
    sweeping.tick(now=2)
    assert RatingRun.objects.due().exists()
    assert bell.sent == [(RatingRun.WORK_TASK, [run.pk])] * 2


def test_what_could_not_be_taken_back_is_tried_again(
    bell: Bell, sweeping: Sweeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Away(Leased):
        WORK_TASK = "nobody.knows"
        objects = SimpleNamespace(take_back=lambda gone: asked.append(set(gone)) or 1 / 0)

        class Meta:
            abstract = True

    asked: list[set[int]] = []
    monkeypatch.setattr(sweeper, "work_models", lambda: iter([Away]))
    sweeping.gone = {7}
    sweeping.take_back()
    sweeping.take_back()
    assert asked == [{7}, {7}]


def test_without_a_broker_queueing_rings_no_bell(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMBEDDED_QUEUE = True

    def ring(*args: object, **options: object) -> None:
        raise AssertionError("a message was sent to a broker that is not there")

    monkeypatch.setattr(celery.app.amqp, "send_task_message", ring)
    assert tasks.answer_ping.delay(1).id


def test_every_model_with_work_names_a_task_that_exists() -> None:
    celery.app.loader.import_default_modules()
    for model in sweeper.work_models():
        assert model.WORK_TASK in celery.app.tasks
        assert list(model.objects.due()) == []
