"""Decks on card pages and in card searches."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from collection.search import search
from collection.stock.services import main_collection, product_enter
from decks.models import Deck
from decks.services import deck_create
from simulator import games
from simulator.engine.decks.code import encode
from tests.cards import signum_cards
from tests.decks.samples import person, reference

pytestmark = pytest.mark.django_db


def test_card_page_lists_visible_decks(client: Client) -> None:
    signum_cards()
    owner = person()
    deck = deck_create(owner=owner, decklist=replace(reference(), name="Friday"), message="")
    address = reverse("card", args=["signum", deck.face])
    assert deck.name not in client.get(address).content.decode()
    client.force_login(owner)
    assert reverse("deck", args=[deck.pk]) in client.get(address).content.decode()
    client.logout()
    Deck.objects.filter(pk=deck.pk).update(visibility=Deck.Visibility.PUBLIC)
    assert reverse("deck", args=[deck.pk]) in client.get(address).content.decode()


def test_card_page_lists_ready_made_decks(client: Client) -> None:
    signum_cards()
    card = reference().section("battle")[0][0]
    page = client.get(reverse("card", args=["signum", card])).content.decode()
    assert "Ready-made decks" in page
    assert reverse("deck_of_code", args=[encode(reference(), system=games.system("signum"))]) in page
    assert "No deck you may see uses this card yet." not in page


def test_card_page_uses_stored_verdicts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    signum_cards()
    owner = person()
    deck_create(owner=owner, decklist=reference(), message="")
    hero = tuple(section for section in reference().sections if section[0] == "hero")
    illegal = deck_create(owner=owner, decklist=replace(reference(), sections=hero), message="")
    client.force_login(owner)
    address = reverse("card", args=["signum", illegal.face])
    first = client.get(address).content.decode()
    assert (first.count("Not legal"), first.count("Legal</span>")) == (1, 1)

    def fail(*args: object, **kwargs: object) -> None:
        raise AssertionError("a deck was checked again")

    cache.clear()
    monkeypatch.setattr("decks.rules.legality.check", fail)
    monkeypatch.setattr("decks.rules.legality.verdicts_store", fail)
    again = client.get(address).content.decode()
    assert (again.count("Not legal"), again.count("Legal</span>")) == (1, 1)


def test_card_page_shows_which_decks_are_buildable(client: Client) -> None:
    signum_cards()
    owner = person()
    deck = deck_create(owner=owner, decklist=reference(), message="")
    address = reverse("card", args=["signum", deck.face])
    client.force_login(owner)
    page = client.get(address).content.decode()
    assert "Legal" in page
    assert "Buildable" not in page
    system = games.system("signum")
    collection = main_collection(owner=owner, system="signum")
    starter = next(product for product in system.products() if deck.name in product.names.en)
    product_enter(collection=collection, product=starter, system=system, boxes=1, why="Starter")
    page = client.get(address).content.decode()
    assert "Buildable" in page
    assert "Table-ready" in page


def test_in_finds_the_cards_of_an_own_deck() -> None:
    system = games.system("signum")
    signum_cards()
    owner = person()
    deck = deck_create(owner=owner, decklist=reference(), message="")
    text = f'in:"{deck.name.upper()}"'
    codes = {card.code for card in search(system=system, text=text, user=owner).cards()}
    assert codes == {code for _, lines in reference().sections for code, _ in lines}
    assert "nothing of yours" in search(system=system, text='in:"x"', user=owner, language="en").complaints[0].reason
    assert "sign in" in search(system=system, text=text, user=AnonymousUser(), language="en").complaints[0].reason
