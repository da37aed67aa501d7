"""Processes killed at any moment lose no game and count none twice.

The digest is that of an undisturbed run.
"""

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
    expected_digests,
    workers,
)

pytestmark = pytest.mark.processes

POOL_KILLS_PER_WORKER_KILL, WORKER_KILLS = 7, 3
START_KILLS, FEW = 12, 40
NO_SERVERS = {"DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": ""}


def wait_for_progress(chance: random.Random) -> Callable[[Workers], None]:
    """A function that waits for some progress.

    So kills hit different moments, and the batch advances.
    """
    return lambda running: running.plays_on(chance.choice((1, CHUNK_PAIRS, 2 * CHUNK_PAIRS)))


def running_claims(running: Workers) -> set[str]:
    """The claims of all chunks that are being played."""
    return {claim for (claim,) in running.query("SELECT claimed_by FROM simulator_chunk WHERE state = 'running'")}


def test_many_kills_and_an_upgrade_without_a_broker(tmp_path: Path) -> None:
    chance = random.Random(1)
    wait = wait_for_progress(chance)
    kills = 0
    with workers(tmp_path) as running:
        for _ in range(WORKER_KILLS):
            for _ in range(POOL_KILLS_PER_WORKER_KILL):
                wait(running)
                running.kill_a_pool_process(chance)
                kills += 1
            wait(running)
            assert not running.is_done(), "the batch must not be finished yet"
            running.kill()
            of_killed = running_claims(running)  # until their leases expire
            running.start()
            kills += 1
        assert kills > 20
        wait(running)
        running.stop()
        assert not running.is_done(), "the batch must not be finished yet"
        assert running_claims(running) <= of_killed, "a stopped worker finishes what it plays"
        running.upgrade()
        running.start()
        running.assert_undisturbed_result()


def test_worker_survives_kills_during_its_start(tmp_path: Path) -> None:
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
        running.assert_undisturbed_result()


def send_signal(worker: int, signum: int) -> None:
    for pid in family(worker):
        os.kill(pid, signum)


def test_killed_web_server(tmp_path: Path) -> None:
    """Kills a web process, which is replaced, and then the whole server.

    Without its server, the site stops.
    """
    with running_site(tmp_path, WORKER_PROCESSES="2", **NO_SERVERS) as site:
        deck, *others = [{"reference": one.deck.name} for one in games.system("signum").reference_decks()[:3]]
        raw = {"deck": deck, "against": others, "games": GAMES, "policy": POLICY, "seed": SEED}
        token = site.send("/api/v1/simulations/", raw)["token"]

        def load_batch() -> dict[str, Any]:
            status, body = site.get(f"/api/v1/simulations/{token}/")
            return dict(json.loads(body)) if status == 200 else {}

        def plays_on(more_games: int) -> None:
            goal = load_batch()["games_played"] + more_games
            eventually(lambda: load_batch().get("games_played", 0) >= goal, within_s=PATIENCE_S)

        plays_on(4)
        server, answering = site.web_pids()
        send_signal(
            site.worker_pid(), signal.SIGSTOP
        )  # otherwise a fast machine finishes before the web server is back
        os.kill(answering, signal.SIGKILL)
        eventually(lambda: len(pids := site.web_pids()) == 2 and answering not in pids, within_s=PATIENCE_S)
        assert eventually(load_batch, within_s=PATIENCE_S)["state"] == "playing", "the batch must not be finished yet"
        send_signal(site.worker_pid(), signal.SIGCONT)
        os.kill(server, signal.SIGKILL)
        assert site.process.wait(timeout=PATIENCE_S) == 1, "the site stops without its web server"
        site.start()
        eventually(lambda: load_batch().get("state") == "done", within_s=PATIENCE_S)
        done = load_batch()
        assert [matchup["games"] for matchup in done["matchups"]] == [GAMES, GAMES]
        assert [matchup["digest"] for matchup in done["matchups"]] == expected_digests()


@pytest.mark.services
def test_restarted_servers(tmp_path: Path) -> None:
    """Redis loses its data, and PostgreSQL drops all connections.

    Chunks are taken from living processes.
    """
    chance = random.Random(2)
    wait = wait_for_progress(chance)
    with (
        own_redis(tmp_path) as redis,
        own_postgres(tmp_path / "postgres") as postgres,
        workers(tmp_path, DATABASE_URL=postgres.url, BROKER_URL=redis.url) as running,
    ):
        wait(running)
        redis.kill()
        redis.start()
        wait(running)
        running.release_running_chunks()
        wait(running)
        running.kill_a_pool_process(chance)
        wait(running)
        postgres.stop()
        postgres.start()
        wait(running)
        running.kill()
        running.start()
        running.assert_undisturbed_result()
