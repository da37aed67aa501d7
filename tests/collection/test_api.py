"""The card library for tools."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from collection.services import catalogue_load
from simulator import games
from simulator.engine.cards.card import Catalogue
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cards() -> None:
    signum_cards()


def get(client: Client, name: str, *args: str, status: int = 200, language: str = "en", **asked: str):
    response = client.get(reverse(name, args=args), asked, headers={"Accept-Language": language})
    assert response.status_code == status, response.content
    return response.json()


def test_cards_by_query_in_the_language_asked_for(client: Client) -> None:
    found = get(client, "api_cards", q="t:hero sort:name", language="it")
    assert found["count"] == 6
    assert found["complaints"] == []
    assert get(client, "api_card", "signum", "core-007", lang="es")["name"] == "Greer el Terco"
    assert get(client, "api_card", "signum", "core-007", language="it")["name"] == "Greer il Testardo"
    assert get(client, "api_card", "signum", "core-007")["facts"]["strength"] == 3


def test_what_cannot_be_used_is_named(client: Client) -> None:
    [complaint] = get(client, "api_cards", q="t:hero stregth>2")["complaints"]
    assert complaint["instead"] == "strength>2"


def test_facets_are_counted_when_asked_for(client: Client) -> None:
    assert "facets" not in get(client, "api_cards")
    facets = {facet["code"]: facet for facet in get(client, "api_cards", q="t:hero", facets="1")["facets"]}
    assert {value["value"]: value["count"] for value in facets["faction"]["values"]} == {"vallor": 3, "grypharim": 3}


def test_pages_by_cursor_hold_every_card_once(client: Client) -> None:
    seen, address = [], f"{reverse('api_cards')}?q=t:character+sort:-cost&limit=50"
    while address:
        answer = client.get(address).json()
        seen += [card["code"] for card in answer["results"]]
        address = answer["next"]
    assert len(seen) == len(set(seen)) == answer["count"] == 139
    assert client.get(answer["previous"]).json()["results"][0]["code"] == seen[50]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"cursor": "x"}, 400),
        ({"cursor": "\x00"}, 400),
        ({"limit": "0"}, 400),
        ({"limit": "1000000000000"}, 400),
        ({"limit": "-1"}, 400),
        ({"lang": "de"}, 400),
        ({"system": "chess"}, 404),
        ({"q": "\x01(((" + "x" * 1000}, 200),
        ({"q": "\x00"}, 400),
    ],
)
def test_bad_input_gets_a_sentence(client: Client, asked: dict[str, str], status: int) -> None:
    get(client, "api_cards", status=status, **asked)


def test_an_answer_that_did_not_change_is_not_sent_again(client: Client) -> None:
    for name in ("api_cards", "api_cards_bulk", "api_keywords", "api_sets"):
        first = client.get(reverse(name))
        again = client.get(reverse(name), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b""), name
    system = games.system("signum")
    catalogue_load(system=replace(system, catalogue=Catalogue(list(system.catalogue)[1:])))
    changed = client.get(reverse("api_cards"), headers={"If-None-Match": client.get(reverse("api_sets"))["ETag"]})
    assert changed.status_code == 200


def test_everything_in_one_file(client: Client) -> None:
    whole = get(client, "api_cards_bulk")
    assert len(whole["cards"]) == 275
    assert set(whole["cards"][0]["texts"]) == {"en", "es", "it"}


def test_sets_and_keywords(client: Client) -> None:
    assert get(client, "api_sets", lang="it") == [{"code": "core", "name": "Set base", "cards": 275}]
    words = get(client, "api_keywords")
    assert sum(word["group"] == "keywords" for word in words) == 53
    [shot] = [word for word in words if word["code"] == "shot"]
    assert shot["rule"] == "K-45"
    assert get(client, "api_cards", q=shot["query"])["count"] == shot["cards"] > 0


def test_an_unknown_card_is_404(client: Client) -> None:
    assert "core-999" in get(client, "api_card", "signum", "core-999", status=404)["detail"]


def test_the_page_about_the_api_lists_every_operation(client: Client) -> None:
    page = client.get(reverse("api")).content.decode()
    for part in ("/api/v1/cards/", "/api/v1/cards/bulk/", "/api/v1/keywords/", "/api/v1/me/", "CardFound", "fuerza"):
        assert part in page
