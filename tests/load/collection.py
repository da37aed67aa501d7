# ruff: noqa: E402 (Django must be set up before anything of it is imported)
"""Measures the pages of a large collection.

It fills a database made for it.

    DATABASE_URL=postgres://…/a_database_of_its_own .venv/bin/python -m tests.load.collection 2000

Prints the fastest of several runs: milliseconds of wall time, and of this process.
"""

import os
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.management import call_command
from django.test import Client

from collection.models import Card, Printing
from collection.services import catalogue_load
from collection.stock.models import Collection, Holding, LedgerBatch
from collection.stock.services import StockChange, collection_create, stock_enter
from signum_site.accounts.models import User
from simulator import games

TIMES = 10
PAGES = ("", "?show=wanted", "?q=the", "history/", "list/", "export.csv")


def seed(entries: int) -> Collection:
    """A collection of reprints: the existing cards again, in a fictitious set."""
    catalogue_load(system=games.system("signum"))
    cards = list(Card.objects.filter(system="signum").order_by("code"))
    existing = Printing.objects.filter(set_code="load").count()
    Printing.objects.bulk_create(
        Printing(card=cards[n % len(cards)], system="signum", code=f"load-{n:05}", set_code="load")
        for n in range(existing, entries)
    )
    owner, _ = User.objects.get_or_create(username="collector", email="collector@signum.example")
    shelf = Collection.objects.of(owner).first() or collection_create(owner=owner, system="signum", name="Shelf")
    printings = Printing.objects.filter(set_code="load").order_by("code")[:entries].values_list("pk", flat=True)
    changes = [StockChange(pk, what, to=1 + pk % 3) for pk in printings for what in ("cards", "wanted")]
    stock_enter(collection=shelf, changes=changes, kind=LedgerBatch.Kind.IMPORT, why="Many")
    return shelf


def main(entries: int) -> None:
    call_command("migrate", verbosity=0)
    shelf = seed(entries)
    client = Client(HTTP_HOST="localhost")
    client.force_login(shelf.owner)
    print(f"{Holding.objects.filter(collection=shelf).count()} entries")  # noqa: T201
    for page in PAGES:
        times = []
        for _ in range(TIMES):
            clock, processor = time.perf_counter(), time.process_time()
            answer = client.get(f"/collection/{shelf.pk}/{page}")
            times.append((time.perf_counter() - clock, time.process_time() - processor))
        clock, processor = (1000 * min(column) for column in zip(*times, strict=True))
        line = f"{page or 'the collection':15} {answer.status_code} {clock:6.0f} ms, {processor:5.0f} ms of its own"
        print(f"{line}; {len(answer.content) // 1024} KB")  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
