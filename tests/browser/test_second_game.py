"""The switch of games in a browser, on a desktop and in the menu of a phone."""

import pytest

from tests.browser.conftest import Visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy_cards"),
]


def test_switch_opens_the_page_for_the_other_game(visitor: Visitor, size: str) -> None:
    visitor.goto("/glossary/")
    page = visitor.page
    menu = page.locator(".game-switch" if size == "desktop" else ".bar-tools .drop").first
    menu.locator("summary").click()
    buttons = menu.locator("button[name=game]")
    assert [text.strip() for text in buttons.all_inner_texts()] == ["Legends of Signum", "Lanterns"]
    visitor.check_page()
    buttons.nth(1).click()
    page.wait_for_url("**/glossary/?game=toy")
    assert "Lanterns" in page.locator(".game-switch summary" if size == "desktop" else ".brand-words").inner_text()
    visitor.goto("/about/")
    page.locator(".bar-nav a").first.click()
    page.wait_for_url("**/cards/?game=toy")


@pytest.mark.parametrize("path", ["/", "/?game=toy", "/cards/?game=nonsense"])
def test_fronts_and_unknown_game_are_accessible(visitor: Visitor, path: str) -> None:
    visitor.goto(path)
    if "nonsense" in path:
        visitor.faults.clear()  # the browser reports the status 404
    visitor.check_page()
