"""The broker's queues: how many messages wait in them."""

from celery import Celery
from kombu.exceptions import OperationalError


def messages_waiting(app: Celery, *, task: str) -> int:
    """How many messages wait in the queue of this task, apart from those that workers have taken.

    Raises OperationalError if the broker does not answer.
    """
    queue = app.amqp.router.route({}, task)["queue"].name
    with app.connection_for_write() as connection:
        try:
            with connection.channel() as channel:
                return int(channel.queue_declare(queue, passive=True).message_count)
        except connection.channel_errors:
            return 0  # no such queue: RabbitMQ has it from the first message on, Redis while it has messages
        except connection.connection_errors as fault:
            raise OperationalError(str(fault)) from fault
