"""The worker's sweeper: sends the rows that are due to the worker's queue, and keeps the worker's pulse.

A model whose rows are work names its task in `WORK_TASK` and answers `objects.due()` with the
rows to be done now. Nothing else is needed: the sweeper finds such models by itself. Where rows are leased
(core/leases.py), the sweeper takes back what was lost: leases that have run out, and at once those of its own
worker's processes that are gone.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import structlog
from celery import Celery
from django.apps import apps
from django.conf import settings
from django.db import Error, connections
from django.db.models import Model
from kombu.exceptions import OperationalError

from signum_site.core.leases import Leased
from signum_site.health import services

log = structlog.get_logger(__name__)

TICK_S = 0.5
LOOK_EVERY_S = {True: TICK_S, False: 15.0}  # without a broker / with one, where a look only mends what was lost
PULSE_EVERY_S = 5.0
SEND_AGAIN_AFTER_S = 60.0
MOST_PER_LOOK = 200


# A forked process inherits what SQLite knows of its parent's open files and locks, and then loses writes. Another
# thread forks pool processes at any moment, so the sweeper opens and closes its connection under this lock.
NO_FORK = threading.Lock()
os.register_at_fork(before=NO_FORK.acquire, after_in_parent=NO_FORK.release, after_in_child=NO_FORK.release)


def work_models() -> Iterator[type[Model]]:
    return (model for model in apps.get_models() if hasattr(model, "WORK_TASK"))


class Sweeper(threading.Thread):
    """One thread beside the worker's main loop. It keeps no state that a restart would miss."""

    def __init__(
        self, *, app: Celery, worker: str, processes: int, children: Callable[[], Iterable[int]] = tuple
    ) -> None:
        super().__init__(name="sweeper", daemon=True)
        self.app = app
        self.worker = worker
        self.processes = processes
        self.every_s = LOOK_EVERY_S[settings.EMBEDDED_QUEUE]
        self.ended = threading.Event()
        self.children = children
        self.living: set[int] = set()
        self.gone: set[int] = set()
        self.next_look = self.next_pulse = 0.0
        self.sent: dict[tuple[str, Any], float] = {}

    def run(self) -> None:
        while not self.ended.is_set():
            self.tick(now=time.monotonic())
            self.ended.wait(TICK_S)
        with NO_FORK, suppress(Error):  # what cannot be given back now runs out by itself
            services.pulse_end(worker=self.worker)
            self.count_children()
            self.take_back()
            connections.close_all()

    def stop(self) -> None:
        self.ended.set()
        self.join(timeout=2)

    def tick(self, *, now: float) -> None:
        """Look when it is time, and at once when a pool process is gone."""
        self.count_children()
        if now < self.next_look and not self.gone:
            return
        self.next_look = now + self.every_s
        with NO_FORK:
            try:
                self.look(now=now)
            except (Error, OperationalError) as fault:
                log.warning("sweep_failed", reason=str(fault).strip())
            connections.close_all()

    def count_children(self) -> None:
        self.living.update(self.children())
        self.gone.update(pid for pid in self.living if not is_there(pid))
        self.living -= self.gone

    def look(self, *, now: float) -> int:
        """Beat when it is time, then send what is due; how many rows were sent."""
        if now >= self.next_pulse:
            services.pulse_beat(worker=self.worker, processes=self.processes)
            self.next_pulse = now + PULSE_EVERY_S
        return self.sweep(now=now)

    def sweep(self, *, now: float) -> int:
        """Send every due row that was not sent lately; how many were sent. What ails one model stops no other."""
        self.sent = {key: at for key, at in self.sent.items() if now - at < SEND_AGAIN_AFTER_S}
        self.take_back()
        count = 0
        for model in work_models():
            try:
                count += self.sweep_one(model, now=now)
            except OperationalError:
                raise  # no broker: the others would wait for it in vain, too
            except Exception as fault:
                log.warning("sweep_failed", model=model._meta.label, reason=str(fault).strip())
        return count

    def sweep_one(self, model: type[Model], *, now: float) -> int:
        count = 0
        for pk in model.objects.due().values_list("pk", flat=True)[:MOST_PER_LOOK]:  # type: ignore[attr-defined]
            key = (model._meta.label, pk)
            if key not in self.sent:
                self.app.send_task(model.WORK_TASK, args=[pk])  # type: ignore[attr-defined]
                self.sent[key] = now
                count += 1
        return count

    def take_back(self) -> None:
        """Rows whose process is lost are due again, and sent at once."""
        gone, self.gone = self.gone, set()
        for model in work_models():
            try:
                lost = model.objects.take_back(gone=gone) if issubclass(model, Leased) else []  # type: ignore[attr-defined]
            except Exception as fault:
                log.warning("take_back_failed", model=model._meta.label, reason=str(fault).strip())
                self.gone |= gone  # to be tried again at the next tick
            else:
                for pk in lost:
                    self.sent.pop((model._meta.label, pk), None)


def is_there(pid: int) -> bool:
    """Whether this child of ours lives."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
