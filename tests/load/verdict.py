"""How soon a test says which of two decks is better: from the request to the verdict, over the API.

    python -m tests.load.verdict [--runs 20] [--workers 2] [--games 2000] [--policy greedy]

Starts a site of its own (`manage.py run_site`, nothing but Python needed) in a new folder and asks for tests of two
pairs of reference decks, one about 5 points from an even score and one about 10 (docs/balance.md), each run with a
seed of its own. Told are, for each pair, the median and the ninth decile of the seconds, the median of the games, the
verdicts, and what is left of the seconds after the engine's own time shared among the workers: queue, database, the
step of asking, chunks beyond the verdict. The first run of all warms up and does not count. Build the engine first
(`make engine`); ENGINE_PURE=1 measures without it. Meant for a quiet machine with as many cores as workers.
"""

import argparse
import json
import statistics
import tempfile
import time
import urllib.request
from collections import Counter
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.load.simulations import NO_SERVERS
from tests.signum_site.worker.running import Site, running_site

POLL_EVERY_S = 0.15  # asking costs the cores time, too
POLLERS = 3  # a token may ask 300 times a minute
PAIRS = {5: ("Hulda's Workshop", "The Merciful Hand"), 10: ("Choir of Embers", "The Heirloom")}
MAKE_TOKENS = f"""
from django.contrib.auth import get_user_model
from signum_site.accounts.services import token_create
for number in range({POLLERS}):
    user = get_user_model().objects.create_user(f"load{{number}}", is_staff=True)
    print(token_create(user=user, name="load"))
"""


class Asker:
    """Asks for tests with tokens that take turns."""

    def __init__(self, site: Site, *, tokens: list[str]) -> None:
        self.address, self.first, self.tokens = (
            f"http://127.0.0.1:{site.port}/api/v1/simulations/",
            tokens[0],
            cycle(tokens),
        )

    def ask(self, path: str = "", *, raw: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.first if raw else next(self.tokens)}"}
        data = json.dumps(raw).encode() if raw else None
        headers |= {"Content-Type": "application/json"} if raw else {}
        request = urllib.request.Request(f"{self.address}{path}", data=data, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            answer: dict[str, Any] = json.loads(response.read())
            return answer

    def measure(self, raw: dict[str, Any], *, workers: int) -> dict[str, Any]:
        """One test: seconds to the verdict, games, and what is not the engine's."""
        started = time.perf_counter()
        answer = self.ask(raw=raw)
        while answer["verdict"] is None:
            time.sleep(POLL_EVERY_S)
            answer = self.ask(f"{answer['token']}/")
        seconds = time.perf_counter() - started
        results = self.ask(f"{answer['token']}/results/")
        engine = sum(row["engine_seconds"] for row in results["matchups"])
        return {
            "seconds": seconds,
            "rest": seconds - engine / workers,
            "games": answer["verdict"]["games"],
            "code": answer["verdict"]["code"],
        }


def summarize(points: int, runs: list[dict[str, Any]]) -> dict[str, Any]:
    seconds = sorted(run["seconds"] for run in runs)
    return {
        "points": points,
        "decks": PAIRS[points],
        "runs": len(runs),
        "median_s": round(statistics.median(seconds), 2),
        "ninth_decile_s": round(seconds[min(len(seconds) - 1, 9 * len(seconds) // 10)], 2),
        "median_rest_s": round(statistics.median(run["rest"] for run in runs), 2),
        "median_games": statistics.median(run["games"] for run in runs),
        "verdicts": dict(Counter(run["code"] for run in runs)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20, help="of each pair")
    parser.add_argument("--workers", type=int, default=2, help="worker processes")
    parser.add_argument("--games", type=int, default=2_000, help="the most games of a test")
    parser.add_argument("--policy", default="greedy")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder), WORKER_PROCESSES=str(arguments.workers), **NO_SERVERS) as site,
    ):
        asker = Asker(site, tokens=site.python(MAKE_TOKENS).split()[-POLLERS:])
        common = {"games": arguments.games, "policy": arguments.policy}
        for points, (first, second) in PAIRS.items():
            raw = common | {"deck": {"reference": first}, "against": [{"reference": second}], "test": points / 100}
            if points == next(iter(PAIRS)):
                asker.measure(raw | {"seed": 0}, workers=arguments.workers)
            runs = [
                asker.measure(raw | {"seed": seed}, workers=arguments.workers) for seed in range(1, arguments.runs + 1)
            ]
            print(json.dumps(summarize(points, runs)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
