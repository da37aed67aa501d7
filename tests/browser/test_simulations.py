"""Simulations in a browser: started, followed live, finished without a reload."""

import re

import pytest
from playwright.sync_api import expect

from simulator import games
from simulator.batches.chunks import chunk_play_next
from simulator.models.batches import Batch
from tests.browser.conftest import Visitor
from tests.browser.gestures import FAST_MS, hand_of, press_repeatedly, slow_network
from tests.simulator.batches.playing import TABLE, WINDY, batch_params, play_all, start_batch, toy

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]

__all__ = ["toy"]
WAIT_MS = 30_000
KEY_INTERVAL_MS = 50


def test_a_simulation_is_started_and_followed_to_its_end(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/simulations/new/")
    visitor.check_page()
    page.get_by_label("another number", exact=True).check()
    page.get_by_label("Another number of games").fill("20")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("status")).to_have_text("waiting", timeout=WAIT_MS)
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    play_all(Batch.objects.get())
    expect(page.get_by_role("status")).to_have_text("finished", timeout=WAIT_MS)
    expect(page.get_by_role("link", name="CSV")).to_be_visible(timeout=WAIT_MS)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_role("rowheader", name=WINDY)).to_be_visible()
    visitor.check_page()


def test_a_simulation_is_cancelled_and_resumed(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/simulations/new/")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("cancelled", timeout=WAIT_MS)
    expect(page.get_by_text("count in no rating")).to_be_visible()
    visitor.check_page()
    page.get_by_role("button", name="Play on").click()
    expect(page.get_by_role("status")).to_have_text("waiting", timeout=WAIT_MS)
    chunk_play_next()
    expect(page.get_by_role("status")).to_have_text("playing", timeout=WAIT_MS)
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()


def test_two_decks_of_a_table_are_compared_from_its_page(visitor: Visitor) -> None:
    page = visitor.page
    batch = play_all(start_batch(batch_params(table=TABLE)))
    visitor.goto(f"/simulations/{batch.token}/")
    visitor.check_page()
    page.get_by_label("Second deck").select_option(label=WINDY)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("Smallest difference")).to_be_visible(timeout=WAIT_MS)
    visitor.check_page()
    visitor.goto("/ratings/")
    visitor.check_page()


def test_every_key_and_press_moves_a_replay(visitor: Visitor, size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the toy game has no replay
    page = visitor.page
    decks = [{"reference": reference.deck.name} for reference in games.system("signum").reference_decks()[:2]]
    raw = batch_params(system="signum", policy="greedy", games=2, deck=decks[0], against=decks[1:])
    batch = play_all(start_batch(raw))
    visitor.goto(f"/simulations/{batch.token}/games/0/0/0/")
    slow_network(page)
    for key, times in (("ArrowRight", 20), ("ArrowLeft", 3)):
        for _ in range(times):
            page.keyboard.press(key)
            page.wait_for_timeout(KEY_INTERVAL_MS)
    expect(page.locator(".replay-count")).to_have_text(re.compile("^18 /"), timeout=WAIT_MS)
    expect(page).to_have_url(re.compile("step=17"))
    hand = hand_of(page, size)
    press_repeatedly(hand, page.locator("[data-replay=next]"), times=6, pause=FAST_MS)
    press_repeatedly(hand, page.locator("[data-replay=back]"), times=2, pause=FAST_MS)
    expect(page.locator(".replay-count")).to_have_text(re.compile("^22 /"), timeout=WAIT_MS)
    turns = page.locator("[data-replay-turns] option").evaluate_all("all => all.map(option => Number(option.value))")
    press_repeatedly(hand, page.locator("[data-replay=turn-next]"), times=2, pause=FAST_MS)
    after = [step for step in turns if step > 21][1]
    expect(page.locator("#replay")).to_have_attribute("data-step", str(after), timeout=WAIT_MS)
