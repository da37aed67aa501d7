"""Reads: the rating history of a deck's versions, as rows and as a chart."""

from collections import defaultdict
from dataclasses import dataclass

from decks.models import Deck, DeckVersion
from simulator import games
from simulator.models.ratings import RatingPoint

from .services import leading_policy

MAX_VERSIONS = 100
MAX_MARKS = 16
WIDTH, HEIGHT, LEFT, FOOT, HEAD = 400.0, 200.0, 44.0, 28.0, 10.0
STEPS = (10, 20, 50, 100, 200, 500)
MAX_LINES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionHistory:
    version: DeckVersion
    points: tuple[RatingPoint, ...]
    """Oldest first."""
    before: int | None
    """The id of the previous version."""

    @property
    def last(self) -> RatingPoint | None:
        return self.points[-1] if self.points else None


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryMark:
    """One point of the chart.

    Coordinates are text, with a decimal point in every language.
    """

    x: str
    y: str
    top: str
    bottom: str
    version: int
    point: RatingPoint
    is_current: bool
    """Whether rules and cards are the current ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryChart:
    marks: tuple[HistoryMark, ...]
    lines: tuple[tuple[str, int], ...]
    """Height and value of each grid line."""
    path: str


def deck_history(deck: Deck) -> list[VersionHistory]:
    """The history of each version, newest version first, in three queries."""
    versions = list(deck.versions.order_by("-number")[:MAX_VERSIONS])
    points: dict[str, list[RatingPoint]] = defaultdict(list)
    hashes = {version.content_hash for version in versions}
    system = games.systems().get(deck.system)
    # The points of policies that are retired stay: they are marked as those of older rules.
    policies = [leading_policy(deck.system), *(system.retired_policies if system else ())]
    for point in RatingPoint.objects.filter(content_hash__in=hashes, system=deck.system, policy__in=policies):
        points[point.content_hash].append(point)
    previous = [*(version.pk for version in versions[1:]), None]
    return [
        VersionHistory(version=version, points=tuple(points.get(version.content_hash, ())), before=before)
        for version, before in zip(versions, previous, strict=True)
    ]


def history_chart(history: list[VersionHistory]) -> HistoryChart | None:
    """The newest points, by version and then by day; None if there are none."""
    points = [(item.version.number, point) for item in reversed(history) for point in item.points][-MAX_MARKS:]
    if not points:
        return None
    low, high = min(point.low for _, point in points), max(point.high for _, point in points)
    step = next((step for step in STEPS if (high - low) / step <= MAX_LINES), STEPS[-1])
    bottom, top = step * int(low // step), step * (int(high // step) + 1)

    def height(rating: float) -> str:
        return f"{HEAD + (HEIGHT - FOOT - HEAD) * (top - rating) / (top - bottom):.1f}"

    system = games.systems().get(points[-1][1].system)
    current = (system.rules_version, system.cards_version) if system else None
    spacing = (WIDTH - LEFT) / len(points)
    marks = tuple(
        HistoryMark(
            x=f"{LEFT + spacing * (index + 0.5):.1f}",
            y=height(point.points),
            top=height(point.high),
            bottom=height(point.low),
            version=number,
            point=point,
            is_current=(point.rules_version, point.cards_version) == current,
        )
        for index, (number, point) in enumerate(points)
    )
    lines = tuple((height(value), value) for value in range(bottom, top + 1, step))
    return HistoryChart(marks=marks, lines=lines, path=" ".join(f"{mark.x},{mark.y}" for mark in marks))
