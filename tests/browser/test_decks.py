"""The pages around a deck in a real browser, at both sizes: nothing to scroll sideways, nothing the checker minds."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from collection.services import catalogue_load
from decks.models import Deck, Draft, HouseFormat
from decks.services import deck_create, version_save
from decks.social.reactions import comment_add
from decks.social.visibility import link_create, visibility_set
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


@pytest.fixture
def deck(owner: User) -> Deck:
    """Public, with two versions, notes, a link, a comment and a rating."""
    deck = deck_create(owner=owner, decklist=DECK, notes="- **hold** the line")
    visibility_set(deck=deck, visibility="public")
    version_save(deck=deck, author=owner, decklist=apply_fix(DECK, ONE_LESS), message="One less", parent=1)
    comment_add(deck=deck, author=owner, text="What about *two*?")
    link_create(deck=deck)
    return deck


def test_the_pages_of_a_deck_have_nothing_wrong(member: Visitor, deck: Deck) -> None:
    member.page.emulate_media(color_scheme="dark")
    for tab in ("", "figures/", "history/", "compare/", "1/", "talk/", "share/", "settings/", "print/"):
        member.goes_to(f"/decks/{deck.pk}/{tab}")
        member.finds_nothing_wrong()


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_two_versions_are_compared_and_the_older_one_comes_back(member: Visitor, deck: Deck) -> None:
    page = member.page
    member.goes_to(f"/decks/{deck.pk}/history/")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".change-changed")).to_contain_text("2 → 1", timeout=WAIT)
    page.get_by_label("to version").fill("1")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("Version 1 is on both sides.")).to_be_visible(timeout=WAIT)
    member.goes_to(f"/decks/{deck.pk}/1/")
    page.get_by_role("button", name="Make this the current version").click()
    expect(page.locator(".version")).to_have_count(3, timeout=WAIT)
    assert Deck.objects.get(pk=deck.pk).current.content_hash == DECK.content_hash


@pytest.mark.parametrize("size", ["desktop"], indirect=True)
def test_public_decks_are_searched_and_liked(member: Visitor, deck: Deck) -> None:
    Deck.objects.filter(pk=deck.pk).update(rating=1500)
    page = member.page
    member.goes_to("/decks/public/")
    page.get_by_label("Rated at least").fill("1501")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".empty")).to_be_visible(timeout=WAIT)
    page.get_by_label("Rated at least").fill("1500")
    page.get_by_label("Legal in").select_option("basic")
    page.get_by_role("button", name="Search").click()
    page.locator(".deck-tile-link").click()
    page.get_by_role("button", name="Like").click()
    expect(page.get_by_role("button", name="You like it 1")).to_be_visible(timeout=WAIT)
    member.finds_nothing_wrong()


def test_a_list_with_a_mistake_is_imported_mended_and_saved(member: Visitor, owner: User) -> None:
    page = member.page
    member.goes_to("/decks/import/")
    member.finds_nothing_wrong()
    page.get_by_label("List, code or link").fill("Hero\n1 Herrick\nBattle deck\n2 Fierball\n")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("button", name="2 Fireball")).to_be_visible(timeout=WAIT)
    member.finds_nothing_wrong()
    page.get_by_role("button", name="2 Fireball").click()
    expect(page.get_by_role("button", name="2 Fireball")).to_have_count(0, timeout=WAIT)
    page.get_by_label("Name").fill("From a friend")
    page.get_by_role("button", name="Save to my decks").click()
    expect(page).to_have_url(re.compile(r"/decks/\d+/$"), timeout=WAIT)
    assert Deck.objects.get().owner == owner


def test_a_house_format_is_made_and_a_deck_is_checked_in_it(member: Visitor, deck: Deck) -> None:
    page = member.page
    member.goes_to("/decks/formats/")
    member.finds_nothing_wrong()
    page.get_by_role("link", name="Make a house format of it").first.click()
    page.get_by_label("Name").fill("Club night")
    member.finds_nothing_wrong()
    page.get_by_label("Most cards").fill("31")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Club night", timeout=WAIT)
    member.finds_nothing_wrong()
    code = HouseFormat.objects.get().code
    member.goes_to(f"/decks/{deck.pk}/?format={code}")
    expect(page.locator(".problem").first).to_contain_text("31")


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_build_order_is_all_in_sight_on_a_phone(member: Visitor, deck: Deck) -> None:
    member.goes_to(f"/decks/{deck.pk}/figures/")
    cells = member.page.locator(".plan :is(th, td)")
    ends = cells.evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert ends
    assert max(ends) <= 360
    # A building without new cards is one line of text: no row is stretched by a column beside it.
    assert member.page.locator(".plan .plan-build").evaluate_all(
        "all => all.every(each => each.getBoundingClientRect().height < 80)"
    )


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_what_is_shared_stands_apart_from_the_cards(member: Visitor, deck: Deck) -> None:
    member.goes_to(f"/s/{link_create(deck=deck).token}/")
    above, below = (
        member.page.locator(each).bounding_box() for each in (".deck-side > :last-child", ".share-grid > :first-child")
    )
    assert above
    assert below
    assert below["y"] - (above["y"] + above["height"]) >= 16
