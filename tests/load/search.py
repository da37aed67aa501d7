"""How long a search of ten thousand cards takes, on the database that DATABASE_URL names, else on SQLite.

    .venv/bin/python -m tests.load.search [--cards 10000] [--requests 200]

Asks the library's page and the API in this process, through every middleware: queries with three conditions, facets
counted, sixty cards shown. Prints milliseconds by the clock and of processor time; the clock includes the database's
own work and whatever else the machine is busy with, processor time neither.
"""

# ruff: noqa: E402 Django is set up before anything of it is imported.
import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="signum-load-"))

import django

django.setup()

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, get_runner
from django.urls import reverse

from collection.models import Card
from collection.search import search
from collection.services import catalogue_load
from simulator import games
from tests.load.synthetic import synthetic

QUERIES = (
    "t:character str>=3 f:vallor",
    "kw:shot>=2 cost<=4 draw",
    "(t:spell or t:relic) -f:vallor damage",
    "race:dwarf hp>=4 sort:-cost",
    "brisa molfron t:hero",
    "needs:temple is:merc sort:name",
    '"until the end of the turn" f:grypharim cost:2-4',
    "t:personaje fuerza>=2 kw:agil",
)


def main() -> int:
    arguments = _parse_arguments()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    # A private database, created and removed like that of the tests.
    names = runner.setup_databases()
    try:
        sys.stdout.write(json.dumps(_measure(arguments.cards, arguments.requests), indent=2) + "\n")
    finally:
        runner.teardown_databases(names)
    return 0


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=200)
    return parser.parse_args()


def _measure(cards: int, requests: int) -> dict[str, object]:
    system = synthetic(cards=cards)
    # Makes the site use this catalogue.
    games.systems = lambda **extra: {system.code: system}  # type: ignore[assignment]
    catalogue_load(system=system)
    started = time.process_time()
    client = Client(SERVER_NAME="127.0.0.1")
    page, api = reverse("cards"), reverse("api_cards")
    _request(client, page)
    indexed = time.process_time() - started
    with CaptureQueriesContext(connection) as queries:
        _request(client, page, q=QUERIES[0])
    texts = list(islice(cycle(QUERIES), requests))
    return {
        "database": connection.vendor,
        "cards": Card.objects.count(),
        "index and first page, processor s": round(indexed, 2),
        "queries a page": len(queries),
        "search and facets": _summarize(texts, lambda text: search(system=games.system("signum"), text=text).facets()),
        "page with 60 faces": _summarize(texts, lambda text: _request(client, page, q=text)),
        "page as a table": _summarize(texts, lambda text: _request(client, page, q=text, view="table")),
        "API with facets": _summarize(texts, lambda text: _request(client, api, q=text, facets="1")),
    }


def _request(client: Client, address: str, **query: str) -> None:
    """Requests a page; clears the cache first, because the API is throttled."""
    cache.clear()
    response = client.get(address, query)
    if response.status_code != 200:
        raise SystemExit(f"{address} {query}: {response.status_code}")


def _summarize(texts: list[str], query: Callable[[str], object]) -> dict[str, float]:
    clock, processor = [], []
    for text in texts:
        started, spent = time.perf_counter(), time.process_time()
        query(text)
        clock.append(time.perf_counter() - started)
        processor.append(time.process_time() - spent)
    return {
        "clock p50": _percentile(clock, 50),
        "clock p95": _percentile(clock, 95),
        "processor p50": _percentile(processor, 50),
        "processor p95": _percentile(processor, 95),
    }


def _percentile(seconds: list[float], percent: int) -> float:
    """In milliseconds."""
    return round(1000 * sorted(seconds)[min(len(seconds) - 1, len(seconds) * percent // 100)], 1)


if __name__ == "__main__":
    sys.exit(main())
