"""Messages that wait in a broker's queue are counted."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from celery import Celery
from django.conf import settings
from kombu.exceptions import OperationalError

from signum_site.core.broker import messages_waiting
from tests.signum_site.worker.running import free_port

pytestmark = pytest.mark.both_databases  # there, the broker is Redis


@pytest.fixture
def app() -> Iterator[Celery]:
    app = Celery("counted", broker=settings.CELERY_BROKER_URL, set_as_current=False)
    app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    app.conf.task_default_queue = f"counted-{uuid4()}"
    yield app
    with app.connection_for_write() as connection:
        connection.default_channel.queue_delete(app.conf.task_default_queue)


def test_messages_of_every_priority_are_counted(app: Celery) -> None:
    assert messages_waiting(app, task="any") == 0, "there is no such queue yet"
    for priority in (0, 1, 2, 2):
        app.send_task("any", priority=priority)
    assert messages_waiting(app, task="any") == 4


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_broker_that_does_not_answer_is_reported(scheme: str) -> None:
    app = Celery("alone", broker=f"{scheme}://127.0.0.1:{free_port()}/", set_as_current=False)
    with pytest.raises(OperationalError):
        messages_waiting(app, task="any")
