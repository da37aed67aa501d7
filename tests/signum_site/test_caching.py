"""Who may keep an answer: nothing that belongs to somebody stays in a cache or in a browser that others use."""

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
    """Whether somebody is refused what its owner is shown, or finds something of their own there."""
    owned = any(visitor == "owner" and expected == "200" for visitor, _, expected in line.cases)
    return line.method == "GET" and owned and any(expected != "200" for _, _, expected in line.cases)


@pytest.mark.parametrize("line", [line for line in lines() if is_private(line)], ids=lambda line: line.address)
def test_what_is_somebodys_own_is_never_kept(house: House, line: Line) -> None:
    with house.undone():
        answer = send(house.client("owner"), "GET", house.filled(line.address, "link"))
        assert answer.status_code == 200
        assert "no-store" in answer.headers["Cache-Control"]
        answer.close()


@pytest.mark.parametrize("address", SECRET_ADDRESSES)
def test_what_an_address_opens_by_being_known_is_never_kept(house: House, address: str) -> None:
    answer = Client().get(house.filled(address, "link"))
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]


def test_what_a_token_opens_is_never_kept(house: House) -> None:
    with house.undone():
        key = token_create(user=house.people["owner"], name="keeper")
        tool = Client(headers={"Authorization": f"Bearer {key}"})
        for address in ("/api/v1/me/", "/api/v1/decks/", house.filled("/api/v1/decks/{deck}/")):
            assert "no-store" in tool.get(address).headers["Cache-Control"], address


def test_pictures_and_cards_may_still_be_kept(house: House) -> None:
    face = house.client("owner").get(house.filled("/cards/signum/{card}/face/en/small.webp"))
    assert "public" in face.headers["Cache-Control"]
    face.close()
    assert house.client("owner").get("/api/v1/cards/").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "address",
    ["/d/{code}/qr.svg", "/d/{code}/", "/cards/signum/{card}/", "/api/", "/api/v1/cards/?page_size=1"],
)
def test_addresses_on_a_page_come_from_the_settings_not_from_the_request(house: House, address: str) -> None:
    """Else whoever sends another port, or a name the site also answers to, has it written into what a cache keeps."""
    usual, other = (
        Client(headers={"Host": host}).get(house.filled(address)) for host in ("localhost", "localhost:1337")
    )
    assert (usual.status_code, other.status_code) == (200, 200)
    hidden = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{32}')
    assert hidden.sub(b"", usual.content) == hidden.sub(b"", other.content)
    assert b"1337" not in other.content


def test_the_address_of_a_simulation_comes_from_the_settings_too(house: House) -> None:
    told = Client(headers={"Host": "localhost:1337"}).get(house.filled("/api/v1/simulations/{simulation}/")).json()
    assert told["url"].startswith(settings.SITE_URL)


def test_logging_out_empties_the_browser(house: House) -> None:
    with house.undone():
        answer = house.client("owner").post("/account/logout/")
    assert answer.headers["Clear-Site-Data"] == '"storage"'
    assert "Clear-Site-Data" not in Client().post("/account/logout/").headers
