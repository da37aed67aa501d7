"""Answers pings."""

from celery import Task, shared_task
from django.db.models.functions import Now

from .models import Ping


@shared_task(bind=True)
def answer_ping(self: Task, ping_id: int) -> None:
    # Conditional: a ping that was sent twice is answered once.
    Ping.objects.filter(pk=ping_id, answered_at=None).update(answered_at=Now(), answered_by=self.request.hostname or "")
