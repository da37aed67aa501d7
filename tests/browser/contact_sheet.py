"""Every page in one look: `make contact-sheet` takes each at 1280 and 360 pixels, light and dark, in three languages.

Sheets of a dozen pages are written to test-results/contact-sheet/; it fails for pages wider than their window.
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
from tests.browser.inhabited import inhabited
from tests.browser.troubles import TROUBLES
from tests.signum_site.permissions import lines
from tests.signum_site.translations.test_untranslated import EMPTY, MORE

FOLDER = Path(settings.BASE_DIR) / "test-results/contact-sheet"
WIDTHS = {1280: (4, 0.5, 1500), 360: (8, 0.75, 1900)}
"""Pages beside each other, how much smaller they are shown, and how far down a page is looked at."""
ROWS = 2
FILES = ("/schema/", "/healthz", "/text/", "/account/archive/", "/live/")
"""Addresses that answer with a file, or with a part of a page."""
GUEST = ("/", "/decks/public/", "/decks/{deck}/", "/simulations/", "/cards/signum/{card}/", "/decks/build/")
LESS_OFTEN = (
    "/odds/signum/ranged/",
    "/decks/{deck}/compare/?before=1&after=2",
    "/decks/{long}/",
    "/decks/{long}/figures/",
    "/decks/build/?d={code}&tour=on",
    "/simulations/{simulation}/games/0/0/0/?step=120",
)
TOO_WIDE: list[str] = []
ONLY = os.environ.get("LOOK", "")
SPOKEN = os.environ.get("LANGUAGES", ",".join(LANGUAGES)).split(",")
SIZES = [int(size) for size in os.environ.get("SIZES", "1280,360").split(",")]
THEMES = os.environ.get("THEMES", "light,dark").split(",")
"""LOOK=/decks/ LANGUAGES=es SIZES=360 THEMES=dark takes only that: addresses that begin so, and so on."""
SINGLE = "SINGLE" in os.environ
"""SINGLE=1 keeps each page by itself too, whole: sheets show only the upper part of long ones."""


def addresses() -> list[tuple[str, str]]:
    """Who looks at what: an owner, else whoever the page is for; then what somebody sees who has nothing yet."""
    found = []
    for line in lines():
        is_page = line.method == "GET" and "." not in line.address.split("?")[0] and "/api/v1/" not in line.address
        if is_page and not line.address.endswith(FILES) and "200" in line.expected[0] + line.expected[2]:
            found.append(("owner" if "200" in line.expected[0] else "anonymous", line.address))
    found += [("owner", address) for address in MORE]
    found += [("second", address) for address in EMPTY]
    found += [("anonymous", address) for address in GUEST] + [("staff", "/health/"), ("staff", "/admin/")]
    found += [("owner", address) for address in (*LESS_OFTEN, *(f"/trouble/{code}/" for code in TROUBLES))]
    return [(who, address) for who, address in found if address.startswith(ONLY)]


def taken(browser: Browser, site: str, people: dict[str, Any], names: dict[str, Any], look: Any) -> Iterator[Any]:
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
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            TOO_WIDE.append(f"{address} in {language} is {wide} pixels wide in a window of {width}")
        picture = Image.open(BytesIO(page.screenshot(full_page=True)))
        if SINGLE:
            keep(picture, f"{language}-{width}-{scheme}", f"{who} {address}")
        yield f"{who} {address}", picture.crop((0, 0, width, min(picture.height, WIDTHS[width][2])))
    for page in pages.values():
        page.context.close()


def keep(picture: Image.Image, look: str, title: str) -> None:
    """The whole page by itself, however long."""
    folder = FOLDER / look
    folder.mkdir(parents=True, exist_ok=True)
    picture.save(folder / (re.sub(r"\W+", "-", title)[:80] + ".png"))


def sheets(pictures: list[tuple[str, Image.Image]], width: int, name: str) -> None:
    across, scale, high = WIDTHS[width]
    wide, tall = round(width * scale), round(high * scale) + 20
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number in range(0, len(pictures), across * ROWS):
        some = pictures[number : number + across * ROWS]
        sheet = Image.new("RGB", (across * (wide + 8), -(-len(some) // across) * tall), "#808080")
        for place, (title, picture) in enumerate(some):
            left, top = place % across * (wide + 8), place // across * tall
            small = picture.convert("RGB").resize((wide, round(picture.height * scale)), Image.Resampling.LANCZOS)
            sheet.paste(small, (left, top + 20))
            ImageDraw.Draw(sheet).text((left + 4, top + 4), title, fill="#ffffff")
        sheet.save(FOLDER / f"{name}-{number // (across * ROWS) + 1}.png")


@pytest.mark.django_db(transaction=True)
def test_take(chromium: Browser, live_server: Any, django_user_model: Any, settings: Any) -> None:
    create = django_user_model.objects.create_user
    vera, names = inhabited(games=int(os.environ.get("GAMES", "20")))
    settings.ROOT_URLCONF = "tests.browser.troubles"
    people: dict[str, Any] = {"anonymous": None}
    others = {"second": create("nerissa"), "staff": create("quirin", is_staff=True, is_superuser=True)}
    for who, user in ({"owner": vera} | others).items():
        client = Client()
        client.force_login(user)
        key = settings.SESSION_COOKIE_NAME
        people[who] = {"name": key, "value": client.cookies[key].value}
    for language in SPOKEN:
        for width in SIZES:
            for scheme in THEMES:
                pictures = list(taken(chromium, live_server.url, people, names, (width, scheme, language)))
                sheets(pictures, width, f"{language}-{width}-{scheme}")
                look, highest = (width, scheme, language), WIDTHS[width][2]
                states = list(account_states.taken(chromium, live_server.url, look, highest=highest, too_wide=TOO_WIDE))
                sheets(states, width, f"{language}-{width}-{scheme}-account")
                for title, picture in states if SINGLE else []:
                    keep(picture, f"{language}-{width}-{scheme}", f"account {title}")
    assert TOO_WIDE == []
