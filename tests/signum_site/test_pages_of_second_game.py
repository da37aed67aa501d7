"""Every page of the site for a second game, in three languages, and every link on these pages.

The pages are those of permissions.txt, with the toy game's decks, cards, collection and simulations.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.test import Client

from tests.signum_site.permissions import lines
from tests.signum_site.toy_rows import toy_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_cards")]
GAME_IN_ADDRESS = re.compile(
    r"/(?:about/|cards/(?:syntax/)?|glossary/|decks/(?:public/|build/|new/|tour/|import/|formats/)?|simulations/(?:new/)?|ratings/"
    r"|reserve/(?:buildable/)?|collection/)?(?:\?.*)?"
)
"""List pages, whose address names the game."""
FILES = ("/schema/", "/healthz", "/live/", "/text/", "/account/archive/")
OTHER_GAME = ("/odds/", "/rules/")
"""Parts that the toy game does not have: no calculators, no rules reference. Replays have tests of their own."""
WITHOUT_GAME = ("/account/", "/api/", "/language/", "/theme/", "/admin/", "/static/", "/health", "/game/")
"""Pages that are about no game."""


@pytest.fixture
def owner(django_user_model: Any) -> Any:
    return django_user_model.objects.create_user("vera", password="a long pass phrase")


@pytest.fixture
def names(owner: Any) -> dict[str, str]:
    return toy_rows(owner)


def addresses(names: dict[str, str]) -> Iterator[str]:
    """Every page of permissions.txt that the owner may see, for the toy game."""
    for line in lines():
        address = line.address.replace("/signum/", "/toy/")
        path = address.split("?")[0]
        is_page = line.method == "GET" and "." not in path and "/api/v1/" not in path and not path.endswith(FILES)
        if not is_page or "200" not in line.expected[0] or path.startswith(OTHER_GAME) or "/games/" in path:
            continue
        for name, value in names.items():
            address = address.replace("{" + name + "}", value)
        assert "{" not in address, address
        if GAME_IN_ADDRESS.fullmatch(address):
            address += "&game=toy" if "?" in address else "?game=toy"
        yield address


def links(page: str, base: str) -> Iterator[str]:
    """The links of a page within the site; forms and the switch of games are not followed."""
    for href in re.findall(r'<a\b[^>]*?\shref="([^"]*)"', page):
        link = urldefrag(urljoin(base, unescape(href)))[0]
        path = urlsplit(link).path
        if link.startswith("/") and not path.startswith(WITHOUT_GAME) and "." not in path and "/games/" not in path:
            yield link


def game_of(page: str) -> str:
    match = re.search(r'<html[^>]*data-game="([^"]*)"', page)
    return match[1] if match else ""


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_every_page_opens(client: Client, owner: Any, names: dict[str, str], language: str) -> None:
    client.force_login(owner)
    owner.language = language
    owner.save()
    wrong = []
    for address in addresses(names):
        response = client.get(address)
        if response.status_code != 200:
            wrong.append(f"{address}: {response.status_code}")
        elif not address.startswith(WITHOUT_GAME) and game_of(response.content.decode()) != "toy":
            wrong.append(f"{address}: a page of “{game_of(response.content.decode())}”")
    assert wrong == []


def test_no_link_changes_the_game(client: Client, owner: Any, names: dict[str, str]) -> None:
    client.force_login(owner)
    found: dict[str, str] = {}
    for address in addresses(names):
        if not address.startswith(WITHOUT_GAME):
            page = client.get(address).content.decode()
            tiles = page.find('class="game-tiles"')
            found |= dict.fromkeys(links(page[:tiles] if tiles > 0 else page, address), address)
    assert len(found) > 80
    wrong = []
    for link, source in found.items():
        response = client.get(link, follow=True)
        page = response.content.decode() if response.status_code == 200 else ""
        is_file = "html" not in response["Content-Type"]
        if response.status_code != 200 or not (is_file or game_of(page) == "toy"):
            wrong.append(f"{source} → {link}: {response.status_code} {game_of(page)}")
    assert wrong == [], "\n".join(wrong)
