"""Whatever is killed at whatever moment: no game is lost, none is counted twice, the digest is that of a quiet run."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest

from signum_site.environment import BASE_DIR
from signum_site.launcher import worker_command
from simulator import games, matchups
from simulator.matchups import Matchup
from tests.simulator.servers import own_postgres, own_redis
from tests.site.running import eventually, family, lives, running_site

POLICY = "hoarder-1"  # quick: what is tested here is the queue, not the play
GAMES, SEED, CHUNK_PAIRS = 240, 5, 2
POOL_KILLS_BETWEEN_WORKER_KILLS, WORKER_KILLS = 7, 3
NO_SERVERS = {"DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": ""}
PATIENCE_S = 120.0  # for machines much slower than any we know

START = f"""
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from simulator import games, services
from simulator.requests import batch_asked
call_command("migrate", verbosity=0)
services._chunk_pairs = lambda asked: {CHUNK_PAIRS}
mine, *others = [{{"reference": one.deck.name}} for one in games.system("signum").reference_decks()[:3]]
wish = {{"deck": mine, "against": others, "games": {GAMES}, "policy": "{POLICY}", "seed": {SEED}}}
services.batch_start(asked=batch_asked(wish, user=AnonymousUser()), user=AnonymousUser(), visitor="somebody")
"""


class Workers:
    """A worker with two pool processes, and the batch it plays; the batch is looked at in its database."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.database = folder / "signum.sqlite3"
        self.url = variables.get("DATABASE_URL", "")
        self.log = folder / "worker.log"
        own = {"DJANGO_SETTINGS_MODULE": "signum_site.settings", "VAR_DIR": str(folder), "LOG_LEVEL": "WARNING"}
        self.env = {**os.environ, "DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": "", **own, **variables}
        command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", START]
        subprocess.run(command, cwd=BASE_DIR, env=self.env, check=True, capture_output=True, timeout=2 * PATIENCE_S)
        self.start()

    def start(self) -> None:
        command = worker_command({"WORKER_PROCESSES": 2, "LOG_LEVEL": "WARNING"})
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=BASE_DIR, env=self.env, stdout=log, stderr=log)

    def kill(self) -> None:
        """The worker; its pool processes go with it, as the kernel was asked."""
        members = family(self.process.pid)
        self.process.kill()
        self.process.wait()
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)

    def stop(self) -> None:
        """As an operator stops it before an upgrade: what is being played is played to its end."""
        members = family(self.process.pid)
        self.process.terminate()
        assert self.process.wait(timeout=PATIENCE_S) == 0
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)

    def upgrade(self) -> None:
        """What docs/running_a_club.md does between stopping and starting."""
        for command in ("migrate", "load_catalogue"):
            call = [sys.executable, "manage.py", command, "--verbosity", "0"]
            subprocess.run(call, cwd=BASE_DIR, env=self.env, check=True, capture_output=True, timeout=PATIENCE_S)

    def kill_a_pool_process(self, chance: random.Random) -> None:
        children = eventually(lambda: family(self.process.pid)[1:], within_s=PATIENCE_S)
        with suppress(ProcessLookupError):
            os.kill(chance.choice(children), signal.SIGKILL)

    def asks(self, question: str) -> list[tuple[Any, ...]]:
        connect = psycopg.connect(self.url) if self.url else sqlite3.connect(self.database, timeout=PATIENCE_S)
        with closing(connect) as connection, closing(connection.cursor()) as cursor:
            cursor.execute(question)
            return list(cursor.fetchall())

    def played(self) -> int:
        return int(self.asks("SELECT sum(played_pairs) FROM simulator_matchup")[0][0])

    def plays_on(self, pairs: int) -> None:
        goal = self.played() + pairs
        eventually(lambda: self.played() >= goal, within_s=PATIENCE_S)

    def is_done(self) -> bool:
        return self.asks("SELECT state FROM simulator_batch") == [("done",)]

    def came_to_what_a_quiet_run_comes_to(self) -> None:
        eventually(self.is_done, within_s=PATIENCE_S)
        rows = self.asks("SELECT digest, played_pairs FROM simulator_matchup ORDER BY number")
        assert [pairs for _, pairs in rows] == [GAMES // 2, GAMES // 2]
        assert [digest for digest, _ in rows] == quiet_digests()
        assert self.asks("SELECT count(*) FROM simulator_chunk WHERE attempts > 0") == [(0,)], "no kill is a fault"


@contextmanager
def workers(folder: Path, **variables: str) -> Iterator[Workers]:
    running = Workers(folder, **variables)
    try:
        yield running
    finally:
        running.kill()


@cache
def quiet_digests() -> list[str]:
    mine, *others = [reference.deck for reference in games.system("signum").reference_decks()[:3]]
    played = [
        matchups.play(
            Matchup(system="signum", decks=(mine, other), policies=(POLICY, POLICY), seed=SEED, pairs=GAMES // 2)
        )
        for other in others
    ]
    return [one.totals.digest for one in played]


def at_any_moment(chance: random.Random) -> Callable[[Workers], None]:
    """Waits for some progress, so that kills fall into different moments and the batch gets on at all."""
    return lambda running: running.plays_on(chance.choice((1, CHUNK_PAIRS, 2 * CHUNK_PAIRS)))


def test_killed_more_than_twenty_times_and_stopped_for_an_upgrade_without_a_broker(tmp_path: Path) -> None:
    chance = random.Random(1)
    wait = at_any_moment(chance)
    kills = 0
    with workers(tmp_path) as running:
        for _ in range(WORKER_KILLS):
            for _ in range(POOL_KILLS_BETWEEN_WORKER_KILLS):
                wait(running)
                running.kill_a_pool_process(chance)
                kills += 1
            wait(running)
            assert not running.is_done(), "there must be something left to kill"
            running.kill()
            running.start()
            kills += 1
        assert kills > 20
        wait(running)
        running.stop()
        assert not running.is_done(), "it was stopped in the middle"
        assert running.asks("SELECT count(*) FROM simulator_chunk WHERE state = 'running'") == [(0,)], "none torn off"
        running.upgrade()
        running.start()
        running.came_to_what_a_quiet_run_comes_to()


def hold(worker: int, signum: int) -> None:
    for pid in family(worker):
        os.kill(pid, signum)


def test_the_web_server_is_killed_under_it_twice(tmp_path: Path) -> None:
    """First the process that answers, which is replaced; then the server itself, with which the whole site stops."""
    with running_site(tmp_path, WORKER_PROCESSES="2", **NO_SERVERS) as site:
        mine, *others = [{"reference": one.deck.name} for one in games.system("signum").reference_decks()[:3]]
        wish = {"deck": mine, "against": others, "games": GAMES, "policy": POLICY, "seed": SEED}
        token = site.send("/api/v1/simulations/", wish)["token"]

        def told() -> dict[str, Any]:
            status, body = site.get(f"/api/v1/simulations/{token}/")
            return dict(json.loads(body)) if status == 200 else {}

        def plays_on(games_more: int) -> None:
            goal = told()["games_played"] + games_more
            eventually(lambda: told().get("games_played", 0) >= goal, within_s=PATIENCE_S)

        plays_on(4)
        server, answering = site.web_pids()
        hold(site.worker_pid(), signal.SIGSTOP)  # else a quick machine is done before the web server is back
        os.kill(answering, signal.SIGKILL)
        eventually(lambda: len(pids := site.web_pids()) == 2 and answering not in pids, within_s=PATIENCE_S)
        assert eventually(told, within_s=PATIENCE_S)["state"] == "playing", "there must be something left to kill"
        hold(site.worker_pid(), signal.SIGCONT)
        os.kill(server, signal.SIGKILL)
        assert site.process.wait(timeout=PATIENCE_S) == 1, "a site without a web server is none"
        site.start()
        eventually(lambda: told().get("state") == "done", within_s=PATIENCE_S)
        done = told()
        assert [one["games"] for one in done["matchups"]] == [GAMES, GAMES]
        assert [one["digest"] for one in done["matchups"]] == quiet_digests()


@pytest.mark.services
def test_redis_and_postgresql_are_restarted_under_it(tmp_path: Path) -> None:
    """Redis forgets all it knew, PostgreSQL throws everybody out, a pool process dies in between."""
    chance = random.Random(2)
    wait = at_any_moment(chance)
    with (
        own_redis(tmp_path) as redis,
        own_postgres(tmp_path / "postgres") as postgres,
        workers(tmp_path, DATABASE_URL=postgres.url, BROKER_URL=redis.url) as running,
    ):
        wait(running)
        redis.kill()
        redis.start()
        wait(running)
        running.kill_a_pool_process(chance)
        wait(running)
        postgres.stop()
        postgres.start()
        wait(running)
        running.kill()
        running.start()
        running.came_to_what_a_quiet_run_comes_to()
