"""The sweeper sends due rows, not too often, and survives errors."""

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
from signum_site.worker.sweeper import RESEND_AFTER_S, Sweeper, work_models
from simulator.models.ratings import RatingRun
from simulator.ratings.services import ratings_claim, ratings_want

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class FakeCelery:
    """A stand-in for the Celery app that records what was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[int]]] = []

    def send_task(self, name: str, args: list[int]) -> None:
        self.sent.append((name, args))


@pytest.fixture
def celery_app() -> FakeCelery:
    return FakeCelery()


@pytest.fixture
def sweeper(celery_app: FakeCelery) -> Sweeper:
    return Sweeper(app=celery_app, worker="celery@here", processes=2)


def test_a_due_row_is_sent_to_the_task_its_model_names(sweeper: Sweeper, celery_app: FakeCelery) -> None:
    ping = services.ping_ask()
    assert sweeper.sweep(now=0) == 1
    assert celery_app.sent == [(Ping.WORK_TASK, [ping.pk])]
    assert tasks.answer_ping.name == Ping.WORK_TASK


def test_a_row_is_resent_later_if_still_due(sweeper: Sweeper, celery_app: FakeCelery) -> None:
    ping = services.ping_ask()
    assert [sweeper.sweep(now=at) for at in (0, RESEND_AFTER_S - 1, RESEND_AFTER_S)] == [1, 0, 1]
    tasks.answer_ping(ping.pk)
    assert sweeper.sweep(now=10 * RESEND_AFTER_S) == 0


def test_an_error_in_one_model_does_not_affect_others(
    sweeper: Sweeper, celery_app: FakeCelery, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoTable:
        def due(self) -> None:
            raise ProgrammingError("no such table: nowhere")

    class Broken:
        WORK_TASK = "nobody.knows"
        objects = NoTable()
        _meta = SimpleNamespace(label="nowhere.Broken")

    ping = services.ping_ask()
    monkeypatch.setattr("signum_site.worker.sweeper.work_models", lambda: iter([Broken, Ping]))
    assert sweeper.sweep(now=0) == 1
    assert celery_app.sent == [(Ping.WORK_TASK, [ping.pk])]


def test_the_first_sweep_updates_the_pulse(sweeper: Sweeper) -> None:
    sweeper.pulse_and_sweep(now=1)
    assert Pulse.objects.get().worker == "celery@here"


def test_work_of_a_killed_process_is_resent_at_the_next_tick(
    celery_app: FakeCelery, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED_QUEUE = False
    monkeypatch.setattr(connections, "close_all", lambda: None)  # it would close the test's own connection
    ratings_want(system="signum", policy="greedy")
    run = RatingRun.objects.get()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    sweeper = Sweeper(app=celery_app, worker="celery@here", processes=1, children=lambda: [child.pid])
    with child:
        monkeypatch.setattr(os, "getpid", lambda: child.pid)
        sweeper.tick(now=0)
        assert ratings_claim(run.pk) is not None
        sweeper.tick(now=1)
        assert not RatingRun.objects.due().exists(), "its process lives"
        child.kill()
    sweeper.tick(now=2)
    assert RatingRun.objects.due().exists()
    assert celery_app.sent == [(RatingRun.WORK_TASK, [run.pk])] * 2


def test_failed_releases_are_retried(celery_app: FakeCelery, sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    class Away(Leased):
        WORK_TASK = "nobody.knows"
        objects = SimpleNamespace(take_back=lambda gone: calls.append(set(gone)) or 1 / 0)

        class Meta:
            abstract = True

    calls: list[set[int]] = []
    monkeypatch.setattr("signum_site.worker.sweeper.work_models", lambda: iter([Away]))
    sweeper.gone = {7}
    sweeper.take_back()
    sweeper.take_back()
    assert calls == [{7}, {7}]


def test_without_a_broker_queueing_sends_nothing(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMBEDDED_QUEUE = True

    def ring(*args: object, **options: object) -> None:
        raise AssertionError("a message was sent to a broker that is not there")

    monkeypatch.setattr(celery.app.amqp, "send_task_message", ring)
    assert tasks.answer_ping.delay(1).id


def test_every_model_with_work_names_a_task_that_exists() -> None:
    celery.app.loader.import_default_modules()
    for model in work_models():
        assert model.WORK_TASK in celery.app.tasks
        assert list(model.objects.due()) == []
