"""Collections in the card library: buttons, card panel, “only mine” switch."""

import pytest
from django.test import Client
from django.urls import reverse

from collection.stock.models import Collection, LedgerBatch
from collection.stock.owned_filter import only_mine
from collection.stock.services import StockChange, stock_enter
from tests.collection.stock.conftest import printing


@pytest.mark.parametrize(
    "text", ["", "greer", "t:hero or t:spell", "kw:shot>=2 sort:-cost", "(a or b) c", "(a) or (b)"]
)
def test_the_switch_toggles(text: str) -> None:
    on = only_mine(text)
    assert not on.is_on
    off = only_mine(on.query)
    assert off.is_on
    assert only_mine(off.query).query == on.query


@pytest.mark.parametrize("text", ["own>0)", "\x00", '"', "own>0 or t:hero", "x" * 2000])
def test_no_query_breaks_the_switch(text: str) -> None:
    assert "own>0" in only_mine(text).query or only_mine(text).is_on


def test_faces_have_buttons_and_only_mine_filters(signed_in: Client, collection: Collection) -> None:
    changes = [StockChange(printing("core-007").pk, "cards", by=3)]
    stock_enter(collection=collection, changes=changes, kind=LedgerBatch.Kind.HAND)
    page = signed_in.get(reverse("cards")).content.decode()
    assert page.count('class="stepper"') == page.count('class="face"')
    assert 'id="only-mine"' in page
    mine = signed_in.get(reverse("cards"), {"q": "own>0"}).content.decode()
    assert mine.count('class="face"') == 1
    assert '<span class="stepper-count">3</span>' in mine


def test_a_guest_sees_the_switch_but_no_buttons(cards: None, client: Client) -> None:
    page = client.get(reverse("cards")).content.decode()
    assert 'id="only-mine"' in page
    assert 'class="stepper"' not in page


def test_card_page_shows_the_counts_that_apply(signed_in: Client, collection: Collection, client: Client) -> None:
    character = signed_in.get(reverse("card", args=["signum", "core-007"])).content.decode()
    terrain = signed_in.get(reverse("card", args=["signum", "core-275"])).content.decode()
    assert (character.count('class="stepper"'), terrain.count('class="stepper"')) == (5, 3)
    assert (
        "Sign in to say how many you own."
        in Client().get(reverse("card", args=["signum", "core-007"])).content.decode()
    )


def test_navigation_has_no_duplicate_links(signed_in: Client) -> None:
    navigation = signed_in.get(reverse("stock_home")).content.decode().split('<ul class="nav">')[1].split("</ul>")[0]
    urls = [part.split('"')[0] for part in navigation.split('href="')[1:]]
    assert len(urls) == len(set(urls))
    assert reverse("stock_home") in urls
