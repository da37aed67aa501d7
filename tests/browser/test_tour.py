"""The guided tour in a browser, from the home page to a shared deck."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from collection.services import catalogue_load
from simulator import games
from simulator.models.batches import Batch
from simulator.views import batches
from tests.browser.conftest import Visitor
from tests.simulator.batches.playing import play_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 30_000
MAX_TAB_STOPS = 40


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue_load(system=games.system("signum"))
    monkeypatch.setattr(batches, "TOUR_GAMES", 4)


def expect_step(visitor: Visitor, number: int) -> None:
    expect(visitor.page.locator("#tour-title")).to_have_text(f"Guided tour: step {number} of 5", timeout=WAIT)


def by_pointer(visitor: Visitor, selector: str) -> None:
    visitor.page.locator(selector).first.click()


COVERED = """() => {
  const focused = document.activeElement, bar = document.getElementById("tour"), box = focused.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return Boolean(bar && top && bar.contains(top) && !bar.contains(focused)) && focused.outerHTML;
}"""


def by_keyboard(visitor: Visitor, selector: str) -> None:
    """Press Tab until the element has the focus, then Enter.

    The bar must never cover the focused element.
    """
    page = visitor.page
    for _ in range(MAX_TAB_STOPS):
        page.keyboard.press("Tab")
        assert not (covered := page.evaluate(COVERED)), f"behind the bar: {covered}"
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
    pytest.fail(f"{selector} is more than {MAX_TAB_STOPS} tab stops away on {page.url}")


def take_tour(visitor: Visitor, press: Callable[[Visitor, str], None]) -> None:
    page = visitor.page
    visitor.goto("/")
    press(visitor, "main a[href='/decks/tour/']")
    expect_step(visitor, 1)
    visitor.check_page()
    press(visitor, "#results [data-more]")
    expect_step(visitor, 2)
    expect(page.locator("#tour")).to_contain_text("a deck has each character only once")
    visitor.check_page()
    press(visitor, "#tour button[name=do]")
    expect_step(visitor, 3)
    press(visitor, "#tour a.button")
    expect(page.get_by_label("Another number of games")).to_have_value("4", timeout=WAIT)
    expect_step(visitor, 3)
    visitor.check_page()
    press(visitor, "#tour button")
    expect_step(visitor, 4)
    # The route handler runs in this thread: no request is answered during the games. SQLite in memory locks tables.
    page.route("**/simulations/**", lambda route: route.continue_())
    play_all(Batch.objects.get())
    page.unroute("**/simulations/**")
    expect(page.get_by_role("status")).to_have_text("finished", timeout=WAIT)
    visitor.check_page()
    press(visitor, "#tour a.button")
    expect_step(visitor, 5)
    expect(page.locator("#the-address")).to_have_value(re.compile(r"/d/[\w-]+/"))
    visitor.check_page()
    press(visitor, ".tour-leave")
    expect(page).to_have_url(re.compile(r"/d/[\w-]+/$"), timeout=WAIT)
    expect(page.locator("#tour")).to_have_count(0)


def test_the_whole_tour_with_mouse_or_finger(visitor: Visitor) -> None:
    take_tour(visitor, by_pointer)


def test_the_whole_tour_with_the_keyboard_alone(visitor: Visitor) -> None:
    take_tour(visitor, by_keyboard)


@pytest.mark.parametrize("scripts", [False])
def test_the_whole_tour_without_scripts(visitor: Visitor, scripts: bool) -> None:
    """Without scripts, the page refreshes itself during the games.

    It stays on the tour.
    """
    take_tour(visitor, by_pointer)


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_a_new_step_has_the_focus(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/decks/tour/")
    for number, selector in enumerate(("#results [data-more]", "#tour button[name=do]"), start=2):
        page.locator(selector).first.press("Enter")
        expect_step(visitor, number)
        expect(page.locator("#tour")).to_be_focused(timeout=WAIT)


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_bar_covers_no_card_and_stays_away_after_leaving(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/decks/tour/")
    card, bar = page.locator("#results [data-row]").first.bounding_box(), page.locator("#tour").bounding_box()
    assert card is not None
    assert bar is not None
    assert card["y"] + card["height"] <= bar["y"]
    page.locator(".tour-leave").click()
    expect(page.locator("#tour")).to_have_count(0, timeout=WAIT)
    visitor.goto("/decks/build/")
    resume = page.locator("[data-resume] a")
    expect(resume).to_have_attribute("href", re.compile(r"d="))
    assert "tour" not in (resume.get_attribute("href") or "")
