"""An in-memory queue for a worker without a broker, driven by its event loop.

Kombu's own `memory://` is not asynchronous, so Celery falls back to a pool in which all processes read one pipe behind
one lock. A process that is killed while it holds the lock blocks the worker forever. With an event loop each pool
process has its own pipe, and a killed one is replaced.

Messages with a smaller priority number come first, so that small batches of games need not wait behind large ones.
"""

from contextlib import suppress
from itertools import count
from queue import Empty, PriorityQueue
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory

POLL_INTERVAL_S = 0.02
"""Chunks of a test take a quarter of a second, so a tenth between two of them would be much."""
SCHEME = "embedded"


class Channel(memory.Channel):
    """Queues sorted by priority, and by age among equals."""

    numbers = count()

    def _new_queue(self, queue: str, **_: Any) -> None:
        self._queue_for(queue)

    def _queue_for(self, queue: str) -> "PriorityQueue[tuple[int, int, dict[str, Any]]]":
        return self.queues.setdefault(queue, PriorityQueue())  # type: ignore[no-any-return]

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        self._queue_for(queue).put((self._get_message_priority(message), next(self.numbers), message))

    def _put_fanout(self, exchange: str, message: dict[str, Any], routing_key: str | None = None, **_: Any) -> None:
        for queue in self._lookup(exchange, routing_key):
            self._put(queue, message)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        return self._queue_for(queue).get(block=False)[-1]


class Transport(memory.Transport):
    Channel = Channel
    implements = memory.Transport.implements.extend(asynchronous=True)

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        loop.call_repeatedly(POLL_INTERVAL_S, self.deliver_waiting)

    def deliver_waiting(self) -> None:
        """Deliver messages until the queue is empty or the pool has enough."""
        with suppress(Empty):
            while True:
                self.cycle.get(self._deliver)  # type: ignore[union-attr]


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__name__}"
