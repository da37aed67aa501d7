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

from tests.load.crew import Crew, crew_of

LOOK_EVERY_S = 0.1
PACE_S = 15.0  # the next fault comes after this long, even if nothing was played meanwhile
LONGEST_RUN_S = 3_600.0
STOPPED_S = 33.0  # longer than a lease lasts (signum_site/core/leases.py)
OPPONENTS = 2
CHUNK_PAIRS = 25
START = """
from django.contrib.auth import get_user_model
from simulator import games
from simulator.batches import services
from simulator.models import Batch
from simulator.batches.request import parse_batch_request
Batch.objects.all().delete()
services._chunk_pairs = lambda asked: CHUNK_PAIRS
user, _ = get_user_model().objects.get_or_create(username="faults", is_staff=True)
mine, *others = [{"reference": one.deck.name} for one in games.system("signum").reference_decks()[: 1 + OPPONENTS]]
wish = {"deck": mine, "against": others, "games": GAMES, "policy": POLICY, "seed": SEED}
services.batch_start(asked=parse_batch_request(wish, user=user), user=user)
"""


# --- faults


def kill_child(crew: Crew, chance: random.Random) -> None:
    crew.kill_child(crew.free_place(chance))


def kill_worker(crew: Crew, chance: random.Random) -> None:
    place = crew.free_place(chance)
    crew.kill(place)
    crew.start(place)


def kill_first_child(crew: Crew, chance: random.Random) -> None:
    """A worker is killed, and of the next one the first process as soon as it is there."""
    place = crew.free_place(chance)
    crew.kill(place)
    crew.start(place)
    crew.doomed.add(place)


def stop_worker(crew: Crew, chance: random.Random) -> None:
    """For longer than a lease lasts; one at least goes on."""
    if len(crew.resumes_at) + 1 >= len(crew.workers):
        return kill_child(crew, chance)
    place = crew.free_place(chance)
    crew.send(place, signal.SIGSTOP)
    crew.resumes_at[place] = time.monotonic() + STOPPED_S


def end_connections(crew: Crew, chance: random.Random) -> None:
    crew.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )


def flush_redis(crew: Crew, chance: random.Random) -> None:
    redis.Redis(port=crew.bell.port).flushall()


def restart_redis(crew: Crew, chance: random.Random) -> None:
    crew.bell.kill()
    crew.bell.start()


def take_back(crew: Crew, chance: random.Random) -> None:
    """What is being played is free again, while those who play it live."""
    crew.ask(
        "UPDATE simulator_chunk SET state = 'queued', claimed_by = '', lease_until = NULL, losses = losses + 1 "
        "WHERE state = 'running' RETURNING id"
    )


FAULTS: tuple[Callable[[Crew, random.Random], None], ...] = (
    kill_child, kill_worker, kill_first_child, stop_worker, end_connections, flush_redis, restart_redis, take_back,
)  # fmt: skip


# --- runs


def run(crew: Crew, *, asked: dict[str, Any], faults: int, chance: random.Random) -> dict[str, Any]:
    """Play the batch with so many faults, spread evenly over its games."""
    preamble = "".join(f"{name} = {value!r}\n" for name, value in asked.items())
    crew.manage("shell", "--verbosity", "0", "--command", preamble + START)
    crew.ended = 0
    for place in range(len(crew.workers)):
        crew.start(place)
    began = last = time.monotonic()
    injected: Counter[str] = Counter()
    while not (state := crew.ask("SELECT state FROM simulator_batch")) or state[0][0] in ("queued", "playing"):
        if time.monotonic() - began > LONGEST_RUN_S:
            break
        crew.look_after()
        played = int(crew.ask("SELECT sum(played_pairs) FROM simulator_matchup")[0][0])
        share = played / (OPPONENTS * asked["GAMES"] / 2)
        done = injected.total()
        if done < faults and (share >= (done + 1) / (faults + 1) or (done and time.monotonic() - last > PACE_S)):
            fault = FAULTS[chance.randrange(len(FAULTS))]
            fault(crew, chance)
            injected[fault.__name__] += 1
            last = time.monotonic()
        time.sleep(LOOK_EVERY_S)
    seconds = time.monotonic() - began
    for place in range(len(crew.workers)):
        crew.kill(place)
    return {"seconds": round(seconds), "faults": injected.total(), **outcome(crew, asked), "kinds": dict(injected)}


def outcome(crew: Crew, asked: dict[str, Any]) -> dict[str, Any]:
    rows = crew.ask("SELECT digest, played_pairs, figures FROM simulator_matchup ORDER BY number")
    games = sum(figures["games"] for _, _, figures in rows)
    losses, attempts = crew.ask("SELECT sum(losses), sum(attempts) FROM simulator_chunk")[0]
    return {
        "state": crew.ask("SELECT state FROM simulator_batch")[0][0],
        "games": games,
        "twice": games - OPPONENTS * asked["GAMES"],
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
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended also then
    asked = {"GAMES": given.games // OPPONENTS, "POLICY": given.policy, "SEED": 5,
             "CHUNK_PAIRS": CHUNK_PAIRS, "OPPONENTS": OPPONENTS}  # fmt: skip
    wrong = 0
    with crew_of(given.workers) as crew:
        quiet = run(crew, asked=asked, faults=0, chance=random.Random(0))
        print(json.dumps(quiet), flush=True)  # noqa: T201
        for number in range(given.runs):
            told = run(crew, asked=asked, faults=given.faults, chance=random.Random(given.seed + number))
            same = told["digests"] == quiet["digests"] and told["state"] == quiet["state"] == "done"
            wrong += not same
            print(json.dumps(told | {"same_as_quiet": same}), flush=True)  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
