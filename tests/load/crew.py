"""Workers with private servers, to be killed, stopped and restarted.

Nothing of it is left afterwards.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from signum_site.config.environment import BASE_DIR
from signum_site.worker.supervisor import worker_command
from tests.signum_site.worker.running import eventually, family, lives
from tests.simulator.batches.servers import Postgres, Redis, own_postgres, own_redis

PATIENCE_S = 120.0


class Crew:
    """The workers of a run."""

    def __init__(self, *, folder: Path, postgres: Postgres, redis: Redis, workers: int) -> None:
        self.postgres, self.redis, self.log = postgres, redis, folder / "workers.log"
        self.env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "signum_site.settings",
            "VAR_DIR": str(folder),
            "LOG_LEVEL": "ERROR",
            "DATABASE_URL": postgres.url,
            "BROKER_URL": redis.url,
            "CACHE_URL": "",
        }
        self.manage("migrate", "--verbosity", "0")
        self.workers: list[subprocess.Popen[bytes] | None] = [None] * workers
        self.resumes_at: dict[int, float] = {}
        self.doomed: set[int] = set()
        self.ended = 0

    def manage(self, *words: str) -> None:
        subprocess.run([sys.executable, "manage.py", *words], cwd=BASE_DIR, env=self.env, check=True, timeout=300)

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.postgres.url, autocommit=True) as connection:
            return list(connection.execute(sql).fetchall())

    def start(self, index: int) -> None:
        command = worker_command({"WORKER_PROCESSES": 1, "LOG_LEVEL": "ERROR"})
        with self.log.open("ab") as log:
            self.workers[index] = subprocess.Popen(command, cwd=BASE_DIR, env=self.env, stdout=log, stderr=log)

    def kill(self, index: int) -> None:
        process = self.workers[index]
        if process is None:
            return
        members = family(process.pid)
        process.kill()
        process.wait()
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)
        self.workers[index] = None
        self.doomed.discard(index)
        self.resumes_at.pop(index, None)

    def tick(self) -> None:
        """Resumes, restarts and kills workers as planned.

        Stopped workers resume after their time, workers that exited are counted and restarted, and the first process
        of a doomed worker is killed.
        """
        self.doomed = {index for index in self.doomed if not self.kill_child(index)}
        for index, at in list(self.resumes_at.items()):
            if time.monotonic() >= at:
                self.send(index, signal.SIGCONT)
                del self.resumes_at[index]
        for index, process in enumerate(self.workers):
            if process is not None and process.poll() is not None:
                self.ended += 1
                self.start(index)

    def send(self, index: int, signum: int) -> None:
        process = self.workers[index]
        assert process is not None
        for pid in family(process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signum)

    def running_worker(self, chance: random.Random) -> int:
        """A worker that is not stopped."""
        return chance.choice([index for index in range(len(self.workers)) if index not in self.resumes_at])

    def kill_child(self, index: int) -> bool:
        """Kills the first pool process and returns whether there was one."""
        process = self.workers[index]
        children = family(process.pid)[1:2] if process else []
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(children)


@contextmanager
def start_crew(workers: int) -> Iterator[Crew]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="signum-faults-")))
        redis = stack.enter_context(own_redis(folder))
        postgres = stack.enter_context(own_postgres(folder / "postgres"))
        crew = Crew(folder=folder, postgres=postgres, redis=redis, workers=workers)
        try:
            yield crew
        finally:
            for index in range(workers):
                crew.kill(index)
