"""The sweeper: queues rows that are due, and updates the worker's pulse.

A model whose rows are work names its task in `WORK_TASK`, and its `objects.due()` returns the rows to do now. The
sweeper finds such models by itself. A model may name two more fields:

- `WORK_URGENCY`: rows with a smaller value come first. There may be thousands of them.
- `WORK_ATTEMPTS`, the number of failures: a row that has failed since it was sent is sent again at once.

Of leased rows (core/leases.py) the sweeper takes back those whose lease has expired, and at once those of its own
worker's processes that are gone.
"""

import math
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

from signum_site.core.broker import messages_waiting
from signum_site.core.leases import Leased
from signum_site.health import services

from .bell import Bell, ring

log = structlog.get_logger(__name__)

TICK_S = 0.5
SWEEP_INTERVAL_S = {True: TICK_S, False: 15.0}  # without a broker / with one, where it only recovers lost rows
PULSE_INTERVAL_S = 5.0
RESEND_AFTER_S = 60.0
MAX_ROWS_PER_SWEEP = 200
EMBEDDED_ROWS_PER_PROCESS = 16  # rows that wait longer than RESEND_AFTER_S in the queue would be sent again and again


# A forked process inherits SQLite's state of the parent's files and locks, and then loses writes. Another thread may
# fork a pool process at any time, so the sweeper opens and closes its connection under this lock.
FORK_LOCK = threading.Lock()
os.register_at_fork(before=FORK_LOCK.acquire, after_in_parent=FORK_LOCK.release, after_in_child=FORK_LOCK.release)


def work_models() -> Iterator[type[Model]]:
    return (model for model in apps.get_models() if hasattr(model, "WORK_TASK"))


SentRow = tuple[str, Any, Any]
"""Model, key and number of failed attempts."""


class Sweeper(threading.Thread):
    """A thread beside the worker's main loop. A restart loses no state."""

    def __init__(
        self, *, app: Celery, worker: str, processes: int, children: Callable[[], Iterable[int]] = tuple
    ) -> None:
        super().__init__(name="sweeper", daemon=True)
        self.app = app
        self.worker = worker
        self.processes = processes
        self.is_embedded = settings.EMBEDDED_QUEUE
        self.interval_s = SWEEP_INTERVAL_S[self.is_embedded]
        few = min(MAX_ROWS_PER_SWEEP, EMBEDDED_ROWS_PER_PROCESS * processes)
        self.rows_per_sweep = few if self.is_embedded else MAX_ROWS_PER_SWEEP
        self.ended = threading.Event()
        self.children = children
        self.living: set[int] = set()
        self.gone: set[int] = set()
        self.next_sweep = self.next_pulse = 0.0
        self.sent: dict[SentRow, float] = {}

    def run(self) -> None:
        bell = _hang_bell() if self.is_embedded else None
        while not self.ended.is_set():
            self.tick(now=time.monotonic())
            if bell is None:
                self.ended.wait(TICK_S)
            elif bell.wait(TICK_S):
                self.next_sweep = 0.0
        if bell is not None:
            bell.close()
        with FORK_LOCK, suppress(Error):  # leases that cannot be released now will expire
            services.pulse_end(worker=self.worker)
            self.update_children()
            self.take_back()
            connections.close_all()

    def stop(self) -> None:
        self.ended.set()
        if self.is_embedded:
            ring()
        self.join(timeout=2)

    def tick(self, *, now: float) -> None:
        """Sweep when it is time, and at once when a pool process is gone."""
        self.update_children()
        if now < self.next_sweep and not self.gone:
            return
        self.next_sweep = now + self.interval_s
        with FORK_LOCK:
            try:
                self.pulse_and_sweep(now=now)
            except (Error, OperationalError) as fault:
                log.warning("sweep_failed", reason=str(fault).strip())
            connections.close_all()

    def update_children(self) -> None:
        self.living.update(self.children())
        self.gone.update(pid for pid in self.living if not process_exists(pid))
        self.living -= self.gone

    def pulse_and_sweep(self, *, now: float) -> int:
        """Update the pulse when it is time, then sweep. Return how many rows were sent."""
        if now >= self.next_pulse:
            services.pulse_beat(worker=self.worker, processes=self.processes)
            self.next_pulse = now + PULSE_INTERVAL_S
        return self.sweep(now=now)

    def sweep(self, *, now: float) -> int:
        """Send due rows that were not sent lately, and return their number.

        An error in one model does not affect the others.
        """
        self.sent = {key: at for key, at in self.sent.items() if now - at < RESEND_AFTER_S}
        self.take_back()
        count = 0
        for model in work_models():
            try:
                count += self.sweep_model(model, now=now)
            except OperationalError:
                raise  # no broker: the other models would fail, too
            except Exception as fault:
                log.warning("sweep_failed", model=model._meta.label, reason=str(fault).strip())
        return count

    def sweep_model(self, model: type[Model], *, now: float) -> int:
        label, urgency = model._meta.label, getattr(model, "WORK_URGENCY", None)
        fields = ("pk", urgency or "pk", getattr(model, "WORK_ATTEMPTS", "pk"))
        due = model.objects.due().values_list(*fields)[: self.rows_per_sweep]  # type: ignore[attr-defined]
        rows: dict[SentRow, int] = {(label, pk, attempts): priority for pk, priority, attempts in due}
        # A row that was taken up, and is due again later, is sent at once.
        self.sent = {row: at for row, at in self.sent.items() if row[0] != label or row in rows}
        unsent = [row for row in rows if row not in self.sent]
        if rows and urgency and not self.is_embedded:
            unsent = self.missing_rows(model, rows)
        for row in unsent:
            options = {"priority": rows[row]} if urgency else {}
            self.app.send_task(model.WORK_TASK, args=[row[1]], **options)  # type: ignore[attr-defined]
            self.sent[row] = now
        return len(unsent)

    def missing_rows(self, model: type[Model], rows: Iterable[SentRow]) -> list[SentRow]:
        """The rows to send so that the broker's queue has a message for each.

        Most of many rows have one already: if all were sent again, messages would pile up. Rows that were not sent
        lately come first.
        """
        by_time = sorted(rows, key=lambda row: self.sent.get(row, -math.inf))
        waiting = messages_waiting(self.app, task=model.WORK_TASK)  # type: ignore[attr-defined]
        return by_time[: max(0, len(by_time) - waiting)]

    def take_back(self) -> None:
        """Release rows whose process is lost, so that they are sent again at once."""
        gone, self.gone = self.gone, set()
        for model in work_models():
            try:
                lost = model.objects.take_back(gone=gone) if issubclass(model, Leased) else []  # type: ignore[attr-defined]
            except Exception as fault:
                log.warning("take_back_failed", model=model._meta.label, reason=str(fault).strip())
                self.gone |= gone  # try again at the next tick
            else:
                rows = {(model._meta.label, pk) for pk in lost}
                self.sent = {row: at for row, at in self.sent.items() if row[:2] not in rows}


def _hang_bell() -> Bell | None:
    """None if the folder takes no named pipe: then rows wait for the next tick."""
    try:
        return Bell()
    except OSError as fault:
        log.warning("no_bell", reason=str(fault))
        return None


def process_exists(pid: int) -> bool:
    """Whether this child process is alive."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
