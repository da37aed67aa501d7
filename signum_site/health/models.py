"""The worker's pulse, and the ping that tests a task round trip.

All times are those of the database.
"""

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

PULSE_TIMEOUT = timedelta(seconds=30)
PING_TIMEOUT = timedelta(minutes=10)


class PulseQuerySet(models.QuerySet["Pulse"]):
    def alive(self) -> "PulseQuerySet":
        return self.filter(seen_at__gte=Now() - PULSE_TIMEOUT)


class Pulse(models.Model):
    """A live worker: its row is updated every few seconds."""

    worker = models.CharField(max_length=200, unique=True)
    processes = models.PositiveSmallIntegerField()
    seen_at = models.DateTimeField()

    objects = PulseQuerySet.as_manager()

    def __str__(self) -> str:
        return self.worker


class PingQuerySet(models.QuerySet["Ping"]):
    def due(self) -> "PingQuerySet":
        """Pings that are unanswered and not too old."""
        return self.filter(answered_at=None, asked_at__gte=Now() - PING_TIMEOUT)


class Ping(models.Model):
    """The smallest task: created by a web process or command, answered by a worker."""

    WORK_TASK: ClassVar[str] = "signum_site.health.tasks.answer_ping"

    asked_at = models.DateTimeField(db_default=Now(), db_index=True)
    answered_at = models.DateTimeField(null=True, editable=False)
    answered_by = models.CharField(max_length=200, blank=True, editable=False)

    objects = PingQuerySet.as_manager()

    def __str__(self) -> str:
        return f"ping {self.pk}"

    @property
    def took_ms(self) -> int | None:
        if self.answered_at is None:
            return None
        return round((self.answered_at - self.asked_at).total_seconds() * 1000)
