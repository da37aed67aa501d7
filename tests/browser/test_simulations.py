"""A simulation in a real browser: asked for, watched while it is played, finished without a reload."""

import pytest
from playwright.sync_api import expect

from simulator.chunks import chunk_play_next
from simulator.models import Batch
from tests.browser.conftest import Visitor
from tests.simulator.playing import TABLE, WINDY, play_all, started, toy, wish

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]

__all__ = ["toy"]
PATIENCE_MS = 30_000


def test_a_simulation_is_asked_for_and_watched_to_its_end(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/simulations/new/")
    visitor.finds_nothing_wrong()
    page.get_by_label("another number", exact=True).check()
    page.get_by_label("Another number of games").fill("20")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("status")).to_have_text("waiting", timeout=PATIENCE_MS)
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    play_all(Batch.objects.get())
    expect(page.get_by_role("status")).to_have_text("finished", timeout=PATIENCE_MS)
    expect(page.get_by_role("link", name="CSV")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_role("rowheader", name=WINDY)).to_be_visible()
    visitor.finds_nothing_wrong()


def test_a_simulation_is_cancelled_and_taken_up_again(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/simulations/new/")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("cancelled", timeout=PATIENCE_MS)
    expect(page.get_by_text("count in no rating")).to_be_visible()
    visitor.finds_nothing_wrong()
    page.get_by_role("button", name="Play on").click()
    expect(page.get_by_role("status")).to_have_text("waiting", timeout=PATIENCE_MS)
    chunk_play_next()
    expect(page.get_by_role("status")).to_have_text("playing", timeout=PATIENCE_MS)
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()


def test_two_decks_of_a_table_are_compared_from_its_page(visitor: Visitor) -> None:
    page = visitor.page
    batch = play_all(started(wish(table=TABLE)))
    visitor.goes_to(f"/simulations/{batch.token}/")
    visitor.finds_nothing_wrong()
    page.get_by_label("Second deck").select_option(label=WINDY)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("Smallest difference")).to_be_visible(timeout=PATIENCE_MS)
    visitor.finds_nothing_wrong()
    visitor.goes_to("/ratings/")
    visitor.finds_nothing_wrong()
