"""Collections in a browser: entry by +/− or import, deck checks and sharing.

Every step waits for a result of the previous step, such as a count or a text.
"""

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from collection.stock.models import Collection, Holding
from collection.stock.services import StockChange, main_collection, product_enter, stock_enter, trade_list_share
from decks.services import deck_create
from simulator.games.signum import SYSTEM
from tests.browser.conftest import Visitor
from tests.cards import signum_cards
from tests.decks.samples import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 20_000
GREER = "core-007"


@pytest.fixture
def shelf() -> Collection:
    """A collection with a starter, two decks, a wish and a card to trade."""
    signum_cards()
    owner = person("ada")
    shelf = main_collection(owner=owner, system="signum")
    starter = SYSTEM.products()[0]
    product_enter(collection=shelf, product=starter, system=SYSTEM, boxes=1, why="Starter")
    held = Holding.objects.filter(collection=shelf, cards__gt=0).order_by("pk")[0]
    wished = StockChange(held.printing_id, "wanted", by=1)
    stock_enter(collection=shelf, changes=[wished, StockChange(held.printing_id, "trade", by=1)], kind="hand")
    for name in (starter.names.en.removeprefix("Starter: "), "Lances at Dawn"):
        deck_create(owner=owner, decklist=SYSTEM.reference_deck(name).deck)
    return shelf


@pytest.fixture
def ada(visitor: Visitor, shelf: Collection) -> Visitor:
    """A signed-in visitor.

    Card faces are not rendered: they are slow and tested elsewhere.
    """
    client = Client()
    client.force_login(shelf.owner)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": visitor.site}])
    visitor.page.route("**/face/**", lambda route: route.fulfill(status=200, content_type="image/webp", body=b""))
    return visitor


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_collection_pages_pass_all_checks(ada: Visitor, shelf: Collection, scheme: str) -> None:
    ada.page.emulate_media(color_scheme=scheme)
    base = f"/collection/{shelf.pk}/"
    parts = ("", f"cards/{GREER}/", "list/", "history/") if scheme == "light" else ("boxes/", "import/", "settings/")
    for path in ("/collection/", *(base + part for part in parts), "/reserve/buildable/", "/account/"):
        ada.goto(path)
        expect(ada.page.locator("h1")).to_be_visible()
        ada.check_page()


def test_plus_and_minus_in_the_library_change_the_count(ada: Visitor) -> None:
    page = ada.page
    ada.goto("/cards/?q=greer")
    count = page.locator(".stepper-count")
    expect(count).to_have_text("0")
    more = page.get_by_role("button", name="One more: Greer the Stubborn, Cards")
    more.click()
    more.click()
    expect(count).to_have_text("2", timeout=WAIT)
    page.get_by_role("button", name="One less: Greer the Stubborn, Cards").click()
    expect(count).to_have_text("1", timeout=WAIT)
    assert Holding.objects.get(printing__code=GREER).cards == 1
    page.get_by_role("link", name="Only mine").click()
    expect(page.locator("#count")).to_contain_text("1 card", timeout=WAIT)
    ada.check_page()


def test_a_list_is_previewed_imported_and_undone(ada: Visitor, shelf: Collection) -> None:
    page = ada.page
    ada.goto(f"/collection/{shelf.pk}/import/")
    page.fill("textarea[name=text]", "Name;Quantity\nGreer the Stubborn;2\nFirebal;1\nBarracks;many\n")
    page.get_by_role("button", name="Look at the list").click()
    expect(page.get_by_text("2 rows not understood")).to_be_visible(timeout=WAIT)
    assert not Holding.objects.filter(printing__code=GREER).exists()
    ada.check_page()
    page.get_by_role("button", name="Fireball", exact=True).click()
    expect(page.get_by_text("1 row not understood")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Enter 2 rows").click()
    expect(page.get_by_text("Entered. It can be taken back in the history.")).to_be_visible(timeout=WAIT)
    assert Holding.objects.get(printing__code=GREER).cards == 2
    ada.goto(f"/collection/{shelf.pk}/history/")
    page.get_by_role("button", name="Take all back").first.click()
    expect(page.locator(".batch").first).to_contain_text("Undone", timeout=WAIT)
    assert Holding.objects.get(printing__code=GREER).cards == 0


def test_buildable_decks_are_checked_together(ada: Visitor) -> None:
    page = ada.page
    ada.goto("/reserve/")
    boxes = page.locator("input[type=checkbox][name=deck]")
    expect(boxes).to_have_count(2)
    boxes.nth(0).check()
    boxes.nth(1).check()
    page.get_by_role("button", name="Can I build these at once?").click()
    expect(page.locator("#answer")).to_contain_text("Not all at once", timeout=WAIT)
    expect(page.locator("#shopping")).not_to_be_empty()
    ada.check_page()
    page.locator("li", has=page.get_by_text("Table-ready")).get_by_role("button", name="I have built it").click()
    expect(page.get_by_role("button", name="Take apart")).to_be_visible(timeout=WAIT)


def test_a_trade_list_is_visible_with_its_link(visitor: Visitor, shelf: Collection) -> None:
    token = trade_list_share(collection=shelf, shared=True)
    visitor.page.route("**/face/**", lambda route: route.fulfill(status=200, content_type="image/webp", body=b""))
    visitor.goto(f"/collection/trade/{token}/")
    expect(visitor.page.get_by_role("heading", name="ada’s trade list")).to_be_visible()
    expect(visitor.page.locator(".trade-lines li")).to_have_count(2)
    visitor.check_page()


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_the_button_of_a_box_is_one_line(ada: Visitor, shelf: Collection, language: str) -> None:
    ada.page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": ada.site}])
    ada.goto(f"/collection/{shelf.pk}/boxes/")
    expect(ada.page.locator("html")).to_have_attribute("lang", language)
    heights = ada.page.locator(".box-form .button").evaluate_all("all => all.map(button => button.offsetHeight)")
    assert heights
    assert max(heights) < 60
    ada.check_page()
