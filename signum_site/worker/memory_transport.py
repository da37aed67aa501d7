"""An in-memory queue for a worker without a broker, driven by its event loop.

Kombu's own `memory://` is not asynchronous, so Celery falls back to a pool in which all processes read one pipe behind
one lock. A process that is killed while it holds the lock blocks the worker forever. With an event loop each pool
process has its own pipe, and a killed one is replaced.
"""

from contextlib import suppress
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory

POLL_INTERVAL_S = 0.1
SCHEME = "embedded"


class Transport(memory.Transport):
    implements = memory.Transport.implements.extend(asynchronous=True)

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        loop.call_repeatedly(POLL_INTERVAL_S, self.deliver_waiting)

    def deliver_waiting(self) -> None:
        """Deliver messages until the queue is empty or the pool has enough."""
        with suppress(Empty):
            while True:
                self.cycle.get(self._deliver)  # type: ignore[union-attr]


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__name__}"
