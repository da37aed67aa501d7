"""The card library API."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.test import Client
from django.urls import reverse

from collection.api import views
from collection.services import catalogue_load
from simulator import games
from simulator.engine.cards.card import Catalogue
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    signum_cards()


def get(client: Client, name: str, *args: str, status: int = 200, language: str = "en", **params: str):
    response = client.get(reverse(name, args=args), params, headers={"Accept-Language": language})
    assert response.status_code == status, response.content
    return response.json()


def test_cards_are_returned_in_the_requested_language(client: Client) -> None:
    results = get(client, "api_cards", q="t:hero sort:name", language="it")
    assert results["count"] == 6
    assert results["complaints"] == []
    assert get(client, "api_card", "signum", "core-007", lang="es")["name"] == "Greer el Terco"
    assert get(client, "api_card", "signum", "core-007", language="it")["name"] == "Greer il Testardo"
    assert get(client, "api_card", "signum", "core-007")["facts"]["strength"] == 3


def test_unusable_terms_are_reported(client: Client) -> None:
    [complaint] = get(client, "api_cards", q="t:hero stregth>2")["complaints"]
    assert complaint["instead"] == "strength>2"


def test_facets_are_returned_on_request(client: Client) -> None:
    assert "facets" not in get(client, "api_cards")
    facets = {facet["code"]: facet for facet in get(client, "api_cards", q="t:hero", facets="1")["facets"]}
    assert {value["value"]: value["count"] for value in facets["faction"]["values"]} == {"vallor": 3, "grypharim": 3}


def test_cursor_pages_contain_every_card_once(client: Client) -> None:
    codes, url = [], f"{reverse('api_cards')}?q=t:character+sort:-cost&limit=50"
    while url:
        page = client.get(url).json()
        codes += [card["code"] for card in page["results"]]
        url = page["next"]
    assert len(codes) == len(set(codes)) == page["count"] == 139
    assert client.get(page["previous"]).json()["results"][0]["code"] == codes[50]


@pytest.mark.parametrize(
    ("params", "status", "detail"),
    [
        ({"cursor": "x"}, 400, "cursor: “x” is no cursor of this query. Begin again without one."),
        ({"cursor": "\x00"}, 400, "This request cannot be understood."),
        ({"limit": "0"}, 400, "limit: “0” is not a number from 1 to 200."),
        ({"limit": "1000000000000"}, 400, "limit: “1000000000000” is not a number from 1 to 200."),
        ({"limit": "-1"}, 400, "limit: “-1” is not a number from 1 to 200."),
        ({"lang": "de"}, 400, "lang: “de” is none of en, es, it."),
        ({"system": "chess"}, 404, "There is no game system 'chess'"),
        ({"q": "\x00"}, 400, "This request cannot be understood."),
    ],
)
def test_invalid_parameters_are_rejected_with_a_message(
    client: Client, params: dict[str, str], status: int, detail: str
) -> None:
    assert get(client, "api_cards", status=status, **params)["detail"].startswith(detail)


def test_a_query_that_is_too_long_is_reported(client: Client) -> None:
    results = get(client, "api_cards", q="\x01(((" + "x" * 1000)
    assert results["count"] == 0
    [complaint] = results["complaints"]
    assert "at most 400 characters" in complaint["reason"]


def test_an_unchanged_response_is_304(client: Client) -> None:
    for name in ("api_cards", "api_cards_bulk", "api_keywords", "api_sets"):
        first = client.get(reverse(name))
        again = client.get(reverse(name), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b""), name
    system = games.system("signum")
    catalogue_load(system=replace(system, catalogue=Catalogue(list(system.catalogue)[1:])))
    changed = client.get(reverse("api_cards"), headers={"If-None-Match": client.get(reverse("api_sets"))["ETag"]})
    assert changed.status_code == 200


def test_bulk_file_contains_every_card(client: Client) -> None:
    catalogue = get(client, "api_cards_bulk")
    assert len(catalogue["cards"]) == 275
    assert set(catalogue["cards"][0]["texts"]) == {"en", "es", "it"}


def test_bulk_file_of_each_game_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Counting:
        def __init__(self, index: Any) -> None:
            made.append(index.system.code)
            self.data = {"game": index.system.code}

    monkeypatch.setattr(views, "BulkSerializer", Counting)
    monkeypatch.setattr(views, "_files", {})
    indexes: list[Any] = [SimpleNamespace(system=SimpleNamespace(code=f"game{number}")) for number in range(12)]
    for index in indexes * 2:
        assert index.system.code in views._catalogue_file(index).decode()
    assert len(made) == 12
    views._catalogue_file(cast(Any, SimpleNamespace(system=indexes[0].system)))  # its catalogue has changed
    assert made[12:] == ["game0"]


def test_sets_and_keywords(client: Client) -> None:
    assert get(client, "api_sets", lang="it") == [{"code": "core", "name": "Set base", "cards": 275}]
    terms = get(client, "api_keywords")
    assert sum(term["group"] == "keywords" for term in terms) == 55
    [shot] = [term for term in terms if term["code"] == "shot"]
    assert shot["rule"] == "K-45"
    assert get(client, "api_cards", q=shot["query"])["count"] == shot["cards"] > 0


def test_unknown_card_is_404(client: Client) -> None:
    assert "core-999" in get(client, "api_card", "signum", "core-999", status=404)["detail"]


def test_api_page_lists_every_operation(client: Client) -> None:
    page = client.get(reverse("api")).content.decode()
    for part in ("/api/v1/cards/", "/api/v1/cards/bulk/", "/api/v1/keywords/", "/api/v1/me/", "CardFound", "fuerza"):
        assert part in page
