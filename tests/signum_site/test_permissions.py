"""Permissions: every line of permissions.txt, tried by four kinds of visitor.

A view or a method without a line fails.
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
"""Prefixes of the names of library views, whose methods are not checked."""


LINES = list(lines())


def send(client: Client, method: str, address: str, body: str = "") -> HttpResponseBase:
    is_form = (bool(body) and not body.startswith("{")) or not address.startswith("/api/v1/")
    kind = "application/x-www-form-urlencoded" if is_form else "application/json"
    return client.generic(method, address, body, content_type=kind)


def outcome(response: HttpResponseBase) -> str:
    """The status code, or "login" for a redirect to the login page."""
    if response.streaming:
        list(response)  # the test client closes a stream that was read to its end
    to_login = response.headers.get("Location", "").startswith(("/account/login/?", "/admin/login/?"))
    return "login" if to_login else str(response.status_code)


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.method} {line.address}")
def test_each_visitor_gets_the_listed_status(house: House, line: Line) -> None:
    failures = {}
    for visitor, shared, expected in line.cases:
        with house.undone():
            address, body = house.filled(line.address, shared), house.filled(line.body, shared)
            response = send(house.client(visitor), line.method, address, body)
        if outcome(response) != expected:
            failures[visitor, shared] = f"{outcome(response)}, not {expected}"
        if visitor != "owner" and shared == "private" and SECRET in getattr(response, "content", b"").decode("latin-1"):
            failures[visitor, shared] = "is shown a private deck"
    assert not failures


def test_methods_without_a_line_are_not_allowed(house: House) -> None:
    allowed: dict[str, set[str]] = {}
    for line in LINES:
        allowed.setdefault(line.address.split("?")[0], set()).add(line.method)
    failures = {}
    for address, methods in allowed.items():
        filled = house.filled(address)
        if (resolve(filled).url_name or "").startswith(LIBRARY):
            continue
        for method in sorted(set(METHODS) - methods):
            with house.undone():
                client = house.client("staff" if "/health/" in address else "owner")
                status = send(client, method, filled).status_code
            if status != 405:
                failures[f"{method} {address}"] = status
    assert not failures


def test_every_change_needs_a_csrf_token(house: House) -> None:
    failures = {}
    for line in LINES:
        if line.method != "GET":
            with house.undone():
                client = house.client("owner", enforce_csrf_checks=True)
                status = send(client, line.method, house.filled(line.address), house.filled(line.body)).status_code
            if status != 403:
                failures[f"{line.method} {line.address}"] = status
    assert not failures


def test_private_decks_are_listed_as_refused_to_others() -> None:
    for line in LINES:
        if "{deck}" in line.address.split("?")[0]:
            others = [status for visitor, shared, status in line.cases if visitor != "owner" and shared == "private"]
            assert set(others) <= set(REFUSED), line


@pytest.mark.parametrize("visitor", ["owner", "second", "anonymous"])
def test_admin_pages_are_for_staff(house: House, visitor: str) -> None:
    failures = {}
    for route in routes():
        if route.startswith("admin/") and route not in ("admin/logout/", "admin/login/") and "?P" not in route:
            with house.undone():
                status = outcome(house.client(visitor).get("/" + re.sub("<[^>]*>", "1", route)))
            if status not in REFUSED:
                failures[route] = status
    assert not failures


def test_every_listed_address_exists(house: House) -> None:
    for line in LINES:
        try:
            resolve(house.filled(line.address).split("?")[0])
        except Resolver404:
            pytest.fail(f"{line.address} leads nowhere")
