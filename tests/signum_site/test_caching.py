"""Caching: private responses are never stored by caches or shared browsers."""

import re

import pytest
from django.conf import settings
from django.test import Client

from signum_site.accounts.services import token_create
from tests.signum_site.permissions import Line, lines
from tests.signum_site.test_permissions import send
from tests.signum_site.visitors import House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db
SECRET_ADDRESSES = ("/s/{link_token}/", "/collection/trade/{trade}/", "/simulations/{simulation}/")


def is_private(line: Line) -> bool:
    """Whether the response differs by visitor: denied, or with personal content."""
    owned = any(visitor == "owner" and expected == "200" for visitor, _, expected in line.cases)
    return line.method == "GET" and owned and any(expected != "200" for _, _, expected in line.cases)


@pytest.mark.parametrize("line", [line for line in lines() if is_private(line)], ids=lambda line: line.address)
def test_private_pages_are_never_cached(house: House, line: Line) -> None:
    with house.undone():
        answer = send(house.client("owner"), "GET", house.filled(line.address, "link"))
        assert answer.status_code == 200
        assert "no-store" in answer.headers["Cache-Control"]
        answer.close()


@pytest.mark.parametrize("address", SECRET_ADDRESSES)
def test_pages_with_secret_urls_are_never_cached(house: House, address: str) -> None:
    answer = Client().get(house.filled(address, "link"))
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]


def test_responses_to_tokens_are_never_cached(house: House) -> None:
    with house.undone():
        key = token_create(user=house.people["owner"], name="keeper")
        tool = Client(headers={"Authorization": f"Bearer {key}"})
        for address in ("/api/v1/me/", "/api/v1/decks/", house.filled("/api/v1/decks/{deck}/")):
            assert "no-store" in tool.get(address).headers["Cache-Control"], address


def test_pictures_and_cards_can_be_cached(house: House) -> None:
    face = house.client("owner").get(house.filled("/cards/signum/{card}/face/en/small.webp"))
    assert "public" in face.headers["Cache-Control"]
    face.close()
    assert house.client("owner").get("/api/v1/cards/").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "address",
    ["/d/{code}/qr.svg", "/d/{code}/", "/cards/signum/{card}/", "/api/", "/api/v1/cards/?page_size=1"],
)
def test_urls_on_a_page_come_from_the_settings(house: House, address: str) -> None:
    """Otherwise a forged port or another allowed host would end up in caches."""
    usual, other = (
        Client(headers={"Host": host}).get(house.filled(address)) for host in ("localhost", "localhost:1337")
    )
    assert (usual.status_code, other.status_code) == (200, 200)
    hidden = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{32}')
    assert hidden.sub(b"", usual.content) == hidden.sub(b"", other.content)
    assert b"1337" not in other.content


def test_the_url_of_a_simulation_comes_from_the_settings(house: House) -> None:
    data = Client(headers={"Host": "localhost:1337"}).get(house.filled("/api/v1/simulations/{simulation}/")).json()
    assert data["url"].startswith(settings.SITE_URL)


def test_logout_clears_the_browser_storage(house: House) -> None:
    with house.undone():
        answer = house.client("owner").post("/account/logout/")
    assert answer.headers["Clear-Site-Data"] == '"storage"'
    assert "Clear-Site-Data" not in Client().post("/account/logout/").headers
