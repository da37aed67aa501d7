"""The queue of a worker that has no broker server: kombu's in-memory one, driven by the worker's event loop.

Kombu's own `memory://` is not asynchronous, so Celery falls back to a pool in which all processes read
one pipe behind one lock; a process killed while it holds that lock silences the worker for good.
With an event loop every pool process has a pipe of its own, and a killed one is replaced.
"""

from contextlib import suppress
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory

LOOK_EVERY_S = 0.1
SCHEME = "embedded"


class Transport(memory.Transport):
    implements = memory.Transport.implements.extend(asynchronous=True)

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        loop.call_repeatedly(LOOK_EVERY_S, self.deliver_waiting)

    def deliver_waiting(self) -> None:
        """Hand over messages until the queue is empty or the pool has enough."""
        with suppress(Empty):
            while True:
                self.cycle.get(self._deliver)  # type: ignore[union-attr]


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__name__}"
