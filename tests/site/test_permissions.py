"""Who may do what: permissions.txt has a line for every address and method, and each is tried by four visitors.

A view without a line fails here, and so does a method that no line names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve

from tests.site.visitors import SECRET, SHARED, VISITORS, House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
TABLE = Path(__file__).with_name("permissions.txt")
IDS_OF_DECKS = ("{deck}", "{version}", "{comment}", "{link}", "{link_token}")
REFUSED = ("401", "403", "404", "login")
LIBRARY = ("account_", "schema")
"""Views of libraries, by the beginning of their names: which methods they have is theirs to say."""


@dataclass(frozen=True)
class Line:
    """One of the table, whose head says how it is read."""

    method: str
    address: str
    expected: tuple[str, ...]
    body: str

    @property
    def is_about_a_deck(self) -> bool:
        return any(name in self.address + self.body for name in IDS_OF_DECKS)

    @property
    def cases(self) -> Iterator[tuple[str, str, str]]:
        """Who, a deck shared how, and what they are answered."""
        for visitor, statuses in zip(VISITORS, self.expected, strict=True):
            each = statuses.split("/") if "/" in statuses else [statuses] * len(SHARED)
            for shared, status in zip(SHARED, each, strict=True):
                if self.is_about_a_deck or shared == SHARED[0]:
                    yield visitor, shared, status


def lines() -> Iterator[Line]:
    for written in TABLE.read_text().splitlines():
        if written and not written.startswith("#"):
            asked, expected, *body = (part.strip() for part in written.split("|"))
            method, address = asked.split()
            yield Line(method, address, tuple(expected.split()), *body or [""])


LINES = list(lines())


def send(client: Client, method: str, address: str, body: str = "") -> HttpResponseBase:
    is_form = (bool(body) and not body.startswith("{")) or not address.startswith("/api/v1/")
    kind = "application/x-www-form-urlencoded" if is_form else "application/json"
    return client.generic(method, address, body, content_type=kind)


def said(answer: HttpResponseBase) -> str:
    """The status; a way to the login page is told apart from other redirects."""
    answer.close()
    to_login = answer.headers.get("Location", "").startswith(("/account/login/?", "/admin/login/?"))
    return "login" if to_login else str(answer.status_code)


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.method} {line.address}")
def test_each_visitor_is_answered_as_the_table_says(house: House, line: Line) -> None:
    found = {}
    for visitor, shared, expected in line.cases:
        with house.undone():
            address, body = house.filled(line.address, shared), house.filled(line.body, shared)
            answer = send(house.client(visitor), line.method, address, body)
        if said(answer) != expected:
            found[visitor, shared] = f"{said(answer)}, not {expected}"
        if visitor != "owner" and shared == "private" and SECRET in getattr(answer, "content", b"").decode("latin-1"):
            found[visitor, shared] = "is shown a private deck"
    assert not found


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + (str(pattern.pattern).removeprefix("^") if before else str(pattern.pattern))
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def test_every_address_of_the_site_has_a_line(house: House) -> None:
    named = {resolve(house.filled(line.address).split("?")[0]).route for line in LINES}
    assert [route for route in routes() if not route.startswith("admin/") and route not in named] == []


def test_methods_without_a_line_are_not_allowed(house: House) -> None:
    allowed: dict[str, set[str]] = {}
    for line in LINES:
        allowed.setdefault(line.address.split("?")[0], set()).add(line.method)
    found = {}
    for address, methods in allowed.items():
        filled = house.filled(address)
        if (resolve(filled).url_name or "").startswith(LIBRARY):
            continue
        for method in sorted(set(METHODS) - methods):
            with house.undone():
                client = house.client("staff" if "/health/" in address else "owner")
                status = send(client, method, filled).status_code
            if status != 405:
                found[f"{method} {address}"] = status
    assert not found


def test_every_change_needs_a_token_against_forged_forms(house: House) -> None:
    found = {}
    for line in LINES:
        if line.method != "GET":
            with house.undone():
                client = house.client("owner", enforce_csrf_checks=True)
                status = send(client, line.method, house.filled(line.address), house.filled(line.body)).status_code
            if status != 403:
                found[f"{line.method} {line.address}"] = status
    assert not found


def test_the_table_lets_nobody_else_at_private_decks() -> None:
    for line in LINES:
        if "{deck}" in line.address.split("?")[0]:
            others = [status for visitor, shared, status in line.cases if visitor != "owner" and shared == "private"]
            assert set(others) <= set(REFUSED), line


@pytest.mark.parametrize("visitor", ["owner", "second", "anonymous"])
def test_the_admin_pages_are_closed_to_all_but_staff(house: House, visitor: str) -> None:
    found = {}
    for route in routes():
        if route.startswith("admin/") and route not in ("admin/logout/", "admin/login/") and "?P" not in route:
            with house.undone():
                answer = said(house.client(visitor).get("/" + re.sub("<[^>]*>", "1", route)))
            if answer not in REFUSED:
                found[route] = answer
    assert not found


def test_the_table_names_no_address_that_is_gone(house: House) -> None:
    for line in LINES:
        try:
            resolve(house.filled(line.address).split("?")[0])
        except Resolver404:
            pytest.fail(f"{line.address} leads nowhere")
