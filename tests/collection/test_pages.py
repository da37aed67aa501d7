"""The pages about cards."""

import pytest
from django.test import Client
from django.urls import reverse

from collection.models import Card
from collection.services import catalogue_load
from simulator import games

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards() -> None:
    catalogue_load(system=games.system("signum"))


def test_every_card_is_listed_in_few_queries(cards: None, client: Client, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(2):
        page = client.get(reverse("cards")).content.decode()
    assert page.count('class="card-line ') == Card.objects.count()


def test_without_cards_the_list_says_so(client: Client) -> None:
    assert "No cards are loaded yet." in client.get(reverse("cards")).content.decode()


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("core-007", "Name and values are those the printed rulebook shows"),
        ("core-010", "The name is from the rulebook; the values are ours."),
        ("core-081", "The card is entirely ours."),
    ],
)
def test_a_card_s_page_says_where_it_comes_from(cards: None, client: Client, code: str, sentence: str) -> None:
    assert sentence in client.get(reverse("card", args=["signum", code])).content.decode()


def test_a_card_is_told_in_the_reader_s_language(cards: None, client: Client) -> None:
    page = client.get(reverse("card", args=["signum", "core-007"]), headers={"Accept-Language": "it"}).content.decode()
    assert "Greer il Testardo" in page
    assert "Greer the Stubborn" in page
    assert "Personaggio" in page


def test_a_withdrawn_card_keeps_its_page(cards: None, client: Client) -> None:
    Card.objects.filter(code="core-007").update(withdrawn=True)
    assert "This card is withdrawn" in client.get(reverse("card", args=["signum", "core-007"])).content.decode()
    assert "Greer the Stubborn" not in client.get(reverse("cards")).content.decode()


@pytest.mark.parametrize("path", ["/cards/signum/core-999/", "/cards/chess/core-007/", "/cards/signum/%00/"])
def test_a_card_that_is_not_there_is_404(cards: None, client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
