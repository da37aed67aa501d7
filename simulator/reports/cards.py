"""Card figures of a deck in a batch.

They tell how often each card was seen, and whether games went better with it. Figures from fewer than 200 games are
not reported, and those from fewer than 1,000 are marked: luck would look like strength.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.game_system import DEFAULT_USES
from simulator.engine.matches.rounds import POINT
from simulator.engine.matches.sums import BETWEEN
from simulator.engine.matches.totals import half_points, pair_key, turned
from simulator.engine.play.event_log import BUILT, DRAWN, OPENING, PLAYED, STARTED
from simulator.engine.statistics.discoveries import discoveries
from simulator.engine.statistics.intervals import (
    Estimate,
    Interval,
    impact,
    shared_luck,
    verdict,
    weighted_mean,
    wilson,
)
from simulator.models.batches import Batch, Entrant, MatchUp

MIN_GAMES, ENOUGH_GAMES = 200, 1_000
LUCK_PAIRS = 500
"""Pairs per match-up for estimating how much luck match-ups share; more would add little and take time."""
MAX_BUILDS = 10
RARELY = 0.005
"""A card played in a smaller share of the games in which it was seen counts as never played."""
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
    uses: tuple[tuple[str, int], ...] = ()
    """Games by use, for the uses that the game counts: names in the user's language."""
    started: int = 0
    """Games in which it was in play from the start."""
    built: int = 0
    is_discovery: bool = True
    """Whether its impact counts among those of all cards of the deck (statistics/discoveries.py)."""

    @property
    def use_percents(self) -> list[tuple[str, float]]:
        """The columns of the card table: how often each use occurred, and how often the card was never seen."""
        counts = [*self.uses, (_("Never seen"), self.games - self.drawn)]
        return [(name, 100 * count / self.games) for name, count in counts]

    @property
    def never_seen(self) -> int:
        return self.games - self.drawn

    @property
    def shares(self) -> dict[str, float]:
        counts = {"opening": self.opening, "drawn": self.drawn, "played": self.played, "never": self.never_seen}
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
    def is_from_start(self) -> bool:
        """Whether it is always in play, so that no game without it exists."""
        return self.started == self.games

    @property
    def is_never_played(self) -> bool:
        """Whether the computer player leaves it in hand."""
        return self.drawn >= MIN_GAMES and not self.started and self.played < RARELY * self.drawn

    @property
    def is_confounded(self) -> bool:
        """Whether its impact mixes with the length of games: longer games have more buildings, won or lost."""
        return self.impact is not None and self.built == self.drawn

    @property
    def verdict(self) -> str:
        return (
            "open"
            if self.impact is None or not self.is_discovery
            else verdict(self.impact.interval, even=0, sample=self.impact.sample)
        )

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
    rows = batch.matchups.order_by("number")
    if batch.is_duel:
        rows = rows.filter(Q(first=entrant) | Q(second=entrant))
    fields = ("batch", "first", "second", "others", "cards", "outcomes", "figures", "stopped_early")
    return build_card_report(entrant, [row for row in rows.only(*fields) if plays_in(entrant, row)], batch=batch)


def plays_in(entrant: Entrant, row: MatchUp) -> bool:
    return entrant.pk in (row.first_id, row.second_id) or entrant.number in row.others


def _side(entrant: Entrant, row: MatchUp) -> int:
    """The place of the entrant among the decks of a match-up."""
    if entrant.pk in (row.first_id, row.second_id):
        return 0 if row.first_id == entrant.pk else 1
    return 2 + row.others.index(entrant.number)


def _games(row: MatchUp, batch: Batch) -> int:
    """Games in whole rounds; those of rounds with a failed game have no card figures."""
    rounds = sum(row.figures["pairs"]) if batch.is_duel else row.figures["rounds"]
    return int(batch.games_per_round * rounds)


def build_card_report(entrant: Entrant, rows: Iterable[MatchUp], *, batch: Batch) -> DeckCardReport:
    sides = [(row, _side(entrant, row)) for row in rows]
    books = [row.cards["decks"][side] for row, side in sides]
    runs = [_half_points(row, side) for row, side in sides if row.outcomes]
    luck = shared_luck(runs) if len(runs) > 1 else 1.0
    total = sum(_games(row, batch) for row, _number in sides)
    codes = dict.fromkeys(code for book in books for code in book)
    figures = [_build_figure(code, books, total=total, luck=luck, system=batch.system) for code in codes if total]
    cards = mark_discoveries(figures)
    cards.sort(key=lambda card: (card.impact is None, -(card.impact.value if card.impact else 0), -card.drawn))
    builds = _build_orders(
        [row.cards["builds"][side] for row, side in sides],
        total=total,
        point=2 if batch.is_duel else POINT,
        system=batch.system,
    )
    stopped = any(row.stopped_early for row, _ in sides)
    return DeckCardReport(entrant=entrant, games=total, cards=tuple(cards), builds=builds, is_stopped=stopped)


def mark_discoveries(figures: list[CardFigure]) -> list[CardFigure]:
    """Tells impacts that count from those that luck brings among so many cards.

    Impacts that mix with the length of games are no discoveries, and do not count among the others.
    """
    compared = [figure.impact for figure in figures if figure.impact is not None and not figure.is_confounded]
    counted = iter(discoveries(compared))
    return [
        replace(figure, is_discovery=figure.impact is not None and not figure.is_confounded and next(counted))
        for figure in figures
    ]


def _half_points(row: MatchUp, side: int) -> list[int | None]:
    """The half points of one side in the first pairs."""
    run = half_points(row.outcomes[:LUCK_PAIRS])
    return run if side == 0 else turned(run)


def _build_figure(code: str, books: list[dict[str, Any]], *, total: int, luck: float, system: str) -> CardFigure:
    uses = [book[code] for book in books if code in book]
    opening, drawn, played = (_count(uses, name) for name in (OPENING, DRAWN, PLAYED))
    compared = min(drawn, total - drawn)
    # Estimated per match-up: games against a slow deck are long, so more cards are seen in them, won or lost.
    impacts = [
        impact({pair_key(key): number for key, number in use["pairs"].items()}) for use in uses if "pairs" in use
    ]
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
        uses=tuple((name, _count_use(uses, kind)) for kind, name in use_names(system)),
        started=_count(uses, STARTED),
        built=_count(uses, BUILT),
    )


def _count_use(uses: Sequence[Mapping[str, Any]], kind: str) -> int:
    """As `_count`; a card in play from the start was seen, but not drawn.

    Sums do not tell in how many games a card both began in play and was drawn. Those of the opening hand are known.
    """
    if kind != DRAWN:
        return _count(uses, kind)
    return sum(
        max(_count([use], DRAWN) - _count([use], STARTED), _count([use], OPENING))
        if STARTED in use
        else _count([use], DRAWN)
        for use in uses
    )


def _count(uses: Sequence[Mapping[str, Any]], kind: str) -> int:
    """Games in which this use occurred."""
    return sum(use[kind][0] for use in uses if kind in use)


def use_names(system: str) -> list[tuple[str, str]]:
    """The uses that a game counts, with their names in the user's language."""
    game, language = games.systems().get(system), current_language()
    return [(use.code, use.names[language]) for use in (game.uses if game is not None else DEFAULT_USES)]


def _build_orders(books: list[dict[str, list[int]]], *, total: int, point: int, system: str) -> tuple[BuildOrder, ...]:
    """The most frequent build orders; `point` is what a won game counts.

    Ties are sorted by name, so that the page stays the same.
    """
    sums: dict[str, list[int]] = {}
    for book in books:
        for key, (number, points) in book.items():
            row = sums.setdefault(key, [0, 0])
            row[0] += number
            row[1] += points
    frequent = sorted(sums.items(), key=lambda item: (-item[1][0], item[0]))[:MAX_BUILDS]
    return tuple(
        BuildOrder(
            names=tuple(card_name(code, system=system) for code in key.split(BETWEEN)),
            games=number,
            share=number / total,
            score=points / point / number if number >= MIN_GAMES else None,
            interval=wilson(points / point, trials=number),
        )
        for key, (number, points) in frequent
        if total
    )


def card_name(code: str, *, system: str) -> str:
    """The card's name in the user's language, or its code if it is unknown."""
    game = games.systems().get(system)
    card = game.catalogue.get(code) if game is not None else None
    return card.names[current_language()] if card is not None else code
