"""Who may do what: permissions.txt has a line for every address and method, and each is tried by four visitors.

A view without a line fails here, and so does a method that no line names.
"""

import re

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import Resolver404, resolve

from tests.signum_site.permissions import Line, lines, routes
from tests.signum_site.visitors import SECRET, House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
REFUSED = ("401", "403", "404", "login")
LIBRARY = ("account_", "mfa_", "schema")
"""Views of libraries, by the beginning of their names: which methods they have is theirs to say."""


LINES = list(lines())


def send(client: Client, method: str, address: str, body: str = "") -> HttpResponseBase:
    is_form = (bool(body) and not body.startswith("{")) or not address.startswith("/api/v1/")
    kind = "application/x-www-form-urlencoded" if is_form else "application/json"
    return client.generic(method, address, body, content_type=kind)


def said(answer: HttpResponseBase) -> str:
    """The status; a way to the login page is told apart from other redirects."""
    if answer.streaming:
        list(answer)  # the test client closes what was read to its end
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
