"""`own`, `mini` and `wanted` in the library's search."""

import pytest

from collection.search import search
from collection.stock.models import Collection, LedgerBatch
from collection.stock.services import StockChange, collection_create, stock_enter
from signum_site.accounts.models import User
from simulator import games
from tests.collection.stock.conftest import printing


@pytest.fixture
def user_with_cards(collection: Collection, owner: User) -> User:
    club = collection_create(owner=owner, system="signum", name="Club")
    greer, rowena = printing("core-007").pk, printing("core-010").pk
    changes = [
        StockChange(greer, "cards", by=1),
        StockChange(greer, "painted", by=1),
        StockChange(rowena, "wanted", by=2),
    ]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND)
    more = [StockChange(greer, "cards", by=2), StockChange(greer, "unpainted", by=1)]
    stock_enter(collection=club, changes=more, kind=LedgerBatch.Kind.HAND)
    return owner


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("own>0", {"core-007"}),
        ("own=3", {"core-007"}),
        ("own>3", set()),
        ("mini=2", {"core-007"}),
        ("wanted>=2", {"core-010"}),
    ],
)
def test_counts_span_all_collections(user_with_cards: User, text: str, codes: set[str]) -> None:
    results = search(system=games.system("signum"), text=text, user=user_with_cards, language="en")
    assert {card.code for card in results.cards(first=0, count=50)} == codes


def test_users_do_not_see_each_other_s_cards(user_with_cards: User, stranger: User) -> None:
    assert search(system=games.system("signum"), text="own>0", user=stranger, language="en").total == 0
