"""The guided first visit in a real browser: from the home page to a shared deck, without an account."""

import re

import pytest
from playwright.sync_api import expect

from collection.services import catalogue_load
from simulator import batch_views, games
from simulator.models import Batch
from tests.browser.conftest import Visitor
from tests.simulator.playing import play_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 30_000


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue_load(system=games.system("signum"))
    monkeypatch.setattr(batch_views, "GAMES_OF_THE_TOUR", 4)


def sees_step(visitor: Visitor, number: int) -> None:
    expect(visitor.page.locator("#tour-title")).to_have_text(f"Guided tour: step {number} of 5", timeout=WAIT)


def presses(visitor: Visitor, selector: str, *, by_keyboard: bool) -> None:
    one = visitor.page.locator(selector).first
    if by_keyboard:
        one.focus()
        visitor.page.keyboard.press("Enter")
    else:
        one.click()


def test_the_whole_tour(visitor: Visitor, size: str) -> None:
    """With a finger on the phone, with the keyboard alone at the desk."""
    page, by_keyboard = visitor.page, size == "desktop"
    visitor.goes_to("/")
    presses(visitor, "main a[href='/decks/tour/']", by_keyboard=by_keyboard)
    sees_step(visitor, 1)
    visitor.finds_nothing_wrong()
    presses(visitor, "#results [data-more]", by_keyboard=by_keyboard)
    sees_step(visitor, 2)
    expect(page.locator("#tour")).to_contain_text("a deck has each character only once")
    visitor.finds_nothing_wrong()
    presses(visitor, "#tour button[name=do]", by_keyboard=by_keyboard)
    sees_step(visitor, 3)
    expect(page.locator("#tour")).to_be_focused(timeout=WAIT)
    presses(visitor, "#tour a.button", by_keyboard=by_keyboard)
    expect(page.get_by_label("Another number of games")).to_have_value("4", timeout=WAIT)
    sees_step(visitor, 3)
    visitor.finds_nothing_wrong()
    presses(visitor, "#tour button", by_keyboard=by_keyboard)
    sees_step(visitor, 4)
    play_all(Batch.objects.get())
    expect(page.get_by_role("status")).to_have_text("finished", timeout=WAIT)
    visitor.finds_nothing_wrong()
    presses(visitor, "#tour a.button", by_keyboard=by_keyboard)
    sees_step(visitor, 5)
    expect(page.locator("#the-address")).to_have_value(re.compile(r"/d/[\w-]+/"))
    visitor.finds_nothing_wrong()
    presses(visitor, ".tour-leave", by_keyboard=by_keyboard)
    expect(page).to_have_url(re.compile(r"/d/[\w-]+/$"), timeout=WAIT)
    expect(page.locator("#tour")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_nothing_hides_the_card_to_press_and_nothing_comes_back_after_leaving(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/decks/tour/")
    card, bar = page.locator("#results [data-row]").first.bounding_box(), page.locator("#tour").bounding_box()
    assert card is not None
    assert bar is not None
    assert card["y"] + card["height"] <= bar["y"]
    page.locator(".tour-leave").click()
    expect(page.locator("#tour")).to_have_count(0, timeout=WAIT)
    visitor.goes_to("/decks/build/")
    resume = page.locator("[data-resume] a")
    expect(resume).to_have_attribute("href", re.compile(r"d="))
    assert "tour" not in (resume.get_attribute("href") or "")
