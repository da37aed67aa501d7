"""Celery's process pool, which survives a process that dies during startup."""

from celery.concurrency.prefork import TaskPool


class Pool(TaskPool):
    def did_start_ok(self) -> bool:
        """Report that all processes have started.

        Celery calls this once, and ends the worker if a process has died by then. The pool replaces such a process as
        it does at any other time.
        """
        return True

    def pids(self) -> list[int]:
        """The ids of the pool processes, except any that start or end just now."""
        return [process.pid for process in self._pool._pool if process.pid] if self._pool else []
