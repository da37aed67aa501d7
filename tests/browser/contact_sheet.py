"""Contact sheets of every page in all widths, themes and languages.

`make contact-sheet` takes each page 1280 and 360 pixels wide, light and dark, in three languages, and writes sheets of
a dozen pages to test-results/contact-sheet/. It fails if a page is wider than its window.
"""

import os
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from PIL import Image, ImageDraw
from playwright.sync_api import Browser

from simulator.engine.values import LANGUAGES
from tests.browser import account_states
from tests.browser.error_pages import ERROR_VIEWS
from tests.browser.sample_site import create_sample_site
from tests.signum_site.permissions import lines
from tests.signum_site.translations.test_untranslated import EMPTY, MORE

FOLDER = Path(settings.BASE_DIR) / "test-results/contact-sheet"
WIDTHS = {1280: (4, 0.5, 1500), 360: (8, 0.75, 1900)}
"""Pages per row, scale, and maximum height of a page."""
ROWS = 2
FILES = ("/schema/", "/healthz", "/text/", "/account/archive/", "/live/")
"""Endings of addresses that return a file or a page fragment."""
GUEST = ("/", "/decks/public/", "/decks/{deck}/", "/simulations/", "/cards/signum/{card}/", "/decks/build/")
MORE_ADDRESSES = (
    "/odds/signum/ranged/",
    "/decks/{deck}/compare/?before=1&after=2",
    "/decks/{long}/",
    "/decks/{long}/figures/",
    "/decks/build/?d={code}&tour=on",
    "/simulations/{simulation}/games/0/0/0/?step=120",
)
TOO_WIDE: list[str] = []
ONLY = os.environ.get("LOOK", "")
CHOSEN_LANGUAGES = os.environ.get("LANGUAGES", ",".join(LANGUAGES)).split(",")
SIZES = [int(size) for size in os.environ.get("SIZES", "1280,360").split(",")]
THEMES = os.environ.get("THEMES", "light,dark").split(",")
"""Filters, for example LOOK=/decks/ LANGUAGES=es SIZES=360 THEMES=dark.

LOOK is a prefix of addresses.
"""
SINGLE = "SINGLE" in os.environ
"""SINGLE=1 also saves each page in full.

Sheets show only the upper part of long pages.
"""


def addresses() -> list[tuple[str, str]]:
    """Pairs of user and address.

    First the owner or an anonymous visitor, then a user without any data.
    """
    pages = []
    for line in lines():
        is_page = line.method == "GET" and "." not in line.address.split("?")[0] and "/api/v1/" not in line.address
        if is_page and not line.address.endswith(FILES) and "200" in line.expected[0] + line.expected[2]:
            pages.append(("owner" if "200" in line.expected[0] else "anonymous", line.address))
    pages += [("owner", address) for address in MORE]
    pages += [("second", address) for address in EMPTY]
    pages += [("anonymous", address) for address in GUEST] + [("staff", "/health/"), ("staff", "/admin/")]
    pages += [("owner", address) for address in (*MORE_ADDRESSES, *(f"/trouble/{code}/" for code in ERROR_VIEWS))]
    return [(who, address) for who, address in pages if address.startswith(ONLY)]


def take_pictures(
    browser: Browser, site: str, people: dict[str, Any], names: dict[str, Any], look: Any
) -> Iterator[Any]:
    width, scheme, language = look
    pages = {}
    for who, cookie in people.items():
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, locale=language)
        context.add_cookies([cookie | {"url": site}] if cookie else [])
        context.set_default_timeout(60_000)
        pages[who] = context.new_page()
    for who, address in addresses():
        cache.clear()
        for name, value in names.items():
            address = address.replace("{" + name + "}", str(value))
        page = pages[who]
        page.goto(site + address)
        page.wait_for_load_state("networkidle")
        page_width = page.evaluate("document.documentElement.scrollWidth")
        if page_width > width:
            TOO_WIDE.append(f"{address} in {language} is {page_width} pixels wide in a window of {width}")
        picture = Image.open(BytesIO(page.screenshot(full_page=True)))
        if SINGLE:
            save_page(picture, f"{language}-{width}-{scheme}", f"{who} {address}")
        yield f"{who} {address}", picture.crop((0, 0, width, min(picture.height, WIDTHS[width][2])))
    for page in pages.values():
        page.context.close()


def save_page(picture: Image.Image, look: str, title: str) -> None:
    """Save the full page in its own file."""
    folder = FOLDER / look
    folder.mkdir(parents=True, exist_ok=True)
    picture.save(folder / (re.sub(r"\W+", "-", title)[:80] + ".png"))


def save_sheets(pictures: list[tuple[str, Image.Image]], width: int, name: str) -> None:
    columns, scale, max_height = WIDTHS[width]
    cell_width, cell_height = round(width * scale), round(max_height * scale) + 20
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number in range(0, len(pictures), columns * ROWS):
        batch = pictures[number : number + columns * ROWS]
        sheet = Image.new("RGB", (columns * (cell_width + 8), -(-len(batch) // columns) * cell_height), "#808080")
        for place, (title, picture) in enumerate(batch):
            left, top = place % columns * (cell_width + 8), place // columns * cell_height
            small = picture.convert("RGB").resize((cell_width, round(picture.height * scale)), Image.Resampling.LANCZOS)
            sheet.paste(small, (left, top + 20))
            ImageDraw.Draw(sheet).text((left + 4, top + 4), title, fill="#ffffff")
        sheet.save(FOLDER / f"{name}-{number // (columns * ROWS) + 1}.png")


@pytest.mark.django_db(transaction=True)
def test_take_contact_sheets(chromium: Browser, live_server: Any, django_user_model: Any, settings: Any) -> None:
    create = django_user_model.objects.create_user
    vera, names = create_sample_site(games=int(os.environ.get("GAMES", "20")))
    settings.ROOT_URLCONF = "tests.browser.error_pages"
    people: dict[str, Any] = {"anonymous": None}
    others = {"second": create("nerissa"), "staff": create("quirin", is_staff=True, is_superuser=True)}
    for who, user in ({"owner": vera} | others).items():
        client = Client()
        client.force_login(user)
        key = settings.SESSION_COOKIE_NAME
        people[who] = {"name": key, "value": client.cookies[key].value}
    for language in CHOSEN_LANGUAGES:
        for width in SIZES:
            for scheme in THEMES:
                pictures = list(take_pictures(chromium, live_server.url, people, names, (width, scheme, language)))
                save_sheets(pictures, width, f"{language}-{width}-{scheme}")
                look, max_height = (width, scheme, language), WIDTHS[width][2]
                states = list(
                    account_states.take_pictures(
                        chromium, live_server.url, look, max_height=max_height, too_wide=TOO_WIDE
                    )
                )
                save_sheets(states, width, f"{language}-{width}-{scheme}-account")
                for title, picture in states if SINGLE else []:
                    save_page(picture, f"{language}-{width}-{scheme}", f"account {title}")
    assert TOO_WIDE == []
