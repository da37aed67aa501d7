"""What three further games cost: the start of a process, and the pages of the card library.

    .venv/bin/python -m tests.load.four_games [--starts 7] [--requests 200] [--cards 200]

The further games are copies of the toy game, each with 200 cards. They are in a temporary folder that is searched like
simulator/games. One game and four games take turns, each in processes of its own, with SQLite files of their own.
Nothing is sent over a network: requests go through every middleware inside the process.

Parts of a start, in milliseconds by the clock and of processor time:

- interpreter: from starting the process to its first line;
- catalogues: importing the games, and reading every card of every game;
- setup: importing Django and `django.setup()`, after the games have been imported;
- addresses: importing the URL patterns, and with them the views;
- first page: the first answer of /cards/, which makes the search index of one game.

It ends by itself after a few minutes and leaves nothing behind.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = ("/cards/", "/cards/?q=fire", "/cards/?q=t:character+str>=3", "/cards/?q=cost<=4+sort:name")
PARTS = ("interpreter", "catalogues", "setup", "addresses", "first page")


def main() -> None:
    arguments = _parse_arguments()
    with tempfile.TemporaryDirectory(prefix="signum-four-games-") as folder:
        sites = _make_sites(Path(folder), cards=arguments.cards)
        starts: dict[str, list[dict[str, Any]]] = {name: [] for name in sites}
        for _ in range(arguments.starts):
            for name, environment in sites.items():
                starts[name].append(json.loads(_run(environment, "start")))
        pages = _measure_pages(sites, arguments.requests)
    figures = {
        name: {"start": _summarize_starts(starts[name]), "library": _summarize_pages(pages[name])} for name in sites
    }
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=7)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--cards", type=int, default=200)
    parser.add_argument("--child", choices=CHILDREN, help=argparse.SUPPRESS)
    return parser.parse_args()


# --- the sites


def _make_sites(folder: Path, *, cards: int) -> dict[str, dict[str, str]]:
    """The environments of a site with one game and of one with four, their cards loaded."""
    from tests.load import further_games

    for code in further_games.CODES:
        further_games.copy_toy(folder / "games", code=code, cards=cards)
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "ENGINE_PURE") if name in os.environ}
    common = {**kept, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    one = {**common, "VAR_DIR": str(folder / "one")}
    four = {**common, "VAR_DIR": str(folder / "four"), "FURTHER_GAMES": str(folder / "games")}
    (folder / "one").mkdir()
    _run(one, "load")
    shutil.copytree(folder / "one", folder / "four")
    _run(four, "load")
    return {"one game": one, "four games": four}


def _command(child: str) -> list[str]:
    return [sys.executable, "-m", "tests.load.four_games", "--child", child]


def _run(environment: dict[str, str], child: str) -> str:
    started = {"STARTED_AT": str(time.monotonic())}
    process = subprocess.run(
        _command(child), cwd=ROOT, env=environment | started, capture_output=True, text=True, timeout=120
    )
    if process.returncode:
        raise SystemExit(process.stdout + process.stderr)
    return process.stdout.splitlines()[-1]


# --- pages


def _measure_pages(sites: dict[str, dict[str, str]], requests: int) -> dict[str, list[list[float]]]:
    """Milliseconds of clock and processor for every request; the sites answer in turns."""
    servers = {
        name: subprocess.Popen(
            _command("serve"), cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for name, environment in sites.items()
    }
    figures: dict[str, list[list[float]]] = {name: [] for name in servers}
    # The first requests fill what every process keeps, and are not counted.
    for number, page in enumerate(islice(cycle(PAGES), requests + len(PAGES))):
        for name, server in servers.items():
            answer = _ask(server, page)
            if number >= len(PAGES):
                figures[name].append(answer)
    for server in servers.values():
        server.communicate(timeout=30)
    return figures


def _ask(server: "subprocess.Popen[str]", page: str) -> list[float]:
    if server.stdin is None or server.stdout is None:
        raise SystemExit("The pipes are closed.")
    server.stdin.write(page + "\n")
    server.stdin.flush()
    answer: list[float] = json.loads(server.stdout.readline())
    return answer


# --- inside of a process with one game or four


def _find_games() -> None:
    # Imported here, because that imports the engine, whose time belongs to the catalogues.
    from tests.load import further_games

    if folder := os.environ.get("FURTHER_GAMES"):
        further_games.find_in(folder)


def _load() -> None:
    _find_games()
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_catalogue", "--json")


def _start() -> None:
    steps = [("interpreter", time.monotonic(), time.process_time())]

    def note(part: str) -> None:
        steps.append((part, time.monotonic(), time.process_time()))

    _find_games()
    from simulator import games

    cards = sum(1 for system in games.systems().values() for card in system.catalogue if card.text("en") is not None)
    note("catalogues")
    import django

    django.setup()
    note("setup")
    from django.urls import get_resolver

    if not get_resolver().url_patterns:
        raise SystemExit("The site has no addresses.")
    note("addresses")
    _get("/cards/")
    note("first page")
    before, spent = float(os.environ["STARTED_AT"]), 0.0
    figures: dict[str, Any] = {"games": len(games.systems()), "cards": cards}
    for part, clock, processor in steps:
        figures[part] = [1000 * (clock - before), 1000 * (processor - spent)]
        before, spent = clock, processor
    sys.stdout.write(json.dumps(figures) + "\n")


def _get(page: str) -> None:
    from django.core.cache import cache
    from django.test import Client

    cache.clear()  # visitors are throttled
    response = Client(SERVER_NAME="127.0.0.1").get(page)
    if response.status_code != 200:
        raise SystemExit(f"{page}: {response.status_code}")


def _serve() -> None:
    """Answers each line, an address, with the milliseconds that the page took."""
    _find_games()
    import django

    django.setup()
    for line in sys.stdin:
        clock, processor = time.perf_counter(), time.process_time()
        _get(line.strip())
        took = [1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - processor)]
        sys.stdout.write(json.dumps(took) + "\n")
        sys.stdout.flush()


CHILDREN: dict[str, Callable[[], None]] = {"load": _load, "start": _start, "serve": _serve}


# --- figures


def _summarize_starts(starts: list[dict[str, Any]]) -> dict[str, Any]:
    """The quickest and the median of every part, and of all parts but the first page."""
    figures: dict[str, Any] = {"games": starts[0]["games"], "cards": starts[0]["cards"]}
    for part in PARTS:
        figures[part] = _least_and_median([start[part] for start in starts])
    figures["whole start"] = _least_and_median(
        [[sum(start[part][kind] for part in PARTS) for kind in (0, 1)] for start in starts]
    )
    return figures


def _least_and_median(times: list[list[float]]) -> dict[str, int]:
    clock, processor = ([time[kind] for time in times] for kind in (0, 1))
    return {
        "clock least": round(min(clock)),
        "clock median": round(statistics.median(clock)),
        "processor least": round(min(processor)),
        "processor median": round(statistics.median(processor)),
    }


def _summarize_pages(times: list[list[float]]) -> dict[str, float]:
    clock, processor = ([time[kind] for time in times] for kind in (0, 1))
    return {
        "requests": len(times),
        "clock p50": _percentile(clock, 50),
        "clock p95": _percentile(clock, 95),
        "processor p50": _percentile(processor, 50),
        "processor p95": _percentile(processor, 95),
    }


def _percentile(times: list[float], percent: int) -> float:
    return round(sorted(times)[min(len(times) - 1, len(times) * percent // 100)], 1)


if __name__ == "__main__":
    arguments = _parse_arguments()
    (CHILDREN[arguments.child] if arguments.child else main)()
