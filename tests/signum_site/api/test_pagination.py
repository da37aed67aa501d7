"""Every list of the API has one shape, and keeps the older one until it is removed."""

from typing import Any

import pytest
from django.test import Client, override_settings
from rest_framework.throttling import SimpleRateThrottle

from decks.models import Deck
from decks.social.share_links import visibility_set
from signum_site.accounts.services import token_create
from signum_site.core.api.pagination import NumberedPagination
from tests.decks.samples import saved_deck
from tests.signum_site.visitors import House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db
KEYS = {"count", "next", "previous", "results"}
ARRAYS = [
    "sets/", "keywords/", "formats/", "collection/", "reserve/", "simulations/", "ratings/leaders/",
    "ratings/decks/{deck}/", "decks/{deck}/versions/", "decks/{deck}/comments/", "decks/{deck}/links/",
    "decks/{deck}/diff/?before=1&after=1",
]  # fmt: skip
OBJECTS = {
    "cards/": {"query", "complaints", "corrections"},
    "decks/": {"sentences", "decks", "following"},
    "decks/?mine=1": {"sentences", "decks", "following"},
    "collection/{collection}/holdings/": {"page", "pages"},
    "collection/{collection}/ledger/": {"page", "pages"},
    "ratings/": {"page", "pages"},
    "reserve/buildable/": set(),
}
DEPRECATED = {"decks", "following", "page", "pages"}


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


@pytest.fixture(scope="module")
def token(house: House) -> str:
    return token_create(user=house.people["owner"], name="pages")


def get(house: House, token: str, address: str, status: int = 200) -> Any:
    url = address if address.startswith("http") else f"/api/v1/{house.filled(address, 'public')}"
    response = Client().get(url, headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == status, response.content
    return response.json()


def with_query(address: str, query: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}{query}"


@pytest.mark.parametrize("address", ARRAYS)
def test_array_stays_bare_unless_a_page_is_requested(house: House, token: str, address: str) -> None:
    array = get(house, token, address)
    assert isinstance(array, list)
    page = get(house, token, with_query(address, "shape=page"))
    assert page == {"count": len(array), "next": None, "previous": None, "results": array}
    assert get(house, token, with_query(address, "page=1")) == page
    assert get(house, token, with_query(address, "page=2"), 404)["detail"].startswith("There is no page 2")
    assert get(house, token, with_query(address, "page=x"), 404)["detail"].startswith("There is no page x")
    assert get(house, token, with_query(address, "shape=circle"), 400)["detail"].startswith("shape: “circle”")


@pytest.mark.parametrize(("address", "more"), OBJECTS.items())
def test_object_has_the_same_keys(house: House, token: str, address: str, more: set[str]) -> None:
    assert get(house, token, address).keys() == KEYS | more
    page = get(house, token, with_query(address, "shape=page"))
    assert page.keys() == KEYS | more - DEPRECATED
    assert page["previous"] is None


def test_older_keys_repeat_the_results(house: House, token: str) -> None:
    page = get(house, token, "decks/")
    assert page["decks"] == page["results"] != []
    assert page["following"] == ""
    assert page["count"] == len(page["results"])


def test_numbered_pages_link_to_each_other(house: House, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    every = get(house, token, "keywords/")
    monkeypatch.setattr(NumberedPagination, "page_size", 30)
    with override_settings(SITE_URL="https://signum.example"):
        page = get(house, token, "keywords/?shape=page&lang=en")
    assert page["next"] == "https://signum.example/api/v1/keywords/?lang=en&page=2&shape=page"
    rows, url = list(page["results"]), page["next"]
    while url:
        assert page["count"] == len(every)
        page = get(house, token, url.replace("https://signum.example", "http://testserver"))
        rows, url = rows + page["results"], page["next"]
    assert rows == every
    previous = get(house, token, page["previous"])
    assert previous["results"] == every[-len(page["results"]) - 30 : -len(page["results"])]


@pytest.mark.parametrize("query", ["mine=1", "order=new", "order=likes"])
def test_decks_are_paged_forwards_and_backwards(
    house: House, token: str, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    for _number in range(4):
        visibility_set(deck=saved_deck(house.people["owner"]), visibility=Deck.Visibility.PUBLIC)
    every = [deck["id"] for deck in get(house, token, f"decks/?{query}")["results"]]
    assert len(every) >= 5
    monkeypatch.setattr("decks.browse.public_decks.own_page.__kwdefaults__", {"size": 2, "after": "", "before": ""})
    monkeypatch.setattr("decks.browse.public_decks.public_page.__kwdefaults__", {"size": 2})
    pages, url = [], f"decks/?{query}&shape=page"
    while url:
        page = get(house, token, url)
        pages, url = [*pages, page], page["next"]
    assert [deck["id"] for page in pages for deck in page["results"]] == every
    assert {page["count"] for page in pages} == ({len(every)} if query == "mine=1" else {None})
    while page["previous"]:
        page = get(house, token, page["previous"])
        pages.pop()
        assert page["results"] == pages[-1]["results"]
        assert page["next"] == pages[-1]["next"]
    assert len(pages) == 1


def test_unknown_cursor_is_the_beginning(house: House, token: str) -> None:
    page = get(house, token, "decks/?before=x&shape=page")
    assert page["sentences"] == ["“x” is no place in this list; this is its beginning."]
    assert page["previous"] is None
