"""Workers on a PostgreSQL and a Redis of their own, to be killed, stopped and started again; nothing of it is left."""

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

    def __init__(self, *, folder: Path, postgres: Postgres, bell: Redis, workers: int) -> None:
        self.postgres, self.bell, self.log = postgres, bell, folder / "workers.log"
        self.env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "signum_site.settings",
            "VAR_DIR": str(folder),
            "LOG_LEVEL": "ERROR",
            "DATABASE_URL": postgres.url,
            "BROKER_URL": bell.url,
            "CACHE_URL": "",
        }
        self.manage("migrate", "--verbosity", "0")
        self.workers: list[subprocess.Popen[bytes] | None] = [None] * workers
        self.resumes_at: dict[int, float] = {}
        self.doomed: set[int] = set()
        self.ended = 0

    def manage(self, *words: str) -> None:
        subprocess.run([sys.executable, "manage.py", *words], cwd=BASE_DIR, env=self.env, check=True, timeout=300)

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.postgres.url, autocommit=True) as connection:
            return list(connection.execute(question).fetchall())

    def start(self, place: int) -> None:
        command = worker_command({"WORKER_PROCESSES": 1, "LOG_LEVEL": "ERROR"})
        with self.log.open("ab") as log:
            self.workers[place] = subprocess.Popen(command, cwd=BASE_DIR, env=self.env, stdout=log, stderr=log)

    def kill(self, place: int) -> None:
        process = self.workers[place]
        if process is None:
            return
        members = family(process.pid)
        process.kill()
        process.wait()
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)
        self.workers[place] = None
        self.doomed.discard(place)
        self.resumes_at.pop(place, None)

    def look_after(self) -> None:
        """What was stopped long enough goes on; what ended by itself is counted and started again; the first process
        of a doomed worker is killed."""
        self.doomed = {place for place in self.doomed if not self.kill_child(place)}
        for place, at in list(self.resumes_at.items()):
            if time.monotonic() >= at:
                self.send(place, signal.SIGCONT)
                del self.resumes_at[place]
        for place, process in enumerate(self.workers):
            if process is not None and process.poll() is not None:
                self.ended += 1
                self.start(place)

    def send(self, place: int, signum: int) -> None:
        process = self.workers[place]
        assert process is not None
        for pid in family(process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signum)

    def free_place(self, chance: random.Random) -> int:
        """A worker that is not stopped."""
        return chance.choice([place for place in range(len(self.workers)) if place not in self.resumes_at])

    def kill_child(self, place: int) -> bool:
        """Whether there was one to kill."""
        process = self.workers[place]
        children = family(process.pid)[1:2] if process else []
        for pid in children:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(children)


@contextmanager
def crew_of(workers: int) -> Iterator[Crew]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="signum-faults-")))
        bell = stack.enter_context(own_redis(folder))
        postgres = stack.enter_context(own_postgres(folder / "postgres"))
        crew = Crew(folder=folder, postgres=postgres, bell=bell, workers=workers)
        try:
            yield crew
        finally:
            for place in range(workers):
                crew.kill(place)
