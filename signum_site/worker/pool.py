"""The worker's pool of processes: Celery's own, which goes on when a process dies while the worker starts."""

from celery.concurrency.prefork import TaskPool


class Pool(TaskPool):
    def did_start_ok(self) -> bool:
        """Celery asks once, when the worker is ready, and ends the worker if a process has died by then.

        The pool replaces a process that dies at any other moment, and so it does at this one.
        """
        return True

    def pids(self) -> list[int]:
        """The processes there are; one that starts or ends at this moment may be left out."""
        return [process.pid for process in self._pool._pool if process.pid] if self._pool else []
