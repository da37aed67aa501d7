"""A busy evening of a club: 200 people browse, build, save and validate while five simulate; all on this machine.

    python -m tests.load.club [--users 200] [--seconds 60] [--think 8] [--json FILE]

Starts a PostgreSQL and a Redis of its own on free ports of the loopback, gunicorn with two processes and a worker with
two, exactly as docs/running_a_club.md does. Everybody waits `think` seconds on average between two clicks. First nobody
simulates, then five do with more games than the workers can play: the same people, the same clicks. Ends by itself
and leaves nothing behind. A machine that does other work meanwhile measures that work.
"""

import argparse
import http.client
import json
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from tests.load import club_site
from tests.load.club_site import People

MOST_USERS, MOST_SECONDS = 500, 600
PATIENCE_S = 30
WORDS = ["", "dragon", "t:character f:vallor", "cost<=2", "kw:shot>=1", "knight", "is:hero", "t:spell cost>3"]
KINDS = {
    "home": 4, "card list": 14, "card": 14, "card face": 10, "public decks": 8, "deck": 10, "deck figures": 4,
    "builder": 14, "builder search": 8, "validate": 8, "save a deck": 2, "my decks": 3, "ratings": 1,
}  # fmt: skip
"""What people do, and how often of a hundred times."""
SLOWEST = """
    SELECT round(mean_exec_time::numeric, 2), calls, round(total_exec_time::numeric),
           regexp_replace(query, '\\s+', ' ', 'g')
    FROM pg_stat_statements WHERE query !~ '^(BEGIN|COMMIT|SET|SHOW|ROLLBACK|CREATE|ALTER)' AND calls >= 3
    ORDER BY mean_exec_time DESC LIMIT 10
"""


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Evening:
    """What was asked and how long it took, by kind of page."""

    def __init__(self, port: int, people: People, *, users: int, seconds: float, think: float) -> None:
        self.port, self.people, self.users, self.seconds, self.think = port, people, users, seconds, think
        self.times: dict[str, list[float]] = defaultdict(list)
        self.faults: Counter[str] = Counter()
        self.lock = threading.Lock()

    def ask(self, kind: str, path: str, *, who: int, body: Any = None, token: str = "", htmx: bool = False) -> bytes:
        headers = {
            "X-Forwarded-For": f"10.0.{who // 250}.{who % 250 + 1}",
            "Accept-Language": "es",
            "Host": "localhost",
        }
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if htmx:
            headers["HX-Request"] = "true"
        if body is not None:
            headers["Content-Type"] = "application/json"
        began, fault, answer = time.perf_counter(), "", b""
        try:
            with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as connection:
                connection.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
                response = connection.getresponse()
                answer = response.read()
                if response.status >= 400:
                    fault = f"{kind}: {response.status} {answer[:120]!r}"
        except OSError as broken:
            fault = f"{kind}: {type(broken).__name__}"
        with self.lock:
            self.times[kind].append(time.perf_counter() - began)
            if fault:
                self.faults[fault] += 1
        return answer

    def click(self, who: int, chance: random.Random) -> None:
        """What somebody does next: mostly looks, often builds, sometimes checks or saves."""
        people = self.people
        kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
        code, deck = chance.choice(people.cards), chance.choice(people.decks)
        word = chance.choice(WORDS).replace(" ", "+").replace("<", "%3C").replace(">", "%3E")
        token = people.tokens[who % len(people.tokens)]
        builder = f"/decks/build/?d={chance.choice(people.codes)}"
        paths = {
            "home": "/", "card list": f"/cards/?q={word}", "card": f"/cards/signum/{code}/",
            "public decks": f"/decks/public/?page={chance.randint(1, 5)}", "deck": f"/decks/{deck}/",
            "deck figures": f"/decks/{deck}/figures/", "builder": builder, "ratings": "/ratings/",
        }  # fmt: skip
        if kind in paths:
            self.ask(kind, paths[kind], who=who)
        elif kind == "card face":
            self.ask(kind, people.faces[code], who=who)
        elif kind == "builder search":
            self.ask(kind, f"{builder}&q={word}", who=who, htmx=True)
        elif kind == "my decks":
            self.ask(kind, "/api/v1/decks/", who=who, token=token)
        else:
            text = chance.choice(people.texts)
            path = "/api/v1/decks/validate/" if kind == "validate" else "/api/v1/decks/"
            self.ask(kind, path, who=who, body={"text": text}, token=token if kind == "save a deck" else "")

    def visit(self, who: int, until: float) -> None:
        chance = random.Random(who)  # the same clicks in both halves of the evening
        time.sleep(chance.uniform(0, min(self.think, self.seconds)))
        while time.monotonic() < until:
            self.click(who, chance)
            time.sleep(min(chance.expovariate(1 / self.think), max(0.0, until - time.monotonic())))

    def simulate(self, who: int, until: float) -> None:
        """Asks for more than can be played and watches it, as its page does."""
        token = self.people.tokens[-1 - who]
        wish = {"deck": {"text": self.people.texts[who]}, "games": 4_000, "seed": who + 1}
        told = json.loads(self.ask("start a simulation", "/api/v1/simulations/", who=900 + who, body=wish, token=token))
        if batch := told.get("token"):
            while time.monotonic() < until:
                self.ask("watch a simulation", f"/simulations/{batch}/live/", who=900 + who, htmx=True)
                time.sleep(2)
            self.ask("cancel it", f"/api/v1/simulations/{batch}/cancel/", who=900 + who, body={}, token=token)

    def run(self, *, simulating: int = 0) -> dict[str, Any]:
        until = time.monotonic() + self.seconds
        crowd = [threading.Thread(target=self.visit, args=(who, until)) for who in range(self.users)]
        crowd += [threading.Thread(target=self.simulate, args=(who, until)) for who in range(simulating)]
        for one in crowd:
            one.start()
        for one in crowd:
            one.join()
        return self.figures()

    def figures(self) -> dict[str, Any]:
        everything = [one for kind, times in self.times.items() if "simulation" not in kind for one in times]
        kinds = {"all pages": everything} | dict(sorted(self.times.items()))
        return {
            "kinds": {kind: _summed(times, self.seconds) for kind, times in kinds.items()},
            "faults": dict(self.faults),
        }


def _summed(times: list[float], seconds: float) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=20) if len(times) > 1 else times * 19
    return {
        "requests": len(times), "per_second": round(len(times) / seconds, 1), "p50_ms": round(1000 * cuts[9]),
        "p95_ms": round(1000 * cuts[18]), "max_ms": round(1000 * max(times)),
    }  # fmt: skip


def show(title: str, half: dict[str, Any]) -> None:
    say(f"\n{title}\n{'page':<20}{'requests':>9}{'a second':>9}{'p50 ms':>8}{'p95 ms':>8}{'max ms':>8}")
    for kind, one in half["kinds"].items():
        say(
            f"{kind:<20}"
            + "".join(f"{value:>{width}}" for value, width in zip(one.values(), (9, 9, 8, 8, 8), strict=True))
        )
    for fault, count in half["faults"].items():
        say(f"  {count} × {fault}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--think", type=float, default=8.0)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    if not 1 <= asked.users <= MOST_USERS or not 5 <= asked.seconds <= MOST_SECONDS:
        parser.error(f"at most {MOST_USERS} users, and 5 to {MOST_SECONDS} seconds")
    options = {"users": asked.users, "seconds": asked.seconds, "think": asked.think}
    with (
        tempfile.TemporaryDirectory(prefix="signum-load-", dir="/tmp") as folder,
        club_site.running(Path(folder)) as site,
    ):
        first = Evening(site.port, site.people, users=20, seconds=10, think=0.3)
        for address in site.people.faces.values():  # drawn at the first look: neither half of the evening pays for it
            first.ask("card face", address, who=0)
        first.run()
        rest = Evening(site.port, site.people, **options).run()
        show(f"{asked.users} people, nobody simulates", rest)
        with psycopg.connect(site.database, autocommit=True) as database:
            database.execute("SELECT pg_stat_statements_reset()")
        busy = Evening(site.port, site.people, **options).run(simulating=5)
        show(f"{asked.users} people, 5 simulate", busy)
        with psycopg.connect(site.database) as database:
            slowest = database.execute(SLOWEST).fetchall()
        played = site.games_played()
    ratios = {
        figure: round(busy["kinds"]["all pages"][figure] / max(1, rest["kinds"]["all pages"][figure]), 2)
        for figure in ("p50_ms", "p95_ms")
    }
    say(f"\nsimulating : at rest   p50 × {ratios['p50_ms']}, p95 × {ratios['p95_ms']}; {played} games were played")
    say("\nthe ten slowest queries: mean ms, calls, total ms")
    for mean, calls, total, query in slowest:
        say(f"{mean:>9}{calls:>7}{total:>8}  {query[:300]}")
    if asked.json:
        document = {
            "rest": rest,
            "busy": busy,
            "ratios": ratios,
            "games_played": played,
            "slowest": [list(map(str, row)) for row in slowest],
        }
        asked.json.write_text(json.dumps(document, indent=1))
    return 1 if rest["faults"] or busy["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
