"""Reads: the state of database, broker, worker and storage."""

import structlog
from django.conf import settings
from django.db import Error, connection
from kombu.exceptions import OperationalError

from signum_site.celery import app
from signum_site.config.var_dir import folder_problem

from .models import Pulse

log = structlog.get_logger(__name__)

OK, EMBEDDED, NOT_USED = "ok", "embedded", "not used"
UNREACHABLE, NOT_WRITABLE, SILENT, UNKNOWN = "unreachable", "not writable", "silent", "unknown"
BROKER_TIMEOUT_S = 2.0


def site_state() -> dict[str, str]:
    """The state of each part, and of the whole.

    `status` is 'down' if nothing can be served, and 'degraded' if only tasks have to wait.
    """
    database, worker = database_state()
    parts = {"database": database, "broker": broker_state(), "worker": worker, "storage": storage_state()}
    down = {UNREACHABLE, NOT_WRITABLE} & set(parts.values())
    status = "down" if down else "ok" if worker == OK else "degraded"
    return {"status": status, **parts}


def database_state() -> tuple[str, str]:
    """The states of the database and of the worker, whose pulse is in it."""
    try:
        connection.ensure_connection()
        return OK, OK if Pulse.objects.alive().exists() else SILENT
    except Error as fault:
        log.warning("database_unreachable", reason=str(fault).strip())
        return UNREACHABLE, UNKNOWN


def broker_state() -> str:
    if settings.EMBEDDED_QUEUE:
        return EMBEDDED
    try:
        with app.connection_for_write(connect_timeout=BROKER_TIMEOUT_S) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=BROKER_TIMEOUT_S)
            return OK
    except (OperationalError, OSError) as fault:
        log.warning("broker_unreachable", reason=str(fault))
        return UNREACHABLE


def storage_state() -> str:
    if connection.vendor != "sqlite":
        return NOT_USED
    problem = folder_problem(settings.VAR_DIR)
    if problem:
        log.warning("storage_problem", reason=problem)
        return NOT_WRITABLE
    return OK
