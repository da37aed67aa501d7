"""Card figures of a deck in a batch.

They tell how often each card was seen, and whether games went better with it. Figures from fewer than 200 games are
not reported, and those from fewer than 1,000 are marked: luck would look like strength.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.matches.totals import BETWEEN, half_points, pair_key
from simulator.engine.statistics.intervals import Estimate, Interval, impact, shared_luck, weighted_mean, wilson
from simulator.models.batches import Batch, Entrant, MatchUp

MIN_GAMES, ENOUGH_GAMES = 200, 1_000
LUCK_PAIRS = 500
"""Pairs per match-up for estimating how much luck match-ups share; more would add little and take time."""
MAX_BUILDS = 10
MAX_IMPACT = 0.3
"""The ends of the scale on which an impact is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFigure:
    code: str
    name: str
    games: int
    opening: int
    drawn: int
    played: int
    impact: Estimate | None
    """None if too few games were played with it or without it."""
    games_compared: int
    """The smaller of games with it and games without it: the basis of the impact."""

    @property
    def shares(self) -> dict[str, float]:
        counts = {"opening": self.opening, "drawn": self.drawn, "played": self.played, "never": self.games - self.drawn}
        return {name: 100 * count / self.games for name, count in counts.items()}

    @property
    def is_thin(self) -> bool:
        return self.games_compared < ENOUGH_GAMES

    @property
    def points(self) -> dict[str, float] | None:
        """The impact in percentage points."""
        if self.impact is None:
            return None
        return {
            "value": 100 * self.impact.value,
            "low": 100 * self.impact.interval.low,
            "high": 100 * self.impact.interval.high,
        }

    @property
    def verdict(self) -> str:
        if self.impact is None or 0 in self.impact.interval:
            return "open"
        return "ahead" if self.impact.value > 0 else "behind"

    @property
    def picture(self) -> dict[str, str] | None:
        """Positions of interval and mark on a line of length 200 with 0 in the middle."""
        if self.impact is None:
            return None
        low, mark, high = (
            100 + 100 * max(-1.0, min(1.0, end / MAX_IMPACT))
            for end in (self.impact.interval.low, self.impact.value, self.impact.interval.high)
        )
        return {"low": f"{low:.2f}", "width": f"{max(high - low, 0.5):.2f}", "mark": f"{mark - 1.5:.2f}"}

    def as_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "name": self.name,
            "games": self.games,
            "opening": self.opening,
            "drawn": self.drawn,
            "played": self.played,
            "never_seen": self.games - self.drawn,
            "impact": None if self.impact is None else self.impact.value,
            "impact_interval": (None if self.impact is None else [self.impact.interval.low, self.impact.interval.high]),
            "games_compared": self.games_compared,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOrder:
    names: tuple[str, ...]
    games: int
    share: float
    score: float | None
    """None if it was built in too few games."""
    interval: Interval

    @property
    def is_thin(self) -> bool:
        return self.games < ENOUGH_GAMES

    @property
    def percents(self) -> dict[str, float]:
        percents = {"share": 100 * self.share, "low": 100 * self.interval.low, "high": 100 * self.interval.high}
        return percents if self.score is None else percents | {"score": 100 * self.score}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCardReport:
    """Figures of all cards of an entrant, over all its match-ups."""

    entrant: Entrant
    games: int
    cards: tuple[CardFigure, ...]
    builds: tuple[BuildOrder, ...]
    is_stopped: bool
    """Whether any of its match-ups stopped early."""

    @property
    def is_enough(self) -> bool:
        return self.games >= MIN_GAMES

    @property
    def is_thin(self) -> bool:
        return self.games < ENOUGH_GAMES


def deck_card_report(entrant: Entrant, *, batch: Batch) -> DeckCardReport:
    """The report of an entrant, in one query."""
    rows = batch.matchups.filter(Q(first=entrant) | Q(second=entrant)).order_by("number")
    return build_card_report(
        entrant, rows.only("batch", "first", "second", "cards", "outcomes", "figures", "stopped_early"), batch=batch
    )


def build_card_report(entrant: Entrant, rows: Iterable[MatchUp], *, batch: Batch) -> DeckCardReport:
    sides = [(row, 0 if row.first_id == entrant.pk else 1) for row in rows]
    books = [row.cards["decks"][side] for row, side in sides]
    runs = [_half_points(row, side) for row, side in sides if row.outcomes]
    luck = shared_luck(runs) if len(runs) > 1 else 1.0
    total = sum(2 * sum(row.figures["pairs"]) for row, _ in sides)
    codes = dict.fromkeys(code for book in books for code in book)
    cards = [_build_figure(code, books, total=total, luck=luck, system=batch.system) for code in codes] if total else []
    cards.sort(key=lambda card: (card.impact is None, -(card.impact.value if card.impact else 0), -card.drawn))
    builds = _build_orders([row.cards["builds"][side] for row, side in sides], total=total, system=batch.system)
    stopped = any(row.stopped_early for row, _ in sides)
    return DeckCardReport(entrant=entrant, games=total, cards=tuple(cards), builds=builds, is_stopped=stopped)


def _half_points(row: MatchUp, side: int) -> list[int | None]:
    """The half points of one side in the first pairs."""
    run = half_points(row.outcomes[:LUCK_PAIRS])
    return run if side == 0 else [None if points is None else 4 - points for points in run]


def _build_figure(code: str, books: list[dict[str, Any]], *, total: int, luck: float, system: str) -> CardFigure:
    uses = [book[code] for book in books if code in book]
    opening, drawn, played = (sum(use[name][0] for use in uses) for name in ("opening", "drawn", "played"))
    compared = min(drawn, total - drawn)
    # Estimated per match-up: games against a slow deck are long, so more cards are seen in them, whoever wins.
    impacts = [impact({pair_key(key): number for key, number in use["pairs"].items()}) for use in uses]
    mean = weighted_mean([estimate for estimate in impacts if estimate is not None]) if compared >= MIN_GAMES else None
    if mean is not None:
        reach = luck * mean.interval.reach
        mean = Estimate(value=mean.value, interval=Interval(mean.value - reach, mean.value + reach), sample=mean.sample)
    return CardFigure(
        code=code,
        name=card_name(code, system=system),
        games=total,
        opening=opening,
        drawn=drawn,
        played=played,
        impact=mean,
        games_compared=compared,
    )


def _build_orders(books: list[dict[str, list[int]]], *, total: int, system: str) -> tuple[BuildOrder, ...]:
    """The most frequent build orders.

    Ties are sorted by name, so that the page stays the same.
    """
    sums: dict[str, list[int]] = {}
    for book in books:
        for key, (number, halves) in book.items():
            row = sums.setdefault(key, [0, 0])
            row[0] += number
            row[1] += halves
    frequent = sorted(sums.items(), key=lambda item: (-item[1][0], item[0]))[:MAX_BUILDS]
    return tuple(
        BuildOrder(
            names=tuple(card_name(code, system=system) for code in key.split(BETWEEN)),
            games=number,
            share=number / total,
            score=halves / 2 / number if number >= MIN_GAMES else None,
            interval=wilson(halves / 2, trials=number),
        )
        for key, (number, halves) in frequent
        if total
    )


def card_name(code: str, *, system: str) -> str:
    """The card's name in the user's language, or its code if it is unknown."""
    game = games.systems().get(system)
    card = game.catalogue.get(code) if game is not None else None
    return card.names[current_language()] if card is not None else code


def figures_as_json(batch: Batch, rows: Iterable[MatchUp]) -> list[dict[str, Any]]:
    """The card figures of every entrant, for exports and the API."""
    rows = list(rows)
    data = []
    for entrant in batch.entrants.all():
        entrant_rows = [row for row in rows if entrant.pk in (row.first_id, row.second_id)]
        report = build_card_report(entrant, entrant_rows, batch=batch)
        data.append(
            {"entrant": entrant.number, "games": report.games, "cards": [card.as_json() for card in report.cards]}
        )
    return data
