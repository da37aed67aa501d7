"""Cache headers: private responses are never stored by caches or browsers."""

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
    """Whether the owner gets the page and some other visitor does not."""
    owned = any(visitor == "owner" and expected == "200" for visitor, _, expected in line.cases)
    return line.method == "GET" and owned and any(expected != "200" for _, _, expected in line.cases)


@pytest.mark.parametrize("line", [line for line in lines() if is_private(line)], ids=lambda line: line.address)
def test_private_pages_are_not_stored(house: House, line: Line) -> None:
    with house.undone():
        response = send(house.client("owner"), "GET", house.filled(line.address, "link"))
        assert response.status_code == 200
        assert "no-store" in response.headers["Cache-Control"]
        response.close()


@pytest.mark.parametrize("address", SECRET_ADDRESSES)
def test_pages_with_a_secret_address_are_not_stored(house: House, address: str) -> None:
    response = Client().get(house.filled(address, "link"))
    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]


def test_api_responses_for_a_token_are_not_stored(house: House) -> None:
    with house.undone():
        key = token_create(user=house.people["owner"], name="keeper")
        tool = Client(headers={"Authorization": f"Bearer {key}"})
        for address in ("/api/v1/me/", "/api/v1/decks/", house.filled("/api/v1/decks/{deck}/")):
            assert "no-store" in tool.get(address).headers["Cache-Control"], address


def test_pictures_and_cards_may_be_stored(house: House) -> None:
    face = house.client("owner").get(house.filled("/cards/signum/{card}/face/en/small.webp"))
    assert "public" in face.headers["Cache-Control"]
    face.close()
    assert house.client("owner").get("/api/v1/cards/").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "address",
    ["/d/{code}/qr.svg", "/d/{code}/", "/cards/signum/{card}/", "/api/", "/api/v1/cards/?page_size=1"],
)
def test_addresses_on_a_page_come_from_the_settings(house: House, address: str) -> None:
    """Otherwise a visitor could have another host or port written into cached pages."""
    usual, other = (
        Client(headers={"Host": host}).get(house.filled(address)) for host in ("localhost", "localhost:1337")
    )
    assert (usual.status_code, other.status_code) == (200, 200)
    hidden = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{32}')
    assert hidden.sub(b"", usual.content) == hidden.sub(b"", other.content)
    assert b"1337" not in other.content


def test_address_of_a_simulation_comes_from_the_settings(house: House) -> None:
    batch = Client(headers={"Host": "localhost:1337"}).get(house.filled("/api/v1/simulations/{simulation}/")).json()
    assert batch["url"].startswith(settings.SITE_URL)


def test_logout_clears_the_browser_storage(house: House) -> None:
    with house.undone():
        response = house.client("owner").post("/account/logout/")
    assert response.headers["Clear-Site-Data"] == '"storage"'
    assert "Clear-Site-Data" not in Client().post("/account/logout/").headers
