"""Every page of the site, on a phone at night and on a desk by day: fit for keyboard, fingers and screen reader.

Pages are those of the contact sheet. What a page does is tested elsewhere; here, what each must have.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.browser.contact_sheet import addresses
from tests.browser.inhabited import inhabited

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOUCH = 44
SMALL = """touch => {
  const pressed = "button:not(.term-word), select, summary, input:not([type=hidden]), .button, .chip, nav a";
  return [...document.querySelectorAll(`main :is(${pressed})`)]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest(".builder-views"))
    .map(each => [each, each.closest("label") || document.querySelector(`label[for="${each.id}"]`) || each])
    .map(both => [both[0], Math.max(...both.map(one => one.getBoundingClientRect().height))])
    .filter(([each, height]) => height > 1 && height < touch - 0.5)
    .map(([each, height]) => `${Math.round(height)} px: ${each.outerHTML.slice(0, 120)}`);
}"""
"""What is pressed and too low for a finger, its label counted; words in running text are not asked to be taller."""
SKIPPED = """() => {
  const heads = [...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")];
  const levels = [0, ...heads.filter(each => each.checkVisibility()).map(each => Number(each.tagName[1]))];
  const pairs = levels.slice(1).map((level, place) => [levels[place], level]);
  return pairs.filter(([before, level]) => level > before + 1).map(both => both.map(one => `h${one}`).join(" to "));
}"""


def faults(page: Page, *, is_phone: bool) -> list[str]:
    found = [
        f"{finding['id']}: {finding['nodes'][0]['html'][:160]}"
        for finding in Axe().run(page).response["violations"]
        if finding["impact"] in ("serious", "critical")
    ]
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    found += [f"{wide} pixels too wide"] if wide > 0 else []
    found += page.evaluate(SMALL, TOUCH) if is_phone else []
    return found + page.evaluate(SKIPPED)


@pytest.mark.parametrize(("width", "theme", "language"), [(360, "dark", "es"), (1280, "light", "it")])
def test_every_page(
    chromium: Browser, live_server: Any, django_user_model: Any, settings: Any, width: int, theme: Any, language: str
) -> None:
    settings.ROOT_URLCONF = "tests.browser.troubles"
    create = django_user_model.objects.create_user
    vera, names = inhabited(games=2)
    people = {"owner": vera, "second": create("nerissa"), "staff": create("quirin", is_staff=True, is_superuser=True)}
    pages = {}
    for who in ("anonymous", *people):
        context = chromium.new_context(
            viewport={"width": width, "height": 740}, color_scheme=theme, locale=language, reduced_motion="reduce"
        )
        context.set_default_timeout(30_000)
        if who in people:
            client, key = Client(), settings.SESSION_COOKIE_NAME
            client.force_login(people[who])
            context.add_cookies([{"name": key, "value": client.cookies[key].value, "url": live_server.url}])
        pages[who] = context.new_page()
    found = []
    for who, address in addresses():
        if address == "/admin/":
            continue  # Django's own
        cache.clear()
        for name, value in names.items():
            address = address.replace("{" + name + "}", str(value))
        pages[who].goto(live_server.url + address)
        found += [f"{who} {address}: {fault}" for fault in faults(pages[who], is_phone=width == 360)]
    for page in pages.values():
        page.context.close()
    assert not found, "\n".join(found)
