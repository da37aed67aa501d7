"""Accessibility checks of every page of the contact sheet.

The pages are checked on a dark phone and a light desktop. The behaviour of pages is tested elsewhere.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.browser.contact_sheet import addresses
from tests.browser.sample_site import create_sample_site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MIN_TOUCH_HEIGHT = 44
TOO_LOW = """touch => {
  const pressed = "button:not(.term-word), select, summary, input:not([type=hidden]), .button, .chip, nav a";
  return [...document.querySelectorAll(`main :is(${pressed})`)]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest(".builder-views"))
    .map(each => [each, each.closest("label") || document.querySelector(`label[for="${each.id}"]`) || each])
    .map(both => [both[0], Math.max(...both.map(one => one.getBoundingClientRect().height))])
    .filter(([each, height]) => height > 1 && height < touch - 0.5)
    .map(([each, height]) => `${Math.round(height)} px: ${each.outerHTML.slice(0, 120)}`);
}"""
"""Controls that are too low for touch, including their labels.

Words in running text are exempt.
"""
SKIPPED_HEADINGS = """() => {
  const heads = [...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")];
  const levels = [0, ...heads.filter(each => each.checkVisibility()).map(each => Number(each.tagName[1]))];
  const pairs = levels.slice(1).map((level, place) => [levels[place], level]);
  return pairs.filter(([before, level]) => level > before + 1).map(both => both.map(one => `h${one}`).join(" to "));
}"""


def faults(page: Page, *, is_phone: bool) -> list[str]:
    problems = [
        f"{finding['id']}: {finding['nodes'][0]['html'][:160]}"
        for finding in Axe().run(page).response["violations"]
        if finding["impact"] in ("serious", "critical")
    ]
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    problems += [f"{overflow} pixels too wide"] if overflow > 0 else []
    problems += page.evaluate(TOO_LOW, MIN_TOUCH_HEIGHT) if is_phone else []
    return problems + page.evaluate(SKIPPED_HEADINGS)


@pytest.mark.parametrize(("width", "theme", "language"), [(360, "dark", "es"), (1280, "light", "it")])
def test_every_page(
    chromium: Browser, live_server: Any, django_user_model: Any, settings: Any, width: int, theme: Any, language: str
) -> None:
    settings.ROOT_URLCONF = "tests.browser.error_pages"
    create = django_user_model.objects.create_user
    vera, names = create_sample_site(games=2)
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
    problems = []
    for who, address in addresses():
        if address in ("/admin/", "/api/docs/"):
            continue  # Django's own, and Swagger UI
        cache.clear()
        for name, value in names.items():
            address = address.replace("{" + name + "}", str(value))
        pages[who].goto(live_server.url + address)
        problems += [f"{who} {address}: {fault}" for fault in faults(pages[who], is_phone=width == 360)]
    for page in pages.values():
        page.context.close()
    assert not problems, "\n".join(problems)
