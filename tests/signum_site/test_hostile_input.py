"""Hostile input in every field of every page never causes a 500."""

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

NASTY = {"NUL": "a%00b", "digit that is no number": quote("²"), "not UTF-8": "%ff%fe%80", "huge number": "9" * 5_000}
# Games and pictures are slow, and read no other fields.
PAGES = [line for line in lines() if not re.search("/api/|games/0|picture|proxies|face/", line.address)]


def fields() -> list[str]:
    """All field names that a view or form reads."""
    names: set[str] = set()
    for path in BASE_DIR.glob("*/**/*.py"):
        if {"tests", ".venv", "migrations", "games", "engine"} & set(path.relative_to(BASE_DIR).parts):
            continue
        text = path.read_text()
        names |= set(re.findall(r"(?:POST|GET|given|asked|raw|params)\.get(?:list)?\(\"(\w+)\"", text))
        names |= set(re.findall(r"^    (\w+) = (?:forms\.\w+|TidyField)\(", text, re.MULTILINE))
    return sorted(names - {"act"})


FIELDS = fields()


@pytest.mark.parametrize("line", PAGES, ids=lambda line: f"{line.method} {line.address}")
def test_hostile_fields_break_no_page(house: House, line: Line) -> None:
    found = {}
    for what, value in NASTY.items():
        query = "&".join(f"{name}={value}" for name in FIELDS)
        address = house.filled(line.address).split("?")[0]
        with house.undone():
            client = house.client("owner", raise_request_exception=False)
            if line.method == "GET":
                answer = client.get(f"{address}?{query}")
            else:
                answer = client.post(address, query, "application/x-www-form-urlencoded")
        if (status := outcome(answer)).startswith("5"):
            found[what] = status
    assert not found


@pytest.mark.parametrize("line", PAGES, ids=lambda line: f"{line.method} {line.address}")
def test_hostile_urls_break_no_page(house: House, line: Line) -> None:
    found = {}
    for value in NASTY.values():
        address = re.sub(r"{\w+}", value, line.address)
        if address != line.address:
            with house.undone():
                client = house.client("owner", raise_request_exception=False)
                answer = client.generic(line.method, address, "", "application/x-www-form-urlencoded")
            if (status := outcome(answer)).startswith("5"):
                found[value[:10]] = status
    assert not found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b'{"text": ', "What was sent is not JSON: it cannot be read from line 1, column 10 on."),
        (b'{"text": "\xff"}', "What was sent is not text in UTF-8."),
        (b"[1]", "What was sent is no object; expected is something like {“name”: “value”}."),
    ],
)
def test_an_unreadable_body_gets_our_own_message(client: Client, body: bytes, sentence: str) -> None:
    answer = client.post("/api/v1/decks/validate/", body, content_type="application/json")
    assert (answer.status_code, answer.json()) == (400, {"detail": sentence})


@pytest.mark.django_db
def test_a_body_that_is_too_large_gets_the_limit(client: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = client.post("/api/v1/decks/validate/", {"text": "x" * 2000}, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"] == "This request is too large: at most 1000 bytes are read."


@pytest.mark.django_db
def test_an_unknown_simulation_is_named(client: Client) -> None:
    answer = client.get("/api/v1/simulations/nope/")
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is no simulation “nope”."})
