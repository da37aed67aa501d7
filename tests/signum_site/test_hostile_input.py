"""Every page with hostile values in every field: never a server error."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from signum_site.config.environment import BASE_DIR
from tests.signum_site.permissions import Line, lines
from tests.signum_site.test_permissions import outcome
from tests.signum_site.visitors import House, house

__all__ = ["house"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

HOSTILE = {"NUL": "a%00b", "digit that is no number": quote("²"), "not UTF-8": "%ff%fe%80", "huge number": "9" * 5_000}
# Games and pictures take long, and read no other fields.
PAGES = [line for line in lines() if not re.search("/api/|games/0|picture|proxies|face/", line.address)]


def fields() -> list[str]:
    """Every name that a view or form may read.

    Any `.get("name")` counts, whatever the variable is called.
    """
    names: set[str] = set()
    for path in BASE_DIR.glob("*/**/*.py"):
        if {"tests", ".venv", "migrations", "games", "engine"} & set(path.relative_to(BASE_DIR).parts):
            continue
        text = path.read_text()
        names |= set(re.findall(r"\.get(?:list)?\(\"(\w+)\"", text))
        names |= set(re.findall(r"^    (\w+) = (?:forms\.\w+|TidyField)\(", text, re.MULTILINE))
    return sorted(names - {"act"})


FIELDS = fields()


@pytest.mark.parametrize("line", PAGES, ids=lambda line: f"{line.method} {line.address}")
def test_hostile_field_breaks_no_page(house: House, line: Line) -> None:
    failures = {}
    for name, value in HOSTILE.items():
        query = "&".join(f"{field}={value}" for field in FIELDS)
        address = house.filled(line.address).split("?")[0]
        with house.undone():
            client = house.client("owner", raise_request_exception=False)
            if line.method == "GET":
                response = client.get(f"{address}?{query}")
            else:
                response = client.post(address, query, "application/x-www-form-urlencoded")
        if (status := outcome(response)).startswith("5"):
            failures[name] = status
    assert not failures


@pytest.mark.parametrize("line", PAGES, ids=lambda line: f"{line.method} {line.address}")
def test_hostile_address_breaks_no_page(house: House, line: Line) -> None:
    failures = {}
    for value in HOSTILE.values():
        address = re.sub(r"{\w+}", value, line.address)
        if address != line.address:
            with house.undone():
                client = house.client("owner", raise_request_exception=False)
                response = client.generic(line.method, address, "", "application/x-www-form-urlencoded")
            if (status := outcome(response)).startswith("5"):
                failures[value[:10]] = status
    assert not failures


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b'{"text": ', "What was sent is not JSON: it cannot be read from line 1, column 10 on."),
        (b'{"text": "\xff"}', "What was sent is not text in UTF-8."),
        (b"[1]", "What was sent is no object; expected is something like {“name”: “value”}."),
    ],
)
def test_unreadable_body_gets_our_error_message(client: Client, body: bytes, sentence: str) -> None:
    response = client.post("/api/v1/decks/validate/", body, content_type="application/json")
    assert (response.status_code, response.json()) == (400, {"detail": sentence})


@pytest.mark.django_db
def test_too_large_body_gets_the_limit(client: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    response = client.post("/api/v1/decks/validate/", {"text": "x" * 2000}, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["detail"] == "This request is too large: at most 1000 bytes are read."


@pytest.mark.django_db
def test_missing_simulation_is_named(client: Client) -> None:
    response = client.get("/api/v1/simulations/nope/")
    assert (response.status_code, response.json()) == (404, {"detail": "There is no simulation “nope”."})
