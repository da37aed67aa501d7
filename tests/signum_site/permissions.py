"""Parses permissions.txt, and lists all URLs of the site."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.urls import get_resolver

TABLE = Path(__file__).with_name("permissions.txt")
VISITORS = ("owner", "second", "anonymous", "staff")
SHARED = ("private", "link", "public")
"""Every address that names a deck is tried with one of each."""
IDS_OF_DECKS = ("{deck}", "{version}", "{comment}", "{link}", "{link_token}")


@dataclass(frozen=True)
class Line:
    """A line of the table; its header explains the format."""

    method: str
    address: str
    expected: tuple[str, ...]
    body: str

    @property
    def is_about_a_deck(self) -> bool:
        return any(name in self.address + self.body for name in IDS_OF_DECKS)

    @property
    def cases(self) -> Iterator[tuple[str, str, str]]:
        """Visitor, deck visibility and expected status."""
        for visitor, statuses in zip(VISITORS, self.expected, strict=True):
            values = statuses.split("/") if "/" in statuses else [statuses] * len(SHARED)
            for shared, status in zip(SHARED, values, strict=True):
                if self.is_about_a_deck or shared == SHARED[0]:
                    yield visitor, shared, status


def lines() -> Iterator[Line]:
    for written in TABLE.read_text().splitlines():
        if written and not written.startswith("#"):
            request, expected, *body = (part.strip() for part in written.split("|"))
            method, address = request.split()
            yield Line(method, address, tuple(expected.split()), *body or [""])


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + (str(pattern.pattern).removeprefix("^") if before else str(pattern.pattern))
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route
