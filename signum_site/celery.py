"""The Celery app: how tasks are queued, with or without a broker server.

The database rows are the list of work; the broker is only the bell (docs/decisions/0003).
Which rows are due, and sending them, is worker/sweeper.py.
"""

import os
import signal
from typing import Any

import structlog
from celery import Celery, Task, signals
from celery.result import AsyncResult
from celery.utils import uuid
from django.conf import settings
from kombu.exceptions import OperationalError

from .worker.processes import session_steps_back, step_back, stop_with_parent

log = structlog.get_logger(__name__)


class Ring(Task):
    """A task that wakes a worker. If there is no bell, or it is broken, the worker finds the row by itself."""

    abstract = True

    def apply_async(self, *args: Any, **options: Any) -> AsyncResult:
        unheard = AsyncResult(options.get("task_id") or uuid())
        if settings.EMBEDDED_QUEUE and not self.app.conf.task_always_eager:
            return unheard
        try:
            return super().apply_async(*args, **options)
        except OperationalError as fault:
            # The row is saved; whoever saved it has nothing to mend, and the sweeper looks again.
            log.warning("bell_unreachable", task=self.name, reason=str(fault))
            return unheard


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "signum_site.settings")
app = Celery("signum", task_cls=Ring)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_our_logging(**_: object) -> None:
    """Connected so that Celery leaves the logging of settings.py as it is."""


@signals.worker_init.connect
def let_the_web_server_go_first(**_: object) -> None:
    session_steps_back(settings.ENV["WORKER_NICE"])


@signals.worker_process_init.connect
def die_with_the_worker(**_: object) -> None:
    """A pool process whose worker was killed must not live on with half a task."""
    stop_with_parent(signal.SIGKILL)
    step_back(settings.ENV["WORKER_NICE"])


@signals.worker_ready.connect
def start_sweeping(sender: Any, **_: object) -> None:
    # Imported here: the sweeper needs models, and every web process loads this module before them.
    from .core.leases import WORKER  # noqa: PLC0415
    from .worker.sweeper import Sweeper  # noqa: PLC0415

    worker = sender.controller
    worker.sweeper = Sweeper(
        app=app,
        worker=f"{sender.hostname} {WORKER[:8]}",  # host names repeat among containers
        processes=worker.concurrency,
        children=worker.pool.pids,
    )
    worker.sweeper.start()


@signals.worker_shutdown.connect
def stop_sweeping(sender: Any, **_: object) -> None:
    sender.sweeper.stop()
