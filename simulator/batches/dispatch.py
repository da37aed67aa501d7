"""Which chunks workers are sent: each message names one chunk, and small batches go first.

Redis and the embedded queue (worker/memory_transport.py) deliver the most urgent message first. RabbitMQ delivers
messages in the order in which they were sent, so one of a large batch may arrive while a small batch waits behind it.
It then gives way: its chunk is sent again, to the end of the queue. Messages may be lost; the sweeper sends due chunks
again. Without a broker, only the sweeper can send.
"""

from celery import current_app
from django.conf import settings
from django.db import transaction

from simulator.models.batches import Chunk, ChunkQuerySet

MAX_NOTIFICATIONS = 64
"""Tasks sent at once; the sweeper sends the rest."""
SPREAD = 16
"""How many chunks share the messages that finished tasks hand on, so that two tasks rarely send the same one."""


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
    """Sends a more urgent chunk and then this one again, and returns the more urgent one.

    Returns None, and sends nothing, if the chunk is to be played now or is no longer due.
    """
    if settings.EMBEDDED_QUEUE:
        return None
    own = Chunk.objects.ready().filter(pk=chunk_id).values_list("urgency", flat=True).first()
    if not own:  # not due, or as urgent as can be
        return None
    urgent = _pick(Chunk.objects.ready().filter(urgency__lt=own), by=chunk_id)
    if urgent is not None:
        notify_workers(Chunk.objects.filter(pk__in=(urgent, chunk_id)))
    return urgent


def send_next(chunk_id: int) -> None:
    """After a chunk, sends one of the most urgent that are ready: workers need not wait for a sweep."""
    following = _pick(Chunk.objects.ready(), by=chunk_id)
    if following is not None:
        notify_workers(Chunk.objects.filter(pk=following))


def _pick(chunks: ChunkQuerySet, *, by: int) -> int | None:
    """One of the first chunks; which one depends on the chunk that a task has named."""
    pks = list(chunks.values_list("pk", flat=True)[:SPREAD])
    return pks[by % len(pks)] if pks else None
