"""Writes: a worker's pulse, and pings."""

from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from . import tasks
from .models import Ping, Pulse

RETENTION = timedelta(days=1)


def pulse_beat(*, worker: str, processes: int) -> None:
    Pulse.objects.update_or_create(worker=worker, defaults={"processes": processes, "seen_at": Now()})
    Pulse.objects.filter(seen_at__lt=Now() - RETENTION).delete()


def pulse_end(*, worker: str) -> None:
    Pulse.objects.filter(worker=worker).delete()


@transaction.atomic
def ping_ask() -> Ping:
    Ping.objects.filter(asked_at__lt=Now() - RETENTION).delete()
    ping = Ping.objects.create()
    transaction.on_commit(lambda: tasks.answer_ping.delay(ping.pk))
    return ping
