"""The pages about cards: the library, one card, the help page."""

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
    less = Catalogue(card for card in system.catalogue if card.code != code)
    catalogue_load(system=replace(system, catalogue=less))


def library(client: Client, **asked: str) -> str:
    response = client.get(reverse("cards"), asked)
    assert response.status_code == 200
    return unescape(response.content.decode())


def card(client: Client, code: str, *, language: str = "en", **asked: str) -> str:
    address = reverse("card", args=["signum", code])
    response = client.get(address, asked, headers={"Accept-Language": language})
    assert response.status_code == 200
    return unescape(response.content.decode())


# --- the library


@pytest.mark.parametrize("view", ["faces", "table"])
def test_the_library_needs_few_queries(cards: None, client: Client, django_assert_max_num_queries, view: str) -> None:
    library(client)
    with django_assert_max_num_queries(8):
        page = library(client, q="t:character str>=2 draw or -f:vallor", view=view)
    assert "cards" in page


def test_a_page_shows_sixty_cards_and_leads_to_the_next(cards: None, client: Client) -> None:
    first, last = library(client), library(client, page="5")
    assert first.count(TILE) == 60
    assert "275 cards" in first
    assert "Page 1 of 5" in first
    assert last.count(TILE) == 275 - 4 * 60
    assert 'rel="next"' not in last


@pytest.mark.parametrize("page", ["0", "-1", "6", "999999999999", "x", "1.5", "٣"])
def test_a_page_that_is_not_there_is_404(cards: None, client: Client, page: str) -> None:
    assert client.get(reverse("cards"), {"page": page}).status_code == 404


def test_a_game_that_is_not_there_is_404(cards: None, client: Client) -> None:
    assert client.get(reverse("cards"), {"game": "chess"}).status_code == 404


def test_the_address_says_everything(cards: None, client: Client) -> None:
    page = library(client, q="t:hero sort:name", view="table")
    assert 'value="t:hero sort:name"' in page
    assert "6 cards" in page
    assert page.index("Brissa") < page.index("Roland")


def test_facets_write_the_query(cards: None, client: Client) -> None:
    page = library(client, q="t:hero")
    assert "?q=t%3Ahero%20f%3Avallor" in page
    assert "?q=t%3Ahero%2Ccharacter" in page


def test_what_cannot_be_used_is_told_on_the_page(cards: None, client: Client) -> None:
    page = library(client, q="t:hero stregth>2 <b>x</b>")
    assert "the nearest is “strength”" in page
    assert "<b>x</b>" not in client.get(reverse("cards"), {"q": "<b>x</b>"}).content.decode()


def test_a_misspelt_name_is_found(cards: None, client: Client) -> None:
    assert "these have “brissa” in their name" in library(client, q="brisa")


def test_htmx_gets_what_changes_and_the_box_only_when_nobody_types_in_it(cards: None, client: Client) -> None:
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


def test_without_cards_the_library_says_so(client: Client) -> None:
    assert "No cards are loaded yet." in library(client)


def test_a_search_that_finds_nothing_says_how_to_go_on(cards: None, client: Client) -> None:
    assert "No card is like that" in library(client, q="t:hero t:spell zzzz")


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60) | st.text(alphabet='tkwsrcost:hero<>="!-(),0123 or not"é&%#', max_size=500))
def test_any_query_gives_a_page(cards: None, client: Client, text: str) -> None:
    answer = 400 if "\0" in text else 200  # which no address may hold: it is refused at the door
    assert client.get(reverse("cards"), {"q": text}).status_code == answer


def test_the_help_page_lists_every_field_in_the_reader_s_language(cards: None, client: Client) -> None:
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
def test_a_card_s_page_says_where_it_comes_from(cards: None, client: Client, code: str, sentence: str) -> None:
    assert sentence in card(client, code)


def test_a_card_is_told_in_the_reader_s_language_and_in_the_others(cards: None, client: Client) -> None:
    page = card(client, "core-031", language="it")
    assert "Personaggio" in page
    assert "Maestro d'attacco" in page
    assert "Master of Attack 1." in page
    assert "Maestro del Ataque 1." in page


def test_keywords_in_a_text_are_explained_and_lead_to_the_glossary_and_the_rules(cards: None, client: Client) -> None:
    page = card(client, "core-031")
    assert 'class="term-word"' in page
    assert ">Master of Attack 1</button>" in page
    assert f'href="{reverse("glossary")}#master_of_attack"' in page
    assert reverse("rule", args=["signum", "K-32"]) in page


def test_before_and_after_within_the_search(cards: None, client: Client) -> None:
    page = card(client, "core-003", q="t:hero sort:-name")
    assert 'rel="prev"' in page
    assert "?q=t%3Ahero%20sort%3A-name" in page
    # A card that is not in the search has its neighbours in the catalogue.
    assert reverse("card", args=["signum", "core-008"]) in card(client, "core-007", q="t:hero")


def test_a_withdrawn_card_keeps_its_page_and_leaves_the_library(cards: None, client: Client) -> None:
    withdraw("core-007")
    assert "This card is withdrawn" in card(client, "core-007")
    assert "274 cards" in library(client)


def test_a_card_s_page_needs_few_queries(cards: None, client: Client, django_assert_max_num_queries) -> None:
    card(client, "core-031")
    with django_assert_max_num_queries(8):
        card(client, "core-031", q="t:character")


def test_other_apps_fill_places_on_the_page(cards: None, client: Client) -> None:
    panel = CardPanel(
        code="test", template="collection/card/near.html", context=lambda request, row: {"near": {"text": row.code}}
    )
    register(panel)
    try:
        assert "Results for <b>core-031</b>" in card(client, "core-031")
    finally:
        unregister("test")


@pytest.mark.parametrize("path", ["/cards/signum/core-999/", "/cards/chess/core-007/", "/cards/signum/%01/"])
def test_a_card_that_is_not_there_is_404(cards: None, client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
