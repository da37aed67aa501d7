"""The card library, card pages and the help page."""

from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.library.panels import CardPanel, register, unregister
from collection.services import catalogue_load
from simulator import games
from simulator.engine.cards.card import Catalogue
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db
TILE = 'class="face"'


@pytest.fixture
def cards() -> None:
    signum_cards()


def withdraw(code: str) -> None:
    system = games.system("signum")
    remaining = Catalogue(card for card in system.catalogue if card.code != code)
    catalogue_load(system=replace(system, catalogue=remaining))


def library(client: Client, **params: str) -> str:
    response = client.get(reverse("cards"), params)
    assert response.status_code == 200
    return unescape(response.content.decode())


def card(client: Client, code: str, *, language: str = "en", **params: str) -> str:
    url = reverse("card", args=["signum", code])
    response = client.get(url, params, headers={"Accept-Language": language})
    assert response.status_code == 200
    return unescape(response.content.decode())


# --- the library


@pytest.mark.parametrize("view", ["faces", "table"])
def test_library_takes_few_queries(cards: None, client: Client, django_assert_max_num_queries, view: str) -> None:
    library(client)
    with django_assert_max_num_queries(8):
        page = library(client, q="t:character str>=2 draw or -f:vallor", view=view)
    assert "cards" in page


def test_a_page_shows_sixty_cards_and_links_to_the_next(cards: None, client: Client) -> None:
    first, last = library(client), library(client, page="5")
    assert first.count(TILE) == 60
    assert "275 cards" in first
    assert "Page 1 of 5" in first
    assert last.count(TILE) == 275 - 4 * 60
    assert 'rel="next"' not in last


@pytest.mark.parametrize("page", ["0", "-1", "6", "999999999999", "x", "1.5", "٣"])
def test_an_invalid_page_number_is_404(cards: None, client: Client, page: str) -> None:
    assert client.get(reverse("cards"), {"page": page}).status_code == 404


def test_an_unknown_game_is_404(cards: None, client: Client) -> None:
    assert client.get(reverse("cards"), {"game": "chess"}).status_code == 404


def test_the_url_determines_the_page(cards: None, client: Client) -> None:
    page = library(client, q="t:hero sort:name", view="table")
    assert 'value="t:hero sort:name"' in page
    assert "6 cards" in page
    assert page.index("Brissa") < page.index("Roland")


def test_facets_link_to_queries(cards: None, client: Client) -> None:
    page = library(client, q="t:hero")
    assert "?q=t%3Ahero%20f%3Avallor" in page
    assert "?q=t%3Ahero%2Ccharacter" in page


def test_unusable_terms_are_reported(cards: None, client: Client) -> None:
    page = library(client, q="t:hero stregth>2 <b>x</b>")
    assert "the nearest is “strength”" in page
    assert "<b>x</b>" not in client.get(reverse("cards"), {"q": "<b>x</b>"}).content.decode()


def test_a_misspelt_name_is_found(cards: None, client: Client) -> None:
    assert "these have “brissa” in their name" in library(client, q="brisa")


def test_htmx_gets_a_part_and_the_box_only_after_a_click(cards: None, client: Client) -> None:
    typed = client.get(reverse("cards"), {"q": "t:hero"}, headers={"HX-Request": "true", "HX-Trigger": "search"})
    clicked = client.get(reverse("cards"), {"q": "t:hero"}, headers={"HX-Request": "true"})
    restored = client.get(
        reverse("cards"), {"q": "t:hero"}, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"}
    )
    assert "<html" not in typed.content.decode()
    assert 'id="q"' not in typed.content.decode()
    assert 'id="q"' in clicked.content.decode()
    assert "<html" in restored.content.decode()
    assert "HX-Request" in typed["Vary"]


def test_empty_library(client: Client) -> None:
    assert "No cards are loaded yet." in library(client)


def test_empty_search_result_shows_a_hint(cards: None, client: Client) -> None:
    assert "No card is like that" in library(client, q="t:hero t:spell zzzz")


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60) | st.text(alphabet='tkwsrcost:hero<>="!-(),0123 or not"é&%#', max_size=500))
def test_any_query_returns_a_page(cards: None, client: Client, text: str) -> None:
    status = 400 if "\0" in text else 200  # the middleware rejects NUL
    assert client.get(reverse("cards"), {"q": text}).status_code == status


def test_help_page_lists_fields_in_the_user_s_language(cards: None, client: Client) -> None:
    page = unescape(client.get(reverse("card_syntax"), headers={"Accept-Language": "es"}).content.decode())
    for part in ("Fuerza", "fuerza", "Palabra clave", "t:heroe", "Cómo buscar"):
        assert part in page


# --- one card


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("core-007", "Name and values are those the printed rulebook shows"),
        ("core-010", "The name is from the rulebook; the values are ours."),
        ("core-081", "The card is entirely ours."),
    ],
)
def test_card_page_shows_the_source(cards: None, client: Client, code: str, sentence: str) -> None:
    assert sentence in card(client, code)


def test_card_page_shows_all_languages(cards: None, client: Client) -> None:
    page = card(client, "core-031", language="it")
    assert "Personaggio" in page
    assert "Maestro d'attacco" in page
    assert "Master of Attack 1." in page
    assert "Maestro del Ataque 1." in page


def test_keywords_are_explained_and_linked(cards: None, client: Client) -> None:
    page = card(client, "core-031")
    assert 'class="term-word"' in page
    assert ">Master of Attack 1</button>" in page
    assert f'href="{reverse("glossary")}#master_of_attack"' in page
    assert reverse("rule", args=["signum", "K-32"]) in page


def test_card_page_links_to_its_neighbours(cards: None, client: Client) -> None:
    page = card(client, "core-003", q="t:hero sort:-name")
    assert 'rel="prev"' in page
    assert "?q=t%3Ahero%20sort%3A-name" in page
    # For a card outside the search results, neighbours come from the catalogue.
    assert reverse("card", args=["signum", "core-008"]) in card(client, "core-007", q="t:hero")


def test_a_withdrawn_card_has_a_page_but_is_not_listed(cards: None, client: Client) -> None:
    withdraw("core-007")
    assert "This card is withdrawn" in card(client, "core-007")
    assert "274 cards" in library(client)


def test_card_page_takes_few_queries(cards: None, client: Client, django_assert_max_num_queries) -> None:
    card(client, "core-031")
    with django_assert_max_num_queries(8):
        card(client, "core-031", q="t:character")


def test_registered_panels_are_shown(cards: None, client: Client) -> None:
    panel = CardPanel(
        code="test", template="collection/card/near.html", context=lambda request, row: {"near": {"text": row.code}}
    )
    register(panel)
    try:
        assert "Results for <b>core-031</b>" in card(client, "core-031")
    finally:
        unregister("test")


@pytest.mark.parametrize("path", ["/cards/signum/core-999/", "/cards/chess/core-007/", "/cards/signum/%01/"])
def test_an_unknown_card_is_404(cards: None, client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
