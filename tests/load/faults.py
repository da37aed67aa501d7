"""A batch that is disturbed in every way we know, and what it comes to: the digest of a quiet run, each game once.

    python -m tests.load.faults [--games 25000] [--faults 100] [--workers 3] [--runs 1] [--seed 1]

Starts a PostgreSQL, a Redis and workers of its own on free ports, has them play the batch once undisturbed, then with
faults spread over the games, and ends everything it started. One JSON line a run, and exit code 1 if a run came to
something else than the quiet one. Build the engine first (`make engine`).
"""

import argparse
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import redis

from tests.load.crew import Crew, start_crew

POLL_EVERY_S = 0.1
PACE_S = 15.0  # at most this long between faults, even if nothing was played
MAX_RUN_S = 3_600.0
STOPPED_S = 33.0  # longer than a lease lasts (signum_site/core/leases.py)
OPPONENTS = 2
CHUNK_PAIRS = 25
START = """
from django.contrib.auth import get_user_model
from simulator import games
from simulator.batches import services
from simulator.models import Batch
from simulator.batches.request_parser import parse_batch_request
Batch.objects.all().delete()
services._chunk_pairs = lambda request: CHUNK_PAIRS
user, _ = get_user_model().objects.get_or_create(username="faults", is_staff=True)
deck, *others = [{"reference": one.deck.name} for one in games.system("signum").reference_decks()[: 1 + OPPONENTS]]
raw = {"deck": deck, "against": others, "games": GAMES, "policy": POLICY, "seed": SEED}
services.batch_start(request=parse_batch_request(raw, user=user), user=user)
"""


# --- faults


def kill_child(crew: Crew, chance: random.Random) -> None:
    crew.kill_child(crew.running_worker(chance))


def kill_worker(crew: Crew, chance: random.Random) -> None:
    index = crew.running_worker(chance)
    crew.kill(index)
    crew.start(index)


def kill_first_child(crew: Crew, chance: random.Random) -> None:
    """Kills a worker, and the first process of its successor."""
    index = crew.running_worker(chance)
    crew.kill(index)
    crew.start(index)
    crew.doomed.add(index)


def stop_worker(crew: Crew, chance: random.Random) -> None:
    """Stops a worker for longer than a lease; at least one keeps running."""
    if len(crew.resumes_at) + 1 >= len(crew.workers):
        return kill_child(crew, chance)
    index = crew.running_worker(chance)
    crew.send(index, signal.SIGSTOP)
    crew.resumes_at[index] = time.monotonic() + STOPPED_S


def end_connections(crew: Crew, chance: random.Random) -> None:
    crew.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )


def flush_redis(crew: Crew, chance: random.Random) -> None:
    redis.Redis(port=crew.redis.port).flushall()


def restart_redis(crew: Crew, chance: random.Random) -> None:
    crew.redis.kill()
    crew.redis.start()


def take_back(crew: Crew, chance: random.Random) -> None:
    """Makes running chunks claimable again while their processes are alive."""
    crew.query(
        "UPDATE simulator_chunk SET state = 'queued', claimed_by = '', lease_until = NULL, losses = losses + 1 "
        "WHERE state = 'running' RETURNING id"
    )


FAULTS: tuple[Callable[[Crew, random.Random], None], ...] = (
    kill_child, kill_worker, kill_first_child, stop_worker, end_connections, flush_redis, restart_redis, take_back,
)  # fmt: skip


# --- runs


def run(crew: Crew, *, params: dict[str, Any], faults: int, chance: random.Random) -> dict[str, Any]:
    """Plays the batch with this many faults, spread evenly over its games."""
    preamble = "".join(f"{name} = {value!r}\n" for name, value in params.items())
    crew.manage("shell", "--verbosity", "0", "--command", preamble + START)
    crew.ended = 0
    for index in range(len(crew.workers)):
        crew.start(index)
    started = last = time.monotonic()
    injected: Counter[str] = Counter()
    while not (state := crew.query("SELECT state FROM simulator_batch")) or state[0][0] in ("queued", "playing"):
        if time.monotonic() - started > MAX_RUN_S:
            break
        crew.tick()
        played = int(crew.query("SELECT sum(played_pairs) FROM simulator_matchup")[0][0])
        share = played / (OPPONENTS * params["GAMES"] / 2)
        done = injected.total()
        if done < faults and (share >= (done + 1) / (faults + 1) or (done and time.monotonic() - last > PACE_S)):
            fault = FAULTS[chance.randrange(len(FAULTS))]
            fault(crew, chance)
            injected[fault.__name__] += 1
            last = time.monotonic()
        time.sleep(POLL_EVERY_S)
    seconds = time.monotonic() - started
    for index in range(len(crew.workers)):
        crew.kill(index)
    return {"seconds": round(seconds), "faults": injected.total(), **outcome(crew, params), "kinds": dict(injected)}


def outcome(crew: Crew, params: dict[str, Any]) -> dict[str, Any]:
    rows = crew.query("SELECT digest, played_pairs, figures FROM simulator_matchup ORDER BY number")
    games = sum(figures["games"] for _, _, figures in rows)
    losses, attempts = crew.query("SELECT sum(losses), sum(attempts) FROM simulator_chunk")[0]
    return {
        "state": crew.query("SELECT state FROM simulator_batch")[0][0],
        "games": games,
        "twice": games - OPPONENTS * params["GAMES"],
        "digests": [digest for digest, _, _ in rows],
        "chunks_lost": losses,
        "chunks_failed": attempts,
        "workers_ended": crew.ended,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=25_000, help="of the whole batch")
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--runs", type=int, default=1, help="with faults, after the quiet one")
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--seed", type=int, default=1, help="which faults, and when")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends all servers and workers, too
    params = {"GAMES": arguments.games // OPPONENTS, "POLICY": arguments.policy, "SEED": 5,
             "CHUNK_PAIRS": CHUNK_PAIRS, "OPPONENTS": OPPONENTS}  # fmt: skip
    wrong = 0
    with start_crew(arguments.workers) as crew:
        quiet = run(crew, params=params, faults=0, chance=random.Random(0))
        print(json.dumps(quiet), flush=True)  # noqa: T201
        for number in range(arguments.runs):
            result = run(crew, params=params, faults=arguments.faults, chance=random.Random(arguments.seed + number))
            same = result["digests"] == quiet["digests"] and result["state"] == quiet["state"] == "done"
            wrong += not same
            print(json.dumps(result | {"same_as_quiet": same}), flush=True)  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
