"""The card library in a browser: typing, clicking, keyboard, accessibility."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.cards import signum_cards

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 30_000


@pytest.fixture(autouse=True)
def cards() -> None:
    signum_cards()


@pytest.mark.parametrize(
    ("path", "scheme"),
    [
        ("/cards/?q=t:hero+foo:bar", "light"),
        ("/cards/?q=kw:shot&view=table", "dark"),
        ("/cards/signum/core-027/", "light"),
        ("/cards/signum/core-027/", "dark"),
        ("/cards/syntax/", "light"),
        ("/glossary/", "dark"),
        ("/rules/signum/", "light"),
        ("/rules/signum/S-9.4", "dark"),
        ("/api/", "light"),
    ],
)
def test_library_pages_pass_all_checks(visitor: Visitor, path: str, scheme: str) -> None:
    visitor.page.emulate_media(color_scheme=scheme)
    visitor.goto(path)
    expect(visitor.page.locator("h1")).to_be_visible(timeout=WAIT)
    visitor.check_page()


def test_typing_searches_and_a_facet_changes_the_query(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/cards/?view=table")
    page.fill("#q", "t:hero")
    expect(page.locator("#count")).to_contain_text("6 cards", timeout=WAIT)
    expect(page).to_have_url(re.compile("q=t%3Ahero"), timeout=WAIT)
    page.press("#q", "ArrowDown")
    expect(page.locator("[data-cards] a").first).to_be_focused(timeout=WAIT)
    if page.locator("label[for=filters]").is_visible():
        page.click("label[for=filters]")
    page.click("#facet-faction >> text=Vallor")
    expect(page.locator("#q")).to_have_value("t:hero f:vallor", timeout=WAIT)
    expect(page.locator("#count")).to_contain_text("3 cards", timeout=WAIT)
    assert visitor.faults == []
