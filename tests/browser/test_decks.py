"""Deck pages in a browser, at both sizes, with accessibility checks."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from collection.services import catalogue_load
from decks.models import Deck, Draft, HouseFormat
from decks.services import deck_create, version_save
from decks.social.reactions import comment_add
from decks.social.share_links import link_create, visibility_set
from signum_site.accounts.models import User
from simulator import games
from simulator.engine.decks.changes import apply_fix
from simulator.engine.decks.report import Fix
from simulator.games.signum import SYSTEM
from tests.browser.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 20_000
DECK = SYSTEM.reference_deck("Lances at Dawn").deck
TWICE = next(card for card, count in DECK.section("battle") if count == 2)
ONE_LESS = Fix(do="remove", card=TWICE, count=1, section="battle")


@pytest.fixture(autouse=True)
def library() -> None:
    catalogue_load(system=games.system("signum"))


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("brenna")


@pytest.fixture
def member(visitor: Visitor, owner: User) -> Visitor:
    """A signed-in visitor."""
    client = Client()
    client.force_login(owner)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": visitor.site}])
    return visitor


@pytest.mark.parametrize("size", ["desktop"], indirect=True)
def test_concurrent_changes_in_two_tabs_are_merged(member: Visitor, owner: User) -> None:
    deck = deck_create(owner=owner, decklist=DECK)
    first = member.page
    second = first.context.new_page()
    for tab in (first, second):
        tab.goto(f"{member.site}/decks/{deck.pk}/edit/")
        expect(tab.locator('#deck-side [data-part="battle"]')).to_have_text("33", timeout=WAIT)
    for number in (34, 35):
        first.locator("#results [data-more]").first.click()
        expect(first.locator('#deck-side [data-part="battle"]')).to_have_text(str(number), timeout=WAIT)
    # Undo to the state before the draft. The tab that wrote the draft must not be treated as another tab.
    first.locator("[data-undo]").click()
    expect(first.locator('#deck-side [data-part="battle"]')).to_have_text("34", timeout=WAIT)
    first.reload()
    first.locator("#results [data-more]").nth(1).click()
    expect(first.locator('#deck-side [data-part="battle"]')).to_have_text("35", timeout=WAIT)
    second.locator("#results [data-more]").nth(2).click()
    expect(second).to_have_url(re.compile("/decks/build/choose/"), timeout=WAIT)
    member.page = second
    member.check_page()
    second.get_by_role("button", name="Both").click()
    expect(second.locator('#deck-side [data-part="battle"]')).to_have_text("36", timeout=WAIT)
    assert sum(Draft.objects.get().sections["battle"].values()) == 36


@pytest.fixture
def deck(owner: User) -> Deck:
    """A public deck with two versions, notes, a link and a comment."""
    deck = deck_create(owner=owner, decklist=DECK, notes="- **hold** the line")
    visibility_set(deck=deck, visibility="public")
    version_save(deck=deck, author=owner, decklist=apply_fix(DECK, ONE_LESS), message="One less", parent=1)
    comment_add(deck=deck, author=owner, text="What about *two*?")
    link_create(deck=deck)
    return deck


def test_the_pages_of_a_deck_pass_all_checks(member: Visitor, deck: Deck) -> None:
    member.page.emulate_media(color_scheme="dark")
    for tab in ("", "figures/", "history/", "compare/", "1/", "talk/", "share/", "settings/", "print/"):
        member.goto(f"/decks/{deck.pk}/{tab}")
        member.check_page()


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_versions_are_compared_and_restored(member: Visitor, deck: Deck) -> None:
    page = member.page
    member.goto(f"/decks/{deck.pk}/history/")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".change-changed")).to_contain_text("2 → 1", timeout=WAIT)
    page.get_by_label("to version").fill("1")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("Version 1 is on both sides.")).to_be_visible(timeout=WAIT)
    member.goto(f"/decks/{deck.pk}/1/")
    page.get_by_role("button", name="Make this the current version").click()
    expect(page.locator(".version")).to_have_count(3, timeout=WAIT)
    assert Deck.objects.get(pk=deck.pk).current.content_hash == DECK.content_hash


@pytest.mark.parametrize("size", ["desktop"], indirect=True)
def test_public_decks_are_searched_and_liked(member: Visitor, deck: Deck) -> None:
    Deck.objects.filter(pk=deck.pk).update(rating=1500)
    page = member.page
    member.goto("/decks/public/")
    page.get_by_label("Rated at least").fill("1501")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".empty")).to_be_visible(timeout=WAIT)
    page.get_by_label("Rated at least").fill("1500")
    page.get_by_label("Legal in").select_option("basic")
    page.get_by_role("button", name="Search").click()
    page.locator(".deck-tile-link").click()
    page.get_by_role("button", name="Like").click()
    expect(page.get_by_role("button", name="You like it 1")).to_be_visible(timeout=WAIT)
    member.check_page()


def test_a_list_with_a_mistake_is_imported_fixed_and_saved(member: Visitor, owner: User) -> None:
    page = member.page
    member.goto("/decks/import/")
    member.check_page()
    page.get_by_label("List, code or link").fill("Hero\n1 Herrick\nBattle deck\n2 Fierball\n")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("button", name="2 Fireball")).to_be_visible(timeout=WAIT)
    member.check_page()
    page.get_by_role("button", name="2 Fireball").click()
    expect(page.get_by_role("button", name="2 Fireball")).to_have_count(0, timeout=WAIT)
    page.get_by_label("Name").fill("From a friend")
    page.get_by_role("button", name="Save to my decks").click()
    expect(page).to_have_url(re.compile(r"/decks/\d+/$"), timeout=WAIT)
    assert Deck.objects.get().owner == owner


def test_a_house_format_is_created_and_used_for_a_check(member: Visitor, deck: Deck) -> None:
    page = member.page
    member.goto("/decks/formats/")
    member.check_page()
    page.get_by_role("link", name="Make a house format of it").first.click()
    page.get_by_label("Name").fill("Club night")
    member.check_page()
    page.get_by_label("Most cards").fill("31")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Club night", timeout=WAIT)
    member.check_page()
    code = HouseFormat.objects.get().code
    member.goto(f"/decks/{deck.pk}/?format={code}")
    expect(page.locator(".problem").first).to_contain_text("31")


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_build_order_fits_on_a_phone(member: Visitor, deck: Deck) -> None:
    member.goto(f"/decks/{deck.pk}/figures/")
    cells = member.page.locator(".plan :is(th, td)")
    ends = cells.evaluate_all("all => all.map(cell => cell.getBoundingClientRect().right)")
    assert ends
    assert max(ends) <= 360
    # A building without new cards is one line of text: another column must not stretch its row.
    assert member.page.locator(".plan .plan-build").evaluate_all(
        "all => all.every(row => row.getBoundingClientRect().height < 80)"
    )


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_share_links_are_separated_from_the_cards(member: Visitor, deck: Deck) -> None:
    member.goto(f"/s/{link_create(deck=deck).token}/")
    above, below = (
        member.page.locator(selector).bounding_box()
        for selector in (".deck-side > :last-child", ".share-grid > :first-child")
    )
    assert above
    assert below
    assert below["y"] - (above["y"] + above["height"]) >= 16
