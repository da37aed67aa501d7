"""A real worker, the batch it plays, and the expected result."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from signum_site.config.environment import BASE_DIR
from signum_site.worker.supervisor import worker_command
from simulator import games
from simulator.batches import runner
from simulator.batches.runner import MatchupSpec
from tests.signum_site.worker.running import eventually, family, lives, prepare

POLICY = "hoarder-1"  # fast: the queue is tested, not the policy
GAMES, SEED, CHUNK_PAIRS = 240, 5, 2
PATIENCE_S = 120.0  # enough for very slow machines

START = """
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import transaction
from simulator import games
from simulator.batches import services
from simulator.models import Batch
from simulator.batches.request_parser import parse_batch_request
call_command("migrate", verbosity=0)
services._chunk_pairs = lambda request: CHUNK_PAIRS
deck, *others = [{"reference": one.deck.name} for one in games.system("signum").reference_decks()[:3]]
raw = {"deck": deck, "against": others, "games": GAMES, "policy": POLICY, "seed": SEED}
with transaction.atomic():
    request = parse_batch_request(raw, user=AnonymousUser())
    services.batch_start(request=request, user=AnonymousUser(), visitor="visitor")
    Batch.objects.update(state=STATE)
"""


WITH_ANOTHER_CLOCK = """
import sys
from datetime import timedelta
from django.utils import timezone
now = timezone.now
timezone.now = lambda: now() + timedelta(seconds=CLOCK_S)
from celery.__main__ import main
main()
"""


class Workers:
    """A worker with two pool processes, and the batch it plays."""

    def __init__(self, folder: Path, *, games: int = GAMES, state: str = "queued", **variables: str) -> None:
        self.games, self.state = games, state
        self.database = folder / "signum.sqlite3"
        self.url = variables.get("DATABASE_URL", "")
        self.log = folder / "worker.log"
        own = {"DJANGO_SETTINGS_MODULE": "signum_site.settings", "VAR_DIR": str(folder), "LOG_LEVEL": "WARNING"}
        self.env = {**os.environ, "DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": "", **own, **variables}
        if not self.url:
            prepare(folder)
        command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", self.preamble() + START]
        subprocess.run(command, cwd=BASE_DIR, env=self.env, check=True, capture_output=True, timeout=2 * PATIENCE_S)
        self.start()

    def preamble(self) -> str:
        return f"{CHUNK_PAIRS=}; {SEED=}; {POLICY=}; GAMES={self.games}; STATE={self.state!r}\n"

    def start(self) -> None:
        self.process = self.spawn()

    def spawn(self, *prefix: str, clock_s: int = 0) -> "subprocess.Popen[bytes]":
        """Starts a worker, with a command prefix and a clock that is ahead by `clock_s`."""
        command = worker_command({"WORKER_PROCESSES": 2, "LOG_LEVEL": "WARNING"})
        if clock_s:
            own = command.index("celery")
            command = [sys.executable, "-c", f"CLOCK_S = {clock_s}{WITH_ANOTHER_CLOCK}", *command[own + 1 :]]
        with self.log.open("ab") as log:
            return subprocess.Popen([*prefix, *command], cwd=BASE_DIR, env=self.env, stdout=log, stderr=log)

    def kill(self) -> None:
        """Kills the worker; the kernel then kills its pool processes."""
        members = family(self.process.pid)
        self.process.kill()
        self.process.wait()
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)

    def stop(self) -> None:
        """Stops the worker as before an upgrade: it finishes the running chunks."""
        members = family(self.process.pid)
        self.process.terminate()
        assert self.process.wait(timeout=PATIENCE_S) == 0
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)

    def upgrade(self) -> None:
        """Runs the upgrade commands of docs/running_a_club.md."""
        for command in ("migrate", "load_catalogue"):
            assert self.manage(command, "--verbosity", "0").returncode == 0

    def manage(self, *words: str) -> "subprocess.CompletedProcess[str]":
        call = [sys.executable, "manage.py", *words]
        return subprocess.run(
            call, cwd=BASE_DIR, env=self.env, check=False, capture_output=True, text=True, timeout=PATIENCE_S
        )

    def kill_a_pool_process(self, chance: random.Random) -> None:
        children = eventually(lambda: family(self.process.pid)[1:], within_s=PATIENCE_S)
        with suppress(ProcessLookupError):
            os.kill(chance.choice(children), signal.SIGKILL)

    def release_running_chunks(self) -> None:
        """Makes running chunks claimable again while their processes are alive."""
        self.query(
            "UPDATE simulator_chunk SET state = 'queued', claimed_by = '', lease_until = NULL, losses = losses + 1 "
            "WHERE state = 'running' RETURNING id"
        )

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        connect = psycopg.connect(self.url) if self.url else sqlite3.connect(self.database, timeout=PATIENCE_S)
        with closing(connect) as connection, closing(connection.cursor()) as cursor:
            cursor.execute(sql)
            rows = list(cursor.fetchall())
            connection.commit()
            return rows

    def played(self) -> int:
        return int(self.query("SELECT sum(played_pairs) FROM simulator_matchup")[0][0])

    def plays_on(self, pairs: int) -> None:
        goal = self.played() + pairs
        eventually(lambda: self.played() >= goal, within_s=PATIENCE_S)

    def is_done(self) -> bool:
        return self.query("SELECT state FROM simulator_batch") == [("done",)]

    def assert_undisturbed_result(self) -> None:
        eventually(self.is_done, within_s=PATIENCE_S)
        rows = self.query("SELECT digest, played_pairs FROM simulator_matchup ORDER BY number")
        assert [pairs for _, pairs in rows] == [self.games // 2] * 2
        assert [digest for digest, _ in rows] == expected_digests(self.games)
        assert self.query("SELECT count(*) FROM simulator_chunk WHERE attempts > 0") == [(0,)], (
            "a kill is no failed attempt"
        )


@contextmanager
def workers(folder: Path, **options: Any) -> Iterator[Workers]:
    """Runs a worker.

    `state` is the batch's initial state.
    """
    running = Workers(folder, **options)
    try:
        yield running
    finally:
        running.kill()


@cache
def expected_digests(played: int = GAMES) -> list[str]:
    return [runner.play(matchup).totals.digest for matchup in expected_matchups(played)]


def expected_matchups(played: int = GAMES) -> list[MatchupSpec]:
    deck, *others = [reference.deck for reference in games.system("signum").reference_decks()[:3]]
    return [
        MatchupSpec(system="signum", decks=(deck, other), policies=(POLICY, POLICY), seed=SEED, pairs=played // 2)
        for other in others
    ]
