"""Whatever is killed at whatever moment: no game is lost, none is counted twice, the digest is that of a quiet run."""

import json
import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from simulator import games
from tests.signum_site.worker.running import eventually, family, running_site
from tests.simulator.batches.servers import own_postgres, own_redis
from tests.simulator.batches.workers import (
    CHUNK_PAIRS,
    GAMES,
    PATIENCE_S,
    POLICY,
    SEED,
    Workers,
    quiet_digests,
    workers,
)

POOL_KILLS_BETWEEN_WORKER_KILLS, WORKER_KILLS = 7, 3
START_KILLS, FEW = 12, 40
NO_SERVERS = {"DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": ""}


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


def test_processes_killed_while_the_worker_starts_do_not_end_it(tmp_path: Path) -> None:
    with workers(tmp_path, games=FEW) as running:
        killed: set[int] = set()

        def kill_new_ones() -> bool:
            for pid in set(family(running.process.pid)[1:]) - killed:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            return len(killed) >= START_KILLS or running.process.poll() is not None

        eventually(kill_new_ones, within_s=PATIENCE_S)
        assert running.process.poll() is None, running.log.read_text()
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
    """Redis forgets all it knew, PostgreSQL throws everybody out, chunks are taken from living processes."""
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
        running.take_back_by_hand()
        wait(running)
        running.kill_a_pool_process(chance)
        wait(running)
        postgres.stop()
        postgres.start()
        wait(running)
        running.kill()
        running.start()
        running.came_to_what_a_quiet_run_comes_to()
