"""Every quick tap and click counts.

The tests send raw touch and mouse events instead of calling `click`.
"""

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, expect

from collection.stock.models import Holding
from decks.models import Deck, Like
from decks.services import deck_create
from simulator.engine.decks.code import encode
from simulator.games.signum import SYSTEM
from tests.browser.conftest import Visitor
from tests.browser.gestures import FAST_MS, HUMAN_MS, Finger, Mouse, hand_of, middle, press_repeatedly, slow_network
from tests.cards import signum_cards
from tests.decks.samples import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAIT = 20_000
DECK = SYSTEM.reference_deck("Lances at Dawn").deck
ADDRESS = f"/decks/build/?d={encode(DECK, system=SYSTEM)}"
IN_DECK = 33
OFFSET_IN_LIST = "node => node.getBoundingClientRect().top - node.closest('.facets').getBoundingClientRect().top"
phone = pytest.mark.parametrize("size", ["phone"], indirect=True)
desktop = pytest.mark.parametrize("size", ["desktop"], indirect=True)


@pytest.fixture(autouse=True)
def library() -> None:
    signum_cards()


@pytest.fixture
def member(visitor: Visitor) -> Visitor:
    client = Client()
    client.force_login(person("ada"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    visitor.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": visitor.site}])
    visitor.page.route("**/face/**", lambda route: route.fulfill(status=200, content_type="image/webp", body=b""))
    return visitor


def battle_deck(visitor: Visitor) -> Locator:
    """The number returned by the server. The optimistic count is elsewhere."""
    return visitor.page.locator('#deck-side [data-part="battle"]')


def unused_card(visitor: Visitor) -> Locator:
    """The row of a card with a text that is not in the deck."""
    words = visitor.page.locator(".offer-text", has_text=".")
    unused = visitor.page.locator("#results .offer:not(.offer-chosen)", has=words)
    code = unused.first.get_attribute("data-card")
    return visitor.page.locator(f'#results [data-card="{code}"]')


@phone
def test_every_tap_adds_or_removes_a_card(visitor: Visitor) -> None:
    visitor.goto(ADDRESS)
    hand, row = Finger(visitor.page), unused_card(visitor)
    press_repeatedly(hand, row.locator("[data-more]"), times=12, pause=FAST_MS)
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK + 12), timeout=WAIT)
    # Alternate before the first response.
    for button, times in (("less", 12), ("more", 2), ("less", 1)):
        press_repeatedly(hand, row.locator(f"[data-{button}]"), times=times, pause=FAST_MS)
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK + 1), timeout=WAIT)
    expect(row.locator("[data-count]")).to_have_text("1")


@phone
def test_taps_in_the_deck_change_only_the_tapped_line(visitor: Visitor) -> None:
    visitor.goto(ADDRESS)
    visitor.page.locator("label[for=view-deck]").click()
    code = visitor.page.locator("#deck-side [data-in=battle]").nth(2).get_attribute("data-card")
    line, hand = visitor.page.locator(f"#line-battle-{code}"), Finger(visitor.page)
    before = int(line.get_attribute("data-count") or 0)
    press_repeatedly(hand, line.locator("[data-more]"), times=6, pause=FAST_MS)
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK + 6), timeout=WAIT)
    # Surplus presses must not hit the next line.
    press_repeatedly(hand, line.locator("[data-less]"), times=before + 8, pause=FAST_MS)
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK - before), timeout=WAIT)
    expect(line).to_have_count(0)


@desktop
@pytest.mark.parametrize("pause", [FAST_MS, HUMAN_MS])
def test_every_click_adds_a_card(visitor: Visitor, pause: int) -> None:
    visitor.goto(ADDRESS)
    hand, buttons = Mouse(visitor.page), visitor.page.locator("#results [data-more]")
    for place in range(10):
        press_repeatedly(hand, buttons.nth(place), times=3, pause=pause)
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK + 30), timeout=WAIT)


@desktop
def test_the_deck_keeps_its_scroll_position(visitor: Visitor) -> None:
    page, hand = visitor.page, Mouse(visitor.page)
    visitor.goto(ADDRESS)
    page.fill("#deck-name", "Not yet saved")
    place = middle(page.locator("#deck-side [data-in=battle] [data-more]").last)
    scrolled = page.locator("#deck-side").evaluate("side => side.scrollTop")
    assert scrolled > 0
    for more in range(1, 7):
        hand.press(place)
        if more == 1:
            expect(battle_deck(visitor)).to_have_text(str(IN_DECK + more), timeout=WAIT)
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK + 6), timeout=WAIT)
    assert page.locator("#deck-side").evaluate("side => side.scrollTop") == scrolled
    expect(page.locator("#deck-name")).to_have_value("Not yet saved")


@desktop
def test_an_update_does_not_set_style_attributes(visitor: Visitor) -> None:
    """Updates comply with the content security policy.

    Scripts may set style properties, but htmx must not set style attributes.
    """
    visitor.goto(ADDRESS)
    visitor.page.locator("#deck-title").evaluate("title => { title.style.opacity = 0.9 }")
    Mouse(visitor.page).press(middle(visitor.page.locator("#results [data-more]").first))
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK + 1), timeout=WAIT)
    assert visitor.faults == []


def test_a_row_keeps_its_shape_during_a_press(visitor: Visitor, size: str) -> None:
    """A press on its text unfolds the row."""
    page = visitor.page
    visitor.goto(ADDRESS)
    row, hand = unused_card(visitor), hand_of(page, size)
    place, shape = middle(row.locator("[data-more]")), row.bounding_box()
    hand.down(place)
    expect(row.locator("[data-more]")).to_be_focused() if size == "desktop" else None
    assert row.bounding_box() == shape
    hand.up()
    expect(battle_deck(visitor)).to_have_text(str(IN_DECK + 1), timeout=WAIT)
    assert row.bounding_box() == shape
    hand.press(middle(row.locator(".offer-kind")))
    expect(row.locator(".offer-text")).to_be_visible()
    assert battle_deck(visitor).text_content() == str(IN_DECK + 1)


def test_filters_pressed_during_a_request_all_count(visitor: Visitor, size: str) -> None:
    page, hand = visitor.page, hand_of(visitor.page, size)
    visitor.goto(ADDRESS)
    hand.press(middle(page.locator("#results .facets summary")))
    first, second = (page.locator(f"#results .facet:nth-child({number}) .chip").first for number in (1, 2))
    expect(first).to_be_visible()
    middle(second)
    places = [middle(chip, scrolled=True) for chip in (first, second)]
    slow_network(page, latency=1_500)
    for place in places:
        hand.press(place)
    expect(page.locator("#results .chip-chosen")).to_have_count(2, timeout=WAIT)
    expect(first).to_be_visible()


@desktop
def test_filters_of_the_library_all_count(member: Visitor) -> None:
    page, hand = member.page, Mouse(member.page)
    member.goto("/cards/")
    first = page.locator(".facet > summary").first
    top = first.evaluate(OFFSET_IN_LIST)
    values = [page.locator(".facet").nth(number).locator(".facet-value").first for number in (0, 1)]
    middle(values[-1])
    places = [middle(value, scrolled=True) for value in values]
    slow_network(page, latency=1_500)
    for place in places:
        hand.press(place)
    expect(page.locator(".facet-value[aria-current]")).to_have_count(2, timeout=WAIT)
    assert first.evaluate(OFFSET_IN_LIST) == top


def test_plus_and_minus_of_a_collection_count_every_press(member: Visitor, size: str) -> None:
    page, hand = member.page, hand_of(member.page, size)
    member.goto("/cards/?q=greer")
    slow_network(page)
    for by, times in (("1", 6), ("-1", 2), ("1", 2), ("-1", 1)):
        press_repeatedly(hand, page.locator(f".stepper button[value='{by}']"), times=times, pause=FAST_MS)
    hand.press((5, 400))  # elsewhere, while requests are pending
    expect(page.locator(".stepper-count")).to_have_text("5", timeout=WAIT)
    expect(page.locator(".stepper.htmx-request")).to_have_count(0, timeout=WAIT)
    assert Holding.objects.get(printing__code="core-007").cards == 5


def test_the_last_press_decides_about_a_like(member: Visitor, size: str) -> None:
    deck = deck_create(owner=person("odo"), decklist=DECK)
    Deck.objects.filter(pk=deck.pk).update(visibility=Deck.Visibility.PUBLIC)
    member.goto(f"/decks/{deck.pk}/")
    slow_network(member.page)
    press_repeatedly(hand_of(member.page, size), member.page.locator(".like button"), times=5, pause=FAST_MS)
    expect(member.page.locator(".like.htmx-request")).to_have_count(0, timeout=WAIT)
    expect(member.page.locator(".like button")).to_have_attribute("aria-pressed", "true", timeout=WAIT)
    assert Like.objects.filter(deck=deck).count() == 1


def test_leaving_out_a_line_of_an_import_removes_that_line(visitor: Visitor, size: str) -> None:
    page, hand = visitor.page, hand_of(visitor.page, size)
    visitor.goto("/decks/import/")
    page.fill("#given", "\nfoo bar baz\n1 Barricade\nqux quux\n1 Herrick\n1 Temple")
    hand.press(middle(page.get_by_role("button", name="Read it")))
    for left in (2, 1):
        expect(page.locator(".unread-list li")).to_have_count(left, timeout=WAIT)
        hand.press(middle(page.get_by_role("button", name="Leave the line out").first))
    expect(page.locator(".unread-list li")).to_have_count(0, timeout=WAIT)
    for card in ("Barricade", "Herrick", "Temple"):
        expect(page.locator(".deck-main")).to_contain_text(card)
