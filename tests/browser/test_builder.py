"""The deck builder in a browser: keyboard only, on a phone, and undo.

Every step waits for a result of the previous step: the number in the deck, the address, or the query of the results.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from simulator.engine.decks.code import encode
from simulator.games.signum import SYSTEM
from tests.browser.conftest import Visitor
from tests.cards import signum_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 20_000
DECK = SYSTEM.reference_deck("Lances at Dawn").deck
ADDRESS = f"/decks/build/?d={encode(DECK, system=SYSTEM)}"


@pytest.fixture(autouse=True)
def library() -> None:
    signum_cards()


def expect_battle_deck_size(page: Page, number: int) -> None:
    expect(page.locator('#deck-side [data-part="battle"]')).to_have_text(str(number), timeout=WAIT)


@pytest.mark.parametrize(("path", "scheme"), [("/decks/build/", "light"), (ADDRESS, "dark")])
def test_the_builder_passes_all_checks(visitor: Visitor, path: str, scheme: str) -> None:
    visitor.page.emulate_media(color_scheme=scheme)
    visitor.goto(path)
    for view in ("deck", "figures") if visitor.page.locator(".builder-views").is_visible() else ():
        visitor.page.locator(f"label[for=view-{view}]").click()
        visitor.check_page()
    visitor.check_page()


@pytest.mark.parametrize("size", ["desktop"], indirect=True)
def test_a_card_is_found_added_and_removed_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto(ADDRESS)
    expect_battle_deck_size(page, 33)
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("fireb")
    expect(page.locator('#results[data-query="fireb"]')).to_be_visible(timeout=WAIT)
    page.locator("#q").fill("powder charges")
    expect(page.locator('#results[data-query="powder charges"]')).to_be_visible(timeout=WAIT)
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("ArrowDown")
    row = page.locator("#results [data-row]").first
    expect(row).to_be_focused()
    expect(row.locator("[data-count]")).to_have_text("2")
    page.keyboard.press("Enter")
    expect_battle_deck_size(page, 34)
    expect(row.locator("[data-count]")).to_have_text("3")
    page.keyboard.press("Backspace")
    expect_battle_deck_size(page, 33)
    page.keyboard.press("u")
    expect_battle_deck_size(page, 34)
    page.keyboard.press("u")
    expect_battle_deck_size(page, 33)
    expect(page.locator("[data-undo]")).to_be_disabled(timeout=WAIT)
    page.keyboard.press("U")
    expect_battle_deck_size(page, 34)
    # Move to the deck. Its first line is the hero: after removing it, the next line has the focus.
    page.keyboard.press("ArrowRight")
    line = page.locator("#deck-side [data-row]").first
    expect(line).to_be_focused()
    page.keyboard.press("Backspace")
    expect(line).to_have_attribute("data-in", "battle", timeout=WAIT)
    expect(line).to_be_focused()
    assert visitor.faults == []


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_a_hero_and_a_card_are_chosen_on_a_phone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/decks/build/")
    page.get_by_role("button", name="Choose Herrick").click()
    expect(page).to_have_url(re.compile(r"in=battle"), timeout=WAIT)
    row = page.locator("#results [data-row]").first
    row.locator("[data-more]").click()
    expect(row.locator("[data-count]")).to_have_text("1", timeout=WAIT)
    page.locator("label[for=view-deck]").click()
    expect_battle_deck_size(page, 1)
    expect(page.locator("#deck-title")).to_have_text("Herrick")
    page.locator('#deck-side [data-in="battle"] [data-less]').click()
    expect_battle_deck_size(page, 0)
    visitor.check_page()


@pytest.mark.parametrize("size", ["desktop"], indirect=True)
def test_quick_clicks_all_count_and_figures_are_updated(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto(ADDRESS)
    expect_battle_deck_size(page, 33)
    for button in page.locator("#results [data-more]").all()[:3]:
        button.click()
    expect_battle_deck_size(page, 36)
    expect(page.locator("#figures .count-tile dd").first).to_have_text("36", timeout=WAIT)
    page.reload()
    expect_battle_deck_size(page, 36)


@pytest.mark.parametrize("size", ["desktop"], indirect=True)
def test_a_fix_is_one_click(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/decks/build/")
    page.locator(".fix", has_text="Add Herrick").click()
    expect(page.locator("#deck-title")).to_have_text("Herrick", timeout=WAIT)
