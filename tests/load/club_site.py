"""The site of a club for load tests, with servers, users, cards and decks."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from signum_site.config.environment import BASE_DIR
from tests.signum_site.worker.running import Site, family, running_site
from tests.simulator.batches.servers import own_postgres, own_redis

PEOPLE, DECKS_EACH = 40, 10
SERVER = ("shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track=top")

SEED = f"""
import json
from dataclasses import replace
from decks.services import deck_create
from decks.social.share_links import visibility_set
from collection.models import Card
from collection.images.card_images import face_url
from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from simulator import games
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import render
system = games.system("signum")
references = [one.deck for one in system.reference_decks()]

def thinned(deck):
    '''The deck, and the deck without each one of its cards, as users change their decks.'''
    largest = max(deck.sections, key=lambda section: len(section[1]))
    yield deck
    for gone in largest[1]:
        left = tuple(line for line in largest[1] if line != gone)
        yield replace(deck, sections=tuple((largest[0], left) if one == largest else one for one in deck.sections))

tokens, decks = [], []
for number in range({PEOPLE}):
    person = User.objects.create_user(f"person{{number}}")
    tokens.append(token_create(user=person, name="load"))
    for one in range({DECKS_EACH}):
        deck = deck_create(owner=person, decklist=references[(number + one) % len(references)])
        visibility_set(deck=deck, visibility="public")
        decks.append(deck.pk)
cards = list(Card.objects.filter(system="signum").order_by("code")[:60])
print(json.dumps({{
    "tokens": tokens, "decks": decks, "cards": [card.code for card in cards],
    "faces": {{card.code: face_url(card, language="es", size="small") for card in cards}},
    "codes": [encode(variant, system=system) for deck in references for variant in thinned(deck)],
    "texts": [render(deck, system=system) for deck in references],
}}))
"""


@dataclass(frozen=True, slots=True)
class People:
    tokens: list[str]
    decks: list[int]
    cards: list[str]
    faces: dict[str, str]
    codes: list[str]
    texts: list[str]


@dataclass(frozen=True, slots=True)
class Club:
    site: Site
    database: str
    people: People

    @property
    def port(self) -> int:
        return self.site.port

    def worker_pids(self) -> list[int]:
        return family(self.site.worker_pid())

    def games_played(self) -> int:
        with psycopg.connect(self.database) as database:
            row = database.execute("SELECT coalesce(sum(played_pairs), 0) FROM simulator_matchup").fetchone()
        return 2 * int(row[0]) if row else 0


@contextmanager
def running(folder: Path) -> Iterator[Club]:
    with ExitStack() as stack:
        folder.chmod(0o755)
        postgres = stack.enter_context(own_postgres(folder / "postgres", settings=SERVER))
        redis = stack.enter_context(own_redis(folder))
        with psycopg.connect(postgres.url, autocommit=True) as database:
            database.execute("CREATE EXTENSION pg_stat_statements")
        (var := folder / "var").mkdir()
        site = stack.enter_context(
            running_site(
                var,
                DATABASE_URL=postgres.url,
                BROKER_URL=redis.url,
                CACHE_URL=redis.url.replace("/0", "/1"),
                WEB_PROCESSES="2",
                WORKER_PROCESSES="2",
                PROXIES="1",
                LOG_LEVEL="WARNING",
                SECRET_KEY=secrets.token_urlsafe(48),
                DJANGO_SETTINGS_MODULE="tests.load.club_settings",
            )
        )
        yield Club(site=site, database=postgres.url, people=People(**json.loads(seed(site))))


def seed(site: Site) -> str:
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", SEED]
    done = subprocess.run(
        command, cwd=BASE_DIR, env={**os.environ, **site.env}, capture_output=True, text=True, timeout=300
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout.strip()
