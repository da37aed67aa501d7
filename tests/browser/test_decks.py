"""The pages around a deck in a real browser, at both sizes: nothing to scroll sideways, nothing the checker minds."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from collection.services import catalogue_load
from decks.models import Draft
from decks.services import deck_create
from signum_site.accounts.models import User
from simulator import games
from simulator.games.signum import SYSTEM
from tests.browser.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 20_000
DECK = SYSTEM.reference_deck("Lances at Dawn").deck


@pytest.fixture(autouse=True)
def library() -> None:
    catalogue_load(system=games.system("signum"))


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("brenna")


@pytest.fixture
def member(visitor: Visitor, owner: User) -> Visitor:
    """Somebody who has signed in."""
    client = Client()
    client.force_login(owner)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": visitor.site}])
    return visitor


@pytest.mark.parametrize("size", ["desktop"], indirect=True)
def test_two_tabs_change_one_deck_and_the_second_is_asked(member: Visitor, owner: User) -> None:
    deck = deck_create(owner=owner, decklist=DECK)
    one = member.page
    other = one.context.new_page()
    for tab in (one, other):
        tab.goto(f"{member.site}/decks/{deck.pk}/edit/")
        expect(tab.locator('#deck-side [data-part="battle"]')).to_have_text("33", timeout=WAIT)
    for number in (34, 35):
        one.locator("#results [data-more]").first.click()
        expect(one.locator('#deck-side [data-part="battle"]')).to_have_text(str(number), timeout=WAIT)
    # Back to before the draft was there, by undo: the tab that wrote it is not taken for another.
    one.locator("[data-undo]").click()
    expect(one.locator('#deck-side [data-part="battle"]')).to_have_text("34", timeout=WAIT)
    one.reload()
    one.locator("#results [data-more]").nth(1).click()
    expect(one.locator('#deck-side [data-part="battle"]')).to_have_text("35", timeout=WAIT)
    other.locator("#results [data-more]").nth(2).click()
    expect(other).to_have_url(re.compile("/decks/build/choose/"), timeout=WAIT)
    member.page = other
    member.finds_nothing_wrong()
    other.get_by_role("button", name="Both").click()
    expect(other.locator('#deck-side [data-part="battle"]')).to_have_text("36", timeout=WAIT)
    assert sum(Draft.objects.get().sections["battle"].values()) == 36
