"""Which chunks workers are sent: each message names one chunk, and small batches go first.

Redis and the embedded queue (worker/memory_transport.py) deliver the most urgent message first. RabbitMQ delivers
messages in the order in which they were sent, so one of a large batch may arrive while a small batch waits behind it.
It then gives way: the message is dropped. The next task that ends sends what the queue lacks, the dropped one included.

A task sends nothing that the queue has already: no more messages wait than chunks. Messages may be lost; the sweeper
sends due chunks again. Without a broker, only the sweeper can send.
"""

import structlog
from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from signum_site.core.broker import messages_waiting
from simulator.models.batches import Chunk, ChunkQuerySet

log = structlog.get_logger(__name__)

MAX_NOTIFICATIONS = 64
"""Tasks sent at once, and messages that tasks keep waiting; the sweeper sends the rest."""


def notify_workers(chunks: ChunkQuerySet) -> None:
    """Sends a task for each chunk once the transaction is committed, the most urgent first.

    The task is looked up by name, because its module imports this one.
    """
    rows = list(chunks.in_order().values_list("pk", "urgency")[:MAX_NOTIFICATIONS])

    def send() -> None:
        play = current_app.tasks[Chunk.WORK_TASK]
        for pk, urgency in rows:
            if urgency:
                play.apply_async((pk,), priority=urgency)
            else:
                play.delay(pk)

    transaction.on_commit(send)


def give_way(chunk_id: int) -> int | None:
    """The more urgent chunk for which this one is not played now, or None.

    The message of the more urgent one is behind this one in the queue. If it is lost, it is sent.
    """
    if settings.EMBEDDED_QUEUE:
        return None
    own = Chunk.objects.ready().filter(pk=chunk_id).values_list("urgency", flat=True).first()
    if not own:  # not due, or as urgent as can be
        return None
    urgent = Chunk.objects.ready().filter(urgency__lt=own)
    first = urgent.values_list("pk", flat=True).first()
    if first is not None:
        _send_missing(urgent)
    return first


def send_next() -> None:
    """After a message, sends the chunks that the queue lacks: workers need not wait for a sweep."""
    if not settings.EMBEDDED_QUEUE:
        _send_missing(Chunk.objects.ready())


def _send_missing(chunks: ChunkQuerySet) -> None:
    """Sends as many of these chunks as there are more of them than messages.

    The messages that wait are probably those of the first chunks.
    """
    try:
        waiting = messages_waiting(current_app, task=Chunk.WORK_TASK)
    except OperationalError as fault:
        log.warning("bell_unreachable", task=Chunk.WORK_TASK, reason=str(fault))
        return
    first = list(chunks.values_list("pk", flat=True)[:MAX_NOTIFICATIONS])
    if len(first) > waiting:
        notify_workers(Chunk.objects.filter(pk__in=first[waiting:]))
