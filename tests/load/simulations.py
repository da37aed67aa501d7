"""How fast the service plays, with queue and database: a deck against the reference decks, on one worker and on two.

    python -m tests.load.simulations [--games 1000] [--opponents 8] [--policy greedy] [--workers 1,2]

Each measurement starts a site of its own (`manage.py run_site`, nothing but Python needed) in a new folder, has it play
and waits for the end. Told are seconds from the question to the last game, games a second, the share of the workers'
time that was the engine's (the rest is queue and database), the digest (equal in all lines), and how many times as fast
the last line is as the first. Build the engine first (`make engine`); ENGINE_PURE=1 measures without it. Meant for a
quiet machine with as many cores as the largest number of workers.
"""

import argparse
import json
import os
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.signum_site.worker.running import Site, running_site

POLL_EVERY_S = 2.0  # polling costs time, too
NO_SERVERS = {"DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": "", "LOG_LEVEL": "WARNING"}


def measure(site: Site, *, workers: int, params: dict[str, Any]) -> dict[str, Any]:
    names = json.loads(site.manage("reference_decks", "--json").stdout)
    decks = [{"reference": one["name"]} for one in names]
    opponents = params.pop("opponents")
    raw = json.dumps(params | {"deck": decks[0], "against": decks[1 : 1 + opponents]})
    # Started in the site's own Django, because visitors may not request that many games.
    code = (
        "import json\n"
        "from django.contrib.auth import get_user_model\n"
        "from simulator.batches.request_parser import parse_batch_request\n"
        "from simulator.batches.services import batch_start\n"
        "user = get_user_model().objects.create_user('load', is_staff=True)\n"
        f"raw = json.loads({raw!r})\n"
        "print(batch_start(request=parse_batch_request(raw, user=user), user=user).token)\n"
    )
    token = site.python(code).split()[-1]

    state, address = "queued", f"/api/v1/simulations/{token}/"
    while state in ("queued", "playing"):
        time.sleep(POLL_EVERY_S)
        state = json.loads(site.get(address)[1] or "{}").get("state", state)
    results = json.loads(site.get(f"{address}results/")[1])
    started, finished = (datetime.fromisoformat(results[name]) for name in ("created_at", "finished_at"))
    seconds = (finished - started).total_seconds()
    engine = sum(one["engine_seconds"] for one in results["matchups"])
    return {
        "workers": workers,
        "seconds": round(seconds, 1),
        "games": results["games_played"],
        "games_per_second": round(results["games_played"] / seconds, 1),
        "engine_share": round(engine / (workers * seconds), 3),
        "digest": results["digest"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000, help="of each match-up")
    parser.add_argument("--opponents", type=int, default=8)
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--workers", default="1,2", help="numbers of worker processes, separated by commas")
    arguments = parser.parse_args()
    lines = []
    for workers in [int(number) for number in arguments.workers.split(",")]:
        params = {"games": arguments.games, "policy": arguments.policy, "seed": 1, "opponents": arguments.opponents}
        with (
            tempfile.TemporaryDirectory() as folder,
            running_site(Path(folder), WORKER_PROCESSES=str(workers), **NO_SERVERS) as site,
        ):
            lines.append(measure(site, workers=workers, params=params))
        print(json.dumps(lines[-1]), flush=True)  # noqa: T201
    faster = lines[-1]["games_per_second"] / lines[0]["games_per_second"]
    same = len({line["digest"] for line in lines}) == 1
    print(json.dumps({"cores": os.cpu_count(), "times_as_fast": round(faster, 2), "same_digest": same}))  # noqa: T201


if __name__ == "__main__":
    main()
