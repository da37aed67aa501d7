"""Screenshots for README.md: `make pictures` rewrites docs/pictures/."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser, Page

from simulator.engine.decks.code import encode
from simulator.games.signum import SYSTEM
from tests.browser.sample_site import create_sample_site

FOLDER = Path(settings.BASE_DIR) / "docs/pictures"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
GAMES = 40


def take_screenshot(page: Page) -> Image.Image:
    page.wait_for_load_state("networkidle")
    return Image.open(BytesIO(page.screenshot()))


def save_picture(picture: Image.Image, name: str, *, width: int = 960) -> None:
    """Save the picture small enough for a repository and large enough to read."""
    height = round(picture.height * width / picture.width)
    FOLDER.mkdir(exist_ok=True)
    picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS).save(
        FOLDER / f"{name}.webp", quality=78, method=6
    )


def join_horizontally(pictures: list[Image.Image]) -> Image.Image:
    gap = 16
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    whole = Image.new("RGB", (width, pictures[0].height), "#ffffff")
    left = 0
    for picture in pictures:
        whole.paste(picture, (left, 0))
        left += picture.width + gap
    return whole


@pytest.mark.django_db(transaction=True)
def test_take_pictures(chromium: Browser, live_server: Any) -> None:
    vera, names = create_sample_site(games=GAMES)
    client = Client()
    client.force_login(vera)
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
    sample = encode(SYSTEM.reference_deck("Lances at Dawn").deck, system=SYSTEM)
    builder = f"/decks/build/?d={sample}&name=Lances+at+Dawn"
    report = f"/simulations/{names['simulation']}/"

    def open_page(size: dict[str, int], scheme: str) -> Page:
        context = chromium.new_context(viewport=size, color_scheme=scheme, locale="en", device_scale_factor=1.5)
        context.add_cookies([{**cookie, "url": live_server.url}])
        context.set_default_timeout(60_000)
        return context.new_page()

    desk = open_page(DESK, "light")
    paths = {
        "home": "/",
        "cards": "/cards/?q=f:vallor+kw:shot",
        "builder": builder,
        "simulation": report,
        "collection": f"/collection/{names['collection']}/",
    }
    for name, path in paths.items():
        desk.goto(live_server.url + path)
        save_picture(take_screenshot(desk), name)
    desk.goto(live_server.url + f"{report}games/0/0/0/?step=60")
    save_picture(take_screenshot(desk), "replay")

    phone = open_page(PHONE, "dark")
    pictures = []
    for path in ("/decks/tour/", f"/decks/{names['deck']}/", "/cards/signum/core-009/", report):
        phone.goto(live_server.url + path)
        pictures.append(take_screenshot(phone))
    save_picture(join_horizontally(pictures), "phone", width=1200)
