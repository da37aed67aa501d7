"""What each card of a deck did in the games of a batch: how often it was met, and whether games went better with it.

Figures of fewer than 200 games are not told, those of fewer than 1,000 are marked: luck would be read as strength.
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

FEWEST_GAMES, ENOUGH_GAMES = 200, 1_000
LUCK_PAIRS = 500
"""Of each match-up, to see how much luck match-ups share: what more would tell is not worth the time."""
BUILDS_SHOWN = 10
WIDEST_POINTS = 0.3
"""How far the picture of an impact reaches to either side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFigure:
    code: str
    name: str
    games: int
    opening: int
    drawn: int
    played: int
    impact: Estimate | None
    """None where too few games went with it, or without it."""
    games_compared: int
    """Games with it or games without it, whichever are fewer: what the impact rests on."""

    @property
    def shares(self) -> dict[str, float]:
        met = {"opening": self.opening, "drawn": self.drawn, "played": self.played, "never": self.games - self.drawn}
        return {name: 100 * number / self.games for name, number in met.items()}

    @property
    def is_thin(self) -> bool:
        return self.games_compared < ENOUGH_GAMES

    @property
    def points(self) -> dict[str, float] | None:
        """The impact in points of a hundred."""
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
        """Where interval and mark lie on a line 200 long with 0 in its middle."""
        if self.impact is None:
            return None
        low, mark, high = (
            100 + 100 * max(-1.0, min(1.0, end / WIDEST_POINTS))
            for end in (self.impact.interval.low, self.impact.value, self.impact.interval.high)
        )
        return {"low": f"{low:.2f}", "width": f"{max(high - low, 0.5):.2f}", "mark": f"{mark - 1.5:.2f}"}

    def as_json(self) -> dict[str, Any]:
        told = {"code": self.code, "name": self.name, "games": self.games, "opening": self.opening}
        told |= {"drawn": self.drawn, "played": self.played, "never_seen": self.games - self.drawn}
        interval = None if self.impact is None else [self.impact.interval.low, self.impact.interval.high]
        value = None if self.impact is None else self.impact.value
        return told | {"impact": value, "impact_interval": interval, "games_compared": self.games_compared}


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOrder:
    names: tuple[str, ...]
    games: int
    share: float
    score: float | None
    """None where it was built in too few games."""
    interval: Interval

    @property
    def is_thin(self) -> bool:
        return self.games < ENOUGH_GAMES

    @property
    def percents(self) -> dict[str, float]:
        told = {"share": 100 * self.share, "low": 100 * self.interval.low, "high": 100 * self.interval.high}
        return told if self.score is None else told | {"score": 100 * self.score}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCardReport:
    """All cards of one entrant, over all its match-ups."""

    entrant: Entrant
    games: int
    cards: tuple[CardFigure, ...]
    builds: tuple[BuildOrder, ...]
    is_stopped: bool
    """Whether some of its match-ups stopped early."""

    @property
    def is_enough(self) -> bool:
        return self.games >= FEWEST_GAMES

    @property
    def is_thin(self) -> bool:
        return self.games < ENOUGH_GAMES


def deck_card_report(entrant: Entrant, *, batch: Batch) -> DeckCardReport:
    """From the rows of the entrant's match-ups, in one query."""
    mine = batch.matchups.filter(Q(first=entrant) | Q(second=entrant)).order_by("number")
    return figures_of(
        entrant, mine.only("batch", "first", "second", "cards", "outcomes", "figures", "stopped_early"), batch=batch
    )


def figures_of(entrant: Entrant, rows: Iterable[MatchUp], *, batch: Batch) -> DeckCardReport:
    sides = [(row, 0 if row.first_id == entrant.pk else 1) for row in rows]
    books = [row.cards["decks"][side] for row, side in sides]
    runs = [_points(row, side) for row, side in sides if row.outcomes]
    luck = shared_luck(runs) if len(runs) > 1 else 1.0
    total = sum(2 * sum(row.figures["pairs"]) for row, _ in sides)
    codes = dict.fromkeys(code for book in books for code in book)
    cards = [_card(code, books, total=total, luck=luck, system=batch.system) for code in codes] if total else []
    cards.sort(key=lambda card: (card.impact is None, -(card.impact.value if card.impact else 0), -card.drawn))
    builds = _builds([row.cards["builds"][side] for row, side in sides], total=total, system=batch.system)
    stopped = any(row.stopped_early for row, _ in sides)
    return DeckCardReport(entrant=entrant, games=total, cards=tuple(cards), builds=builds, is_stopped=stopped)


def _points(row: MatchUp, side: int) -> list[int | None]:
    """The first pairs' half points, seen by that side."""
    points = half_points(row.outcomes[:LUCK_PAIRS])
    return points if side == 0 else [None if one is None else 4 - one for one in points]


def _card(code: str, books: list[dict[str, Any]], *, total: int, luck: float, system: str) -> CardFigure:
    uses = [book[code] for book in books if code in book]
    opening, drawn, played = (sum(use[what][0] for use in uses) for what in ("opening", "drawn", "played"))
    compared = min(drawn, total - drawn)
    # Match-up by match-up: games against a slow deck are long, so more cards are seen in them, whoever wins.
    impacts = [impact({pair_key(key): number for key, number in use["pairs"].items()}) for use in uses]
    whole = weighted_mean([one for one in impacts if one is not None]) if compared >= FEWEST_GAMES else None
    if whole is not None:
        reach = luck * whole.interval.reach
        whole = Estimate(
            value=whole.value, interval=Interval(whole.value - reach, whole.value + reach), sample=whole.sample
        )
    return CardFigure(
        code=code,
        name=card_name(code, system=system),
        games=total,
        opening=opening,
        drawn=drawn,
        played=played,
        impact=whole,
        games_compared=compared,
    )


def _builds(books: list[dict[str, list[int]]], *, total: int, system: str) -> tuple[BuildOrder, ...]:
    """The most frequent orders; ties go by name so that the page does not change from look to look."""
    sums: dict[str, list[int]] = {}
    for book in books:
        for key, (number, halves) in book.items():
            known = sums.setdefault(key, [0, 0])
            known[0] += number
            known[1] += halves
    frequent = sorted(sums.items(), key=lambda item: (-item[1][0], item[0]))[:BUILDS_SHOWN]
    return tuple(
        BuildOrder(
            names=tuple(card_name(code, system=system) for code in key.split(BETWEEN)),
            games=number,
            share=number / total,
            score=halves / 2 / number if number >= FEWEST_GAMES else None,
            interval=wilson(halves / 2, trials=number),
        )
        for key, (number, halves) in frequent
        if total
    )


def card_name(code: str, *, system: str) -> str:
    known = games.systems().get(system)
    card = known.catalogue.get(code) if known is not None else None
    return card.names[current_language()] if card is not None else code


def figures_as_json(batch: Batch, rows: Iterable[MatchUp]) -> list[dict[str, Any]]:
    """Of every entrant, for exports and the API."""
    rows = list(rows)
    told = []
    for entrant in batch.entrants.all():
        mine = [row for row in rows if entrant.pk in (row.first_id, row.second_id)]
        figures = figures_of(entrant, mine, batch=batch)
        told.append(
            {"entrant": entrant.number, "games": figures.games, "cards": [card.as_json() for card in figures.cards]}
        )
    return told
