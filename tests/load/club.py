"""A busy evening of a club: 200 people browse, build, save and validate while five simulate; all on this machine.

    python -m tests.load.club [--users 200] [--seconds 60] [--think 8] [--memory] [--json FILE]

Starts a PostgreSQL and a Redis of its own on free ports of the loopback, gunicorn with two processes and a worker with
two, exactly as docs/running_a_club.md does. Everybody waits `think` seconds on average between two clicks. First nobody
simulates, then five do with more games than the workers can play: the same people, the same clicks. Ends by itself
and leaves nothing behind. A machine that does other work meanwhile measures that work: compare with the plain
page, a view without a query or a template that is asked for in the same run, and with the processor time of each page.
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
from tests.load.club_site import Club, People
from tests.load.probe import PLAIN_ADDRESS, PROCESSOR_HEADER
from tests.load.processes import MemoryWatch, processor_seconds

MAX_USERS, MAX_SECONDS = 500, 1_200
MEMORY_EVERY_S = 30
PLAIN_PAGE = "plain page"
PATIENCE_S = 30
WORDS = ["", "dragon", "t:character f:vallor", "cost<=2", "kw:shot>=1", "knight", "is:hero", "t:spell cost>3"]
KINDS = {
    "home": 4, "card list": 14, "card": 14, "card face": 10, "public decks": 8, "deck": 10, "deck figures": 4,
    "builder": 14, "builder search": 8, "validate": 8, "save a deck": 2, "my decks": 3, "ratings": 1,
    PLAIN_PAGE: 4,
}  # fmt: skip
"""Actions of users and their weights of a hundred; the plain page comes on top."""
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
    """Response times by kind of page."""

    def __init__(self, port: int, people: People, *, users: int, seconds: float, think: float) -> None:
        self.port, self.people, self.users, self.seconds, self.think = port, people, users, seconds, think
        self.times: dict[str, list[float]] = defaultdict(list)
        self.processor_ms: dict[str, list[float]] = defaultdict(list)
        self.faults: Counter[str] = Counter()
        self.lock = threading.Lock()

    def ask(self, kind: str, path: str, *, who: int, body: Any = None, token: str = "", htmx: str = "") -> bytes:
        headers = {
            "X-Forwarded-For": f"10.0.{who // 250}.{who % 250 + 1}",
            "Accept-Language": "es",
            "Host": "localhost",
        }
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if htmx:
            headers |= {"HX-Request": "true", "HX-Target": htmx}
        if body is not None:
            headers["Content-Type"] = "application/json"
        started, fault, answer, used = time.perf_counter(), "", b"", ""
        try:
            with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as connection:
                connection.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
                response = connection.getresponse()
                answer, used = response.read(), response.getheader(PROCESSOR_HEADER, "")
                if response.status >= 400:
                    fault = f"{kind}: {response.status} {answer[:120]!r}"
        except OSError as broken:
            fault = f"{kind}: {type(broken).__name__}"
        with self.lock:
            self.times[kind].append(time.perf_counter() - started)
            self.processor_ms[kind] += [float(used)] if used else []
            if fault:
                self.faults[fault] += 1
        return answer

    def click(self, who: int, chance: random.Random) -> None:
        """One random action: mostly reading, often building, sometimes saving."""
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
            PLAIN_PAGE: PLAIN_ADDRESS,
        }  # fmt: skip
        if kind in paths:
            self.ask(kind, paths[kind], who=who)
        elif kind == "card face":
            self.ask(kind, people.faces[code], who=who)
        elif kind == "builder search":
            self.ask(kind, f"{builder}&q={word}", who=who, htmx="results")
        elif kind == "my decks":
            self.ask(kind, "/api/v1/decks/", who=who, token=token)
        else:
            text = chance.choice(people.texts)
            path = "/api/v1/decks/validate/" if kind == "validate" else "/api/v1/decks/"
            self.ask(kind, path, who=who, body={"text": text}, token=token if kind == "save a deck" else "")

    def visit(self, who: int, until: float) -> None:
        chance = random.Random(who)  # the same clicks in both halves of the evening
        while True:
            # Also before the first click: the evening is in full swing, and clicks come evenly from its first second.
            time.sleep(min(chance.expovariate(1 / self.think), max(0.0, until - time.monotonic())))
            if time.monotonic() >= until:
                return
            self.click(who, chance)

    def simulate(self, who: int, until: float) -> None:
        """Starts more games than can be played, and polls like the page."""
        token = self.people.tokens[-1 - who]
        raw = {"deck": {"text": self.people.texts[who]}, "games": 4_000, "seed": who + 1}
        answer = self.ask("start a simulation", "/api/v1/simulations/", who=900 + who, body=raw, token=token)
        if batch := json.loads(answer).get("token"):
            while time.monotonic() < until:
                self.ask("watch a simulation", f"/simulations/{batch}/live/", who=900 + who, htmx="batch-live")
                time.sleep(2)
            self.ask("cancel it", f"/api/v1/simulations/{batch}/cancel/", who=900 + who, body={}, token=token)

    def run(self, *, web: list[int], simulating: int = 0) -> dict[str, Any]:
        until, used = time.monotonic() + self.seconds, processor_seconds(web)
        crowd = [threading.Thread(target=self.visit, args=(who, until)) for who in range(self.users)]
        crowd += [threading.Thread(target=self.simulate, args=(who, until)) for who in range(simulating)]
        for thread in crowd:
            thread.start()
        for thread in crowd:
            thread.join()
        return self.figures(web_seconds=processor_seconds(web) - used)

    def figures(self, *, web_seconds: float) -> dict[str, Any]:
        pages = [kind for kind in self.times if "simulation" not in kind and kind != PLAIN_PAGE]
        times = {"all pages": [seconds for kind in pages for seconds in self.times[kind]]} | dict(
            sorted(self.times.items())
        )
        used = {"all pages": [spent for kind in pages for spent in self.processor_ms[kind]]} | self.processor_ms
        count = sum(map(len, self.times.values()))
        kinds = {kind: _summarize(kind_times, self.seconds) for kind, kind_times in times.items()}
        for kind, figures in kinds.items():
            figures["share"] = round(100 * len(times[kind]) / count, 1)
            figures["processor_ms"] = round(statistics.fmean(used.get(kind) or [0.0]), 1)
        return {
            "kinds": kinds,
            "processor_ms_a_request": round(1000 * web_seconds / max(1, count), 1),
            "faults": dict(self.faults),
        }


def _summarize(times: list[float], seconds: float) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=20) if len(times) > 1 else times * 19
    return {
        "requests": len(times), "per_second": round(len(times) / seconds, 1), "p50_ms": round(1000 * cuts[9]),
        "p95_ms": round(1000 * cuts[18]), "max_ms": round(1000 * max(times)),
    }  # fmt: skip


def show(title: str, half: dict[str, Any]) -> None:
    heads = ("requests", "a second", "p50 ms", "p95 ms", "max ms", "share %", "CPU ms")
    say(f"\n{title}\n{'page':<20}" + "".join(f"{head:>9}" for head in heads))
    for kind, figures in half["kinds"].items():
        say(f"{kind:<20}" + "".join(f"{value:>9}" for value in figures.values()))
    say(f"processor time of the web processes: {half['processor_ms_a_request']} ms a request")
    for fault, count in half["faults"].items():
        say(f"  {count} × {fault}")


def ratio(first: dict[str, Any], second: dict[str, Any], figure: str) -> float:
    return float(round(first[figure] / max(0.1, second[figure]), 2))


def show_memory(samples: list[dict[str, Any]]) -> None:
    say("\nmemory in MB\n" + "".join(f"{name:>12}" for name in samples[0]))
    for sample in samples:
        say("".join(f"{value:>12}" for value in sample.values()))


def evening(site: Club, options: dict[str, Any]) -> dict[str, Any]:
    """Runs both halves and compares them with each other and the plain page.

    Also returns the slowest queries of the second half.
    """
    web = site.site.web_pids()
    first = Evening(site.port, site.people, users=20, seconds=10, think=0.3)
    for address in site.people.faces.values():  # drawn at the first request, so that neither half pays for it
        first.ask("card face", address, who=0)
    first.run(web=web)
    rest = Evening(site.port, site.people, **options).run(web=web)
    show(f"{options['users']} people, nobody simulates", rest)
    with psycopg.connect(site.database, autocommit=True) as database:
        database.execute("SELECT pg_stat_statements_reset()")
    busy = Evening(site.port, site.people, **options).run(web=web, simulating=5)
    show(f"{options['users']} people, 5 simulate", busy)
    with psycopg.connect(site.database) as database:
        slowest = database.execute(SLOWEST).fetchall()
    pages, plain = rest["kinds"]["all pages"], rest["kinds"].get(PLAIN_PAGE, rest["kinds"]["all pages"])
    figures = ("p50_ms", "p95_ms")
    return {
        "rest": rest,
        "busy": busy,
        "ratios": {figure: ratio(busy["kinds"]["all pages"], pages, figure) for figure in figures},
        "to_plain_page": {figure: ratio(pages, plain, figure) for figure in (*figures, "processor_ms")},
        "games_played": site.games_played(),
        "slowest": [list(map(str, row)) for row in slowest],
    }


def show_comparison(document: dict[str, Any]) -> None:
    ratios, plain, played = document["ratios"], document["to_plain_page"], document["games_played"]
    say(f"\nsimulating : at rest   p50 × {ratios['p50_ms']}, p95 × {ratios['p95_ms']}; {played} games were played")
    say(
        f"all pages : plain page   p50 × {plain['p50_ms']}, p95 × {plain['p95_ms']}, "
        f"processor time × {plain['processor_ms']}"
    )
    say("\nthe ten slowest queries: mean ms, calls, total ms")
    for mean, calls, total, query in document["slowest"]:
        say(f"{mean:>9}{calls:>7}{total:>8}  {query[:300]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60, help="of each half")
    parser.add_argument("--think", type=float, default=8.0)
    parser.add_argument("--memory", action="store_true", help="of web server and worker, every half minute")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if not 1 <= arguments.users <= MAX_USERS or not 5 <= arguments.seconds <= MAX_SECONDS:
        parser.error(f"at most {MAX_USERS} users, and 5 to {MAX_SECONDS} seconds")
    options = {"users": arguments.users, "seconds": arguments.seconds, "think": arguments.think}
    with (
        tempfile.TemporaryDirectory(prefix="signum-load-", dir="/tmp") as folder,
        club_site.running(Path(folder)) as site,
    ):
        watch = MemoryWatch({"web": site.site.web_pids, "worker": site.worker_pids}, every_s=MEMORY_EVERY_S)
        if arguments.memory:
            watch.start()
        document = evening(site, options)
        document["memory"] = watch.stop() if arguments.memory else []
    show_comparison(document)
    if document["memory"]:
        show_memory(document["memory"])
    if arguments.json:
        arguments.json.write_text(json.dumps(document, indent=1))
    return 1 if document["rest"]["faults"] or document["busy"]["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
