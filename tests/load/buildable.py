# ruff: noqa: E402 (Django must be set up before anything of it is imported)
"""Measures the queries about building with very many public decks.

It fills a database made for it.

    DATABASE_URL=postgres://…/a_database_of_its_own .venv/bin/python -m tests.load.buildable 100000

Prints wall time and processor time in seconds; on a busy machine only the latter is meaningful.
"""

import os
import random
import sys
import time
from collections.abc import Callable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from collection.models import Printing
from collection.services import catalogue_load
from collection.stock.models import LedgerBatch
from collection.stock.services import StockChange, main_collection, stock_enter
from decks.availability.build_plan import build_plan
from decks.availability.models import Requirement
from decks.availability.public_matches import (
    MAX_MISSING,
    card_numbers,
    nearly_buildable,
    ready_made_near,
    requirements_fill,
)
from decks.availability.requirements import NOTHING
from decks.availability.selectors import badges, owned
from decks.models import Deck, DeckLine, DeckVersion
from signum_site.accounts.models import User
from simulator import games

MAX_DECKS = 200_000
BATCH_SIZE = 5_000
WITH_LINES = 1_000


def seed(decks: int) -> User:
    """Creates decks, requirements, and a user who owns half the cards.

    Some decks have all their lines; many more have only the requirements of one of those. The filter reads only
    requirements, so the others need no lines.
    """
    chance = random.Random(7)
    system = games.system("signum")
    catalogue_load(system=system)
    author, _ = User.objects.get_or_create(username="author", email="author@signum.example")
    owner, new = User.objects.get_or_create(username="owner", email="owner@signum.example")
    if new:
        stock(owner, chance=chance)
    if not Deck.objects.exists():
        versions = create_decks(author, WITH_LINES)
        DeckLine.objects.bulk_create(build_lines(versions, chance=chance), batch_size=2_000)
        requirements_fill(Deck.objects.all(), system="signum", numbers=card_numbers("signum"), most=WITH_LINES)
    needs = list(Requirement.objects.values_list("units", "beyond")[:WITH_LINES])
    while (existing := Deck.objects.count()) < decks:
        versions = create_decks(author, min(BATCH_SIZE, decks - existing))
        rows = [(version, *chance.choice(needs)) for version in versions]
        Requirement.objects.bulk_create(
            [Requirement(version=version, units=units, beyond=beyond) for version, units, beyond in rows]
        )
    return owner


def stock(owner: User, *, chance: random.Random) -> None:
    system = games.system("signum")
    ids = dict(Printing.objects.filter(system="signum").values_list("code", "pk"))
    have = {*chance.sample(sorted(ids), len(ids) // 2), *(code for code, _ in system.products()[0].cards)}
    changes = [StockChange(ids[code], "cards", to=2) for code in sorted(have)]
    collection = main_collection(owner=owner, system="signum")
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND)


def create_decks(author: User, number: int) -> list[DeckVersion]:
    now = timezone.now()
    decks = Deck.objects.bulk_create(
        Deck(owner=author, system="signum", name="Deck", visibility="public", published_at=now) for _ in range(number)
    )
    versions = DeckVersion.objects.bulk_create(
        DeckVersion(deck=deck, number=1, name=deck.name, format="basic", content_hash=f"{deck.pk:064d}")
        for deck in decks
    )
    of_deck = DeckVersion.objects.filter(deck=OuterRef("pk")).values("pk")[:1]
    Deck.objects.filter(current=None).update(current=Subquery(of_deck))
    return versions


def build_lines(versions: list[DeckVersion], *, chance: random.Random) -> list[DeckLine]:
    """Reference decks with up to seven cards changed."""
    system = games.system("signum")
    codes = [card.code for card in system.catalogue]
    templates = [[line for _, lines in one.deck.sections for line in lines] for one in system.reference_decks()]
    rows = []
    for version in versions:
        cards = dict(chance.choice(templates))
        for code in chance.sample(sorted(cards), chance.randrange(8)):
            cards[chance.choice(codes)] = cards.pop(code)
        rows += [
            DeckLine(version=version, position=place, section="battle", card=code, count=count)
            for place, (code, count) in enumerate(cards.items())
        ]
    return rows


def measure(name: str, query: Callable[[], object]) -> None:
    times = []
    for _ in range(5):
        clock, processor = time.perf_counter(), time.process_time()
        result = query()
        times.append((time.perf_counter() - clock, time.process_time() - processor))
    clock, processor = min(times)
    print(f"{name}: {clock:.3f} s, {processor:.3f} s of this process; {result}")  # noqa: T201


def main(decks: int) -> None:
    call_command("migrate", verbosity=0)
    owner = seed(min(decks, MAX_DECKS))
    public = Deck.objects.public().filter(system="signum")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    stock = owned(owner, "signum")
    measure("buildable filter", lambda: len(nearly_buildable(public, stock=stock, system="signum")))
    system = games.system("signum")
    measure(
        "ready-made decks",
        lambda: len(ready_made_near(system, stock=stock, reserved=NOTHING, most=MAX_MISSING, only_free=False)),
    )
    ten = [deck.current for deck in public.order_by("pk").select_related("current__deck")[:10] if deck.current]
    measure("can I build these 10", lambda: build_plan(owner, ten, system=system).answer.missing)
    measure("badges of 24 decks", lambda: len(badges(owner, list(public.order_by("pk")[:24]))))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
