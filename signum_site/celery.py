"""The Celery app: how tasks are queued, with or without a broker server.

Database rows are the work queue; the broker only wakes workers (docs/decisions/0003). worker/sweeper.py finds the rows
that are due and sends them.
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

from .worker.bell import ring
from .worker.processes import lower_priority, lower_session_priority, stop_with_parent

log = structlog.get_logger(__name__)


class WakeUpTask(Task):
    """A task that wakes a worker.

    Without a broker the sweeper is woken (worker/bell.py); without a reachable one it finds the row by itself.
    """

    abstract = True

    def apply_async(self, *args: Any, **options: Any) -> AsyncResult:
        unsent = AsyncResult(options.get("task_id") or uuid())
        if settings.EMBEDDED_QUEUE and not self.app.conf.task_always_eager:
            ring()
            return unsent
        try:
            return super().apply_async(*args, **options)
        except OperationalError as fault:
            # The row is saved and the sweeper will find it, so the caller need not know.
            log.warning("bell_unreachable", task=self.name, reason=str(fault))
            return unsent


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "signum_site.settings")
app = Celery("signum", task_cls=WakeUpTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_site_logging(**_: object) -> None:
    """Connected so that Celery does not replace the logging of settings.py."""


@signals.worker_init.connect
def lower_worker_priority(**_: object) -> None:
    lower_session_priority(settings.ENV["WORKER_NICE"])


@signals.worker_process_init.connect
def prepare_pool_process(**_: object) -> None:
    """End a pool process when its worker is killed, so no half task is left."""
    stop_with_parent(signal.SIGKILL)
    lower_priority(settings.ENV["WORKER_NICE"])


@signals.worker_ready.connect
def start_sweeping(sender: Any, **_: object) -> None:
    # Imported here: the sweeper needs models, and web processes load this module before them.
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
