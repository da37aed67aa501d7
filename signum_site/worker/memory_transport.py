"""An in-memory queue for a worker without a broker, driven by its event loop.

Kombu's own `memory://` is not asynchronous, so Celery falls back to a pool in which all processes read one pipe behind
one lock. A process that is killed while it holds the lock blocks the worker forever. With an event loop each pool
process has its own pipe, and a killed one is replaced.

Messages with a smaller priority number come first, so that small batches of games need not wait behind large ones.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from queue import Empty, PriorityQueue
from typing import Any, ClassVar

from kombu.transport import TRANSPORT_ALIASES, memory

POLL_INTERVAL_S = 0.1
"""Only to be safe: a message that arrives, and a process that becomes free, wake the event loop."""
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
        Transport.wake()

    def basic_ack(self, delivery_tag: Any, multiple: bool = False) -> None:
        """Acknowledge a message; the process that worked on it can have the next one."""
        super().basic_ack(delivery_tag, multiple)
        Transport.wake()

    def _put_fanout(self, exchange: str, message: dict[str, Any], routing_key: str | None = None, **_: Any) -> None:
        for queue in self._lookup(exchange, routing_key):
            self._put(queue, message)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        return self._queue_for(queue).get(block=False)[-1]


class Transport(memory.Transport):
    Channel = Channel
    implements = memory.Transport.implements.extend(asynchronous=True)

    schedule: ClassVar[Callable[[], object] | None] = None
    """Lets the event loop deliver at once, from any thread; None in a process that only sends."""

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        loop.call_repeatedly(POLL_INTERVAL_S, self.deliver_waiting)
        Transport.schedule = partial(loop.call_soon, self.deliver_waiting)

    @classmethod
    def wake(cls) -> None:
        if cls.schedule is not None:
            cls.schedule()

    def deliver_waiting(self) -> None:
        """Deliver messages until the queue is empty or the pool has enough."""
        with suppress(Empty):
            while self.cycle is not None:  # None once the connection is closed
                self.cycle.get(self._deliver)


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__name__}"
