"""Reads: how the versions of a deck were rated, day by day, as rows and as a small picture."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from decks.models import Deck, DeckVersion
from simulator import games
from simulator.models.ratings import RatingPoint

from .services import leading_policy

MOST_VERSIONS = 100
MOST_MARKS = 16
WIDTH, HEIGHT, LEFT, FOOT, HEAD = 400.0, 200.0, 44.0, 28.0, 10.0
STEPS = (10, 20, 50, 100, 200, 500)
MOST_LINES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRated:
    version: DeckVersion
    points: tuple[RatingPoint, ...]
    """The oldest first."""
    before: int | None
    """The id of the version before it."""

    @property
    def last(self) -> RatingPoint | None:
        return self.points[-1] if self.points else None

    def as_json(self) -> dict[str, Any]:
        return {
            "version": self.version.number,
            "id": self.version.pk,
            "content_hash": self.version.content_hash,
            "history": [
                {
                    "day": point.day,
                    "rating": round(point.points, 1),
                    "interval": [round(point.low, 1), round(point.high, 1)],
                    "games": point.games,
                    "status": point.status,
                    "rules_version": point.rules_version,
                    "cards_version": point.cards_version,
                }
                for point in self.points
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryMark:
    """One point of the picture; numbers as text, with a point whatever the reader's language."""

    x: str
    y: str
    top: str
    bottom: str
    version: int
    point: RatingPoint
    is_current: bool
    """Of the rules and cards of today."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryChart:
    marks: tuple[HistoryMark, ...]
    lines: tuple[tuple[str, int], ...]
    """Height and value of the lines across."""
    path: str


def deck_history(deck: Deck) -> list[VersionRated]:
    """The newest version first; in three queries."""
    versions = list(deck.versions.order_by("-number")[:MOST_VERSIONS])
    found: dict[str, list[RatingPoint]] = defaultdict(list)
    hashes = {version.content_hash for version in versions}
    policy = leading_policy(deck.system)
    for point in RatingPoint.objects.filter(content_hash__in=hashes, system=deck.system, policy=policy):
        found[point.content_hash].append(point)
    before = [*(version.pk for version in versions[1:]), None]
    return [
        VersionRated(version=one, points=tuple(found.get(one.content_hash, ())), before=earlier)
        for one, earlier in zip(versions, before, strict=True)
    ]


def history_chart(history: list[VersionRated]) -> HistoryChart | None:
    """Version by version, and within one day by day; the newest where there are too many. None with nothing to show."""
    shown = [(one.version.number, point) for one in reversed(history) for point in one.points][-MOST_MARKS:]
    if not shown:
        return None
    low, high = min(point.low for _, point in shown), max(point.high for _, point in shown)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    bottom, top = step * int(low // step), step * (int(high // step) + 1)

    def height(points: float) -> str:
        return f"{HEAD + (HEIGHT - FOOT - HEAD) * (top - points) / (top - bottom):.1f}"

    system = games.systems().get(shown[-1][1].system)
    today = (system.rules_version, system.cards_version) if system else None
    room = (WIDTH - LEFT) / len(shown)
    marks = tuple(
        HistoryMark(
            x=f"{LEFT + room * (place + 0.5):.1f}",
            y=height(point.points),
            top=height(point.high),
            bottom=height(point.low),
            version=number,
            point=point,
            is_current=(point.rules_version, point.cards_version) == today,
        )
        for place, (number, point) in enumerate(shown)
    )
    lines = tuple((height(value), value) for value in range(bottom, top + 1, step))
    return HistoryChart(marks=marks, lines=lines, path=" ".join(f"{mark.x},{mark.y}" for mark in marks))
