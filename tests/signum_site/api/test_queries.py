"""Lists of the API take a bounded number of queries, however many rows they have."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.throttling import SimpleRateThrottle

from collection.models import Printing
from collection.stock.models import Collection, LedgerBatch
from collection.stock.services import StockChange, stock_enter
from decks.availability.services import deck_build
from decks.models import Deck
from decks.rules.house_formats import house_format_create
from decks.services import version_save
from decks.social.reactions import comment_add
from decks.social.share_links import link_create, visibility_set
from signum_site.accounts.services import token_create
from simulator import games
from tests.decks.samples import battle_cards, person, reference, saved_deck, without
from tests.signum_site.api.test_descriptions import SCHEMA
from tests.signum_site.visitors import House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db
ACCOUNT = 1
"""The token with its account."""
QUERIES = {
    "cards/": 1,
    "games/": 0,
    "sets/": 1,
    "keywords/": 1,
    "formats/": 1,
    "collection/": 1,
    "collection/{collection}/holdings/": 3,
    "collection/{collection}/ledger/": 4,
    "reserve/": 1,
    "reserve/buildable/": 7,
    "simulations/": 1,
    "ratings/": 3,
    "ratings/leaders/": 2,
    "ratings/decks/{deck}/": 4,
    "decks/": 2,
    "decks/?mine=1": 3,
    "decks/{deck}/versions/": 2,
    "decks/{deck}/comments/": 3,
    "decks/{deck}/links/": 2,
    "decks/{deck}/diff/?before=1&after=2": 6,
}
COUNTING = 1
"""Pages of former arrays count their rows."""


def add_rows(house: House) -> None:
    """Several rows for every list."""
    owner, signum = house.people["owner"], games.system("signum")
    collection = Collection.objects.get(pk=house.fixed["collection"])
    deck = Deck.objects.get(pk=house.decks["public"]["deck"])
    base = reference()
    for number, printing in enumerate(Printing.objects.filter(system="signum").order_by("-pk")[:5]):
        changes = [StockChange(printing.pk, "cards", by=1), StockChange(printing.pk, "wanted", by=1)]
        stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND, why=str(number))
        public = saved_deck(owner)
        visibility_set(deck=public, visibility=Deck.Visibility.PUBLIC)
        deck_build(owner=owner, version=public.current)  # type: ignore[arg-type]
        fewer = without(base, battle_cards(base)[number])
        version_save(deck=deck, author=owner, decklist=fewer, message="fewer", parent=number + 1)
        comment_add(deck=deck, author=person(f"guest{number}"), text="A *remark*")
        link_create(deck=deck)
        house_format_create(
            owner=owner, system=signum, base=signum.formats[0].code, name=f"Ours {number}", params={}, limits={}
        )


@pytest.fixture
def api(house: House, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)
    token = token_create(user=house.people["owner"], name="queries")
    return Client(headers={"Authorization": f"Bearer {token}"})


def test_lists_take_few_queries(api: Client, house: House) -> None:
    urls = {f"/api/v1/{house.filled(address, 'public')}": most for address, most in QUERIES.items()}
    for url in urls:
        api.get(url)  # fills the caches of the process, and notes when the token was used
    add_rows(house)
    excess = {}
    for url, most in urls.items():
        for query, more in (("", 0), ("shape=page", COUNTING)):
            address = f"{url}{'&' if '?' in url else '?'}{query}"
            with CaptureQueriesContext(connection) as queries:
                assert api.get(address).status_code == 200
            if len(queries) > ACCOUNT + most + more:
                excess[address] = len(queries)
    assert excess == {}


def test_every_list_of_the_schema_is_bounded() -> None:
    listed = {
        path.removeprefix("/api/v1/")
        for path, item in SCHEMA["paths"].items()
        if "List" in str(item.get("get", {}).get("responses", {}).get("200", {}).get("content"))
        and "Paginated" in str(item["get"]["responses"]["200"]["content"])
    }
    holes = {"collection/{collection}": "collection/{id}", "decks/{deck}": "decks/{id}"}
    bounded = set()
    for address in QUERIES:
        path = address.partition("?")[0]
        for name, hole in holes.items():
            path = path.replace(name, hole)
        bounded.add(path)
    assert listed <= bounded
