"""Pages of 100,000 public decks, on PostgreSQL: seeds a database that holds no decks, and measures.

    DATABASE_URL=postgres://postgres@127.0.0.1:5432/name python -m tests.load.decks [--decks 100000] [--only-measure]

The database is migrated first and keeps what was seeded; it must be one that may be thrown away.
"""

import argparse
import os
import statistics
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, reset_queries  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from decks.availability.requirements import Stock  # noqa: E402
from decks.browse import public_decks  # noqa: E402
from decks.browse.cursor import cursor_of  # noqa: E402
from decks.models import Deck  # noqa: E402
from decks.rules.legality import rules_key  # noqa: E402
from signum_site.accounts.models import User  # noqa: E402
from simulator.games.signum import SYSTEM  # noqa: E402

MAX_DECKS = 200_000
LINES = 30
TIMES = 7
UNUSED, FOREIGN = "core-275", "core-274"
"""A card in no deck, and one in many of every hero but the first."""


def seed(count: int) -> None:
    """Creates decks of 30 lines in SQL, spread over heroes, dates and likes.

    Nine of ten are legal in basic, none in online.
    """
    heroes = [card.code for card in SYSTEM.catalogue if card.kind == "hero"]
    colours = [str(SYSTEM.catalogue[hero].fact("faction")) for hero in heroes]
    key = rules_key(SYSTEM.format("basic"), system=SYSTEM)
    none = rules_key(SYSTEM.format("online"), system=SYSTEM)
    statements = [
        ("INSERT INTO accounts_user (username, password, email, first_name, last_name, is_superuser, is_staff,"
         " is_active, date_joined, language, theme)"
         " SELECT 'load' || n, '', '', '', '', false, false, true, now(), '', 'auto'"
         " FROM generate_series(1, 1000) n", []),
        ("INSERT INTO decks_deck (owner_id, system, name, name_folded, notes, visibility, face, colour, created_at,"
         " changed_at, published_at, like_count, rating)"
         " SELECT (SELECT min(id) FROM accounts_user WHERE username LIKE 'load%%') + n %% 1000, 'signum',"
         " 'Deck ' || md5(n::text), 'deck ' || md5(n::text), '', 'public',"
         " (%s::text[])[1 + n %% %s], (%s::text[])[1 + n %% %s], now(), now(),"
         " now() - n * interval '7 seconds', n %% 500, 1000 + n %% 900 FROM generate_series(1, %s) n",
         [heroes, len(heroes), colours, len(heroes), count]),
        ("INSERT INTO decks_deckversion (deck_id, number, message, name, format, content_hash, created_at)"
         " SELECT id, 1, '', name, 'basic', encode(sha256(id::text::bytea), 'hex'), now() FROM decks_deck", []),
        ("UPDATE decks_deck SET current_id = v.id FROM decks_deckversion v WHERE v.deck_id = decks_deck.id", []),
        ("INSERT INTO decks_deckline (version_id, position, section, card, count)"
         " SELECT v.id, p, 'battle', 'core-' || lpad((1 + (v.id * 7 + p * 9) %% 270)::text, 3, '0'), 1"
         " FROM decks_deckversion v, generate_series(1, %s) p", [LINES]),
        ("UPDATE decks_deckline SET card = %s FROM decks_deck d"
         " WHERE d.current_id = version_id AND position = %s AND d.face <> %s AND d.id %% 5 = 0",
         [FOREIGN, LINES, heroes[0]]),
        ("INSERT INTO decks_verdict (content_hash, rules, legal, created_at)"
         " SELECT content_hash, %s, id %% 10 > 0, now() FROM decks_deckversion", [key]),
        ("INSERT INTO decks_verdict (content_hash, rules, legal, created_at)"
         " SELECT content_hash, %s, false, now() FROM decks_deckversion", [none]),
        ("INSERT INTO decks_decktag (deck_id, tag) SELECT id, 'rush' FROM decks_deck WHERE id %% 50 = 0", []),
    ]  # fmt: skip
    with connection.cursor() as cursor:
        for statement, values in statements:
            cursor.execute(statement, values or None) if values else cursor.execute(statement.replace("%%", "%"))
        cursor.execute("ANALYZE")


def measure() -> None:
    deep = Deck.objects.public().order_by("-published_at", "-pk")[Deck.objects.count() * 9 // 10]
    hero = SYSTEM.catalogue.find("Herrick")[0].code
    first_hero = next(card.code for card in SYSTEM.catalogue if card.kind == "hero")
    queries = {
        "newest": {},
        "nine tenths down": {"after": cursor_of(deep, "published_at")},
        "best liked": {"order": "likes"},
        "highest rated": {"order": "rating"},
        "one side": {"colour": "vallor"},
        "one hero": {"face": hero},
        "contains a card": {"card": "Fireball"},
        "legal in basic": {"format": "basic"},
        "tag": {"tag": "rush"},
        "word of a name": {"q": "Deck ab"},
        "word nobody used": {"q": "zzzzz"},
        "two letters": {"q": "zz"},
        "one letter": {"q": "z"},
        "rated at least 1500": {"rating": "1500"},
        "rated at least 1895": {"rating": "1895"},
        "rated, hero, card": {"rating": "1800", "face": hero, "card": "Fireball"},
        "rating nobody has": {"rating": "2500"},
        "card in no deck": {"card": UNUSED},
        "hero, card in none": {"face": hero, "card": UNUSED},
        "hero, foreign card": {"face": first_hero, "card": FOREIGN},
        "rare word and card": {"q": "abcd", "card": "Fireball", "order": "likes"},
        "hero, card, format": {"face": hero, "card": "Fireball", "format": "basic"},
        "legal by likes": {"format": "basic", "order": "likes"},
        "legal nowhere": {"format": "online"},
        "buildable, many": {"buildable": "1", "owned": "1"},
        "buildable, none": {"buildable": "1", "owned": "10"},
    }
    user = User.objects.get(username="load1")
    for name, query in queries.items():
        # The user owns every card, or all but every tenth.
        lacks = int(query.pop("owned", 1))
        box = {card.code: 3 for n, card in enumerate(SYSTEM.catalogue) if lacks == 1 or n % lacks}
        public_decks.owned = lambda user, system, box=box: Stock(box)
        wall_ms, cpu_ms = [], []
        for _ in range(TIMES):
            reset_queries()
            wall, start = time.perf_counter(), time.process_time()
            page = public_decks.public_page(public_decks.parse_query(query), user=user)
            wall_ms.append((time.perf_counter() - wall) * 1000)
            cpu_ms.append((time.process_time() - start) * 1000)
        with CaptureQueriesContext(connection) as captured:
            public_decks.public_page(public_decks.parse_query(query), user=user)
        line = f"{name:20} {len(page.decks):3} decks  median {statistics.median(wall_ms):6.1f} ms"
        line += f"  best {min(wall_ms):6.1f} ms"
        print(f"{line}  own processor {min(cpu_ms):5.1f} ms  {len(captured)} queries")  # noqa: T201


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=100_000)
    parser.add_argument("--only-measure", action="store_true")
    arguments = parser.parse_args()
    if connection.vendor != "postgresql":
        parser.error("DATABASE_URL names no PostgreSQL database.")
    call_command("migrate", verbosity=0)
    call_command("load_catalogue", verbosity=0)
    if not arguments.only_measure:
        if Deck.objects.exists():
            parser.error("This database holds decks already: give one that may be thrown away, or --only-measure.")
        seed(min(arguments.decks, MAX_DECKS))
    measure()


if __name__ == "__main__":
    main()
