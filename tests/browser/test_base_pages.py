"""Base pages in a browser: desktop and phone, light and dark, in three languages."""

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from signum_site.accounts.models import User
from tests.browser.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "correct horse battery"


@pytest.fixture(scope="session", autouse=True)
def compiled_translations() -> None:
    call_command("compilemessages", verbosity=0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", ["/", "/about/", "/odds/signum/melee/", "/account/login/", "/account/signup/", "/account/password/reset/"]
)
def test_base_pages_pass_all_checks(visitor: Visitor, path: str, scheme: str) -> None:
    visitor.page.emulate_media(color_scheme=scheme)
    visitor.goto(path)
    visitor.check_page()


@pytest.mark.parametrize("language", ["es", "it"])
@pytest.mark.parametrize("path", ["/", "/about/", "/account/signup/"])
def test_longer_translations_fit(visitor: Visitor, path: str, language: str) -> None:
    visitor.page.context.add_cookies([{"name": "django_language", "value": language, "url": visitor.site}])
    visitor.goto(path)
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    visitor.check_page()


def test_the_404_page_passes_all_checks(visitor: Visitor) -> None:
    visitor.goto("/no/such/page")
    # The browser itself logs the 404 in its console.
    visitor.faults = [fault for fault in visitor.faults if "404" not in fault]
    visitor.check_page()


def test_dark_is_darker_than_light(visitor: Visitor) -> None:
    def background() -> int:
        colour = visitor.page.evaluate(
            "() => { const c = document.createElement('canvas').getContext('2d', {willReadFrequently: true});"
            "c.fillStyle = getComputedStyle(document.documentElement).backgroundColor; c.fillRect(0, 0, 1, 1);"
            "return [...c.getImageData(0, 0, 1, 1).data] }"
        )
        return sum(colour[:3])

    visitor.page.emulate_media(color_scheme="light")
    visitor.goto("/")
    light = background()
    visitor.page.emulate_media(color_scheme="dark")
    assert background() < light


def test_the_keyboard_reaches_the_content_first(visitor: Visitor) -> None:
    visitor.goto("/")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.locator(".skip")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#main")).to_be_focused()


def test_from_sign_up_to_account_deletion(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goto("/account/signup/")
    for name, value in {"username": "brenna", "email": "brenna@signum.example"}.items():
        page.fill(f"main input[name={name}]", value)
    page.fill("main input[name=password1]", PASSWORD)
    page.fill("main input[name=password2]", PASSWORD)
    page.press("main input[name=password2]", "Enter")
    page.wait_for_url("**/decks/")
    visitor.check_page()

    visitor.goto("/account/")
    page.select_option("main select[name=theme]", "dark")
    page.select_option("main select[name=language]", "es")
    page.locator("main form[action='/account/'] button").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "es")

    page.fill("main input[name=name]", "my script")
    page.press("main input[name=name]", "Enter")
    expect(page.locator("main")).to_contain_text("my script")
    assert page.locator("main input[readonly]").input_value().startswith("signum_")
    visitor.check_page()

    visitor.goto("/account/delete/")
    page.fill("main input[name=password]", PASSWORD)
    page.press("main input[name=password]", "Enter")
    page.fill("main input[name=username]", "brenna")
    visitor.check_page()
    page.press("main input[name=username]", "Enter")
    page.wait_for_url(visitor.site + "/")
    assert not User.objects.exists()


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_menu_shows_the_current_page(visitor: Visitor) -> None:
    visitor.goto("/glossary/")
    expect(visitor.page.locator(".bar-nav [aria-current]")).to_be_in_viewport(ratio=1)
