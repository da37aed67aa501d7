"""The lines of permissions.txt, and all routes of the site."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.urls import get_resolver

TABLE = Path(__file__).with_name("permissions.txt")
VISITORS = ("owner", "second", "anonymous", "staff")
SHARED = ("private", "link", "public")
"""Every address of a deck is tried with one deck of each visibility."""
IDS_OF_DECKS = ("{deck}", "{version}", "{comment}", "{link}", "{link_token}")


@dataclass(frozen=True)
class Line:
    """A line of the table; the head of the file describes the format."""

    method: str
    address: str
    expected: tuple[str, ...]
    body: str

    @property
    def is_about_a_deck(self) -> bool:
        return any(name in self.address + self.body for name in IDS_OF_DECKS)

    @property
    def cases(self) -> Iterator[tuple[str, str, str]]:
        """Visitor, visibility of the deck, expected status."""
        for visitor, statuses in zip(VISITORS, self.expected, strict=True):
            by_visibility = statuses.split("/") if "/" in statuses else [statuses] * len(SHARED)
            for shared, status in zip(SHARED, by_visibility, strict=True):
                if self.is_about_a_deck or shared == SHARED[0]:
                    yield visitor, shared, status


def lines() -> Iterator[Line]:
    for text in TABLE.read_text().splitlines():
        if text and not text.startswith("#"):
            request, expected, *body = (part.strip() for part in text.split("|"))
            method, address = request.split()
            yield Line(method, address, tuple(expected.split()), *body or [""])


def routes(patterns: Any = None, prefix: str = "") -> Iterator[str]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + (str(pattern.pattern).removeprefix("^") if prefix else str(pattern.pattern))
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route
