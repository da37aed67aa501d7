"""Charts of a report: heat map, last turns, value of seat and first turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.decks.statistics import Bar, Chart
from simulator.engine.matches.rounds import RoundTotals
from simulator.engine.matches.totals import Totals
from simulator.engine.statistics.intervals import Estimate, Interval, first_game_share, wilson
from simulator.engine.values import Words
from simulator.models.batches import Batch, Entrant

from .batch import BatchReport
from .scores import Overall, ScoreDisplay
from .seat_advantage import ANY_FIRST_SEAT, ANY_WENT_FIRST, widen

MAX_COLUMNS = 10
SHADES = 5
"""On each side of even."""
MAX_DISTANCE = 0.3
"""A score this far from even gets the strongest shade."""


@dataclass(frozen=True)
class HeatCell(ScoreDisplay):
    """One deck against another, from the view of the row's deck."""

    opponent: Entrant
    score: float | None
    interval: Interval
    games: int
    is_stopped: bool

    @property
    def sample(self) -> int:  # type: ignore[override]
        return self.games // 2

    @property
    def shade(self) -> str:
        if self.score is None:
            return "none"
        step = max(-SHADES, min(SHADES, round(SHADES * (self.score - 0.5) / MAX_DISTANCE)))
        return f"{'good' if step > 0 else 'bad'}-{abs(step)}" if step else "even"


@dataclass(frozen=True)
class HeatRow:
    entrant: Entrant
    cells: tuple[HeatCell | None, ...]
    """One per column; None against itself."""

    @property
    def mean(self) -> float | None:
        scores = [cell.score for cell in self.cells if cell is not None and cell.score is not None]
        return 100 * sum(scores) / len(scores) if scores else None


def heat_map(report: BatchReport) -> list[HeatRow]:
    """All decks against each other, best first; the columns are in the same order."""
    cells: dict[int, dict[int, HeatCell]] = {}
    entrants: dict[int, Entrant] = {}
    for matchup in report.matchups:
        first, second = matchup.row.first, matchup.row.second
        entrants |= {first.number: first, second.number: second}
        score, interval, games, stopped = matchup.score, matchup.interval, matchup.games, matchup.row.stopped_early
        flipped_score = None if score is None else 1 - score
        flipped_interval = Interval(1 - interval.high, 1 - interval.low)
        cells.setdefault(first.number, {})[second.number] = HeatCell(second, score, interval, games, stopped)
        cells.setdefault(second.number, {})[first.number] = HeatCell(
            first, flipped_score, flipped_interval, games, stopped
        )
    order = sorted(entrants, key=lambda number: (-_mean(cells[number].values()), number))
    return [HeatRow(entrants[row], tuple(cells[row].get(column) for column in order)) for row in order]


def _mean(cells: Iterable[HeatCell]) -> float:
    scores = [cell.score for cell in cells if cell.score is not None]
    return sum(scores) / len(scores) if scores else 0.0


def turns_chart(totals: Totals | RoundTotals, *, batch: Batch) -> Chart | None:
    """The number of games that ended in each turn, by reason; many turns are grouped."""
    endings = totals.figures["endings"]
    turns = sorted({int(turn) for ended in endings.values() for turn in ended})
    if not turns:
        return None
    step = (turns[-1] - turns[0]) // MAX_COLUMNS + 1
    reasons = list(totals.reasons)
    bars = []
    for start in range(turns[0], turns[-1] + 1, step):
        column = range(start, start + step)
        values = tuple(sum(_ended(endings[reason].get(str(turn), 0)) for turn in column) for reason in reasons)
        label = f"{start}" if step == 1 else f"{start}–{column[-1]}"
        bars.append(Bar(label=Words.same(label), values=values))
    system, language = games.systems().get(batch.system), current_language()
    series = tuple(Words.same(system.reason(code, language=language) if system else code) for code in reasons)
    title = Words.same(_("When games end, by turn"))
    return Chart(code="turns", title=title, bars=tuple(bars), series=series)


def _ended(counts: int | Sequence[int]) -> int:
    """Games that ended in one turn: counted by result for two players, as one number for more."""
    return counts if isinstance(counts, int) else sum(counts)


def advantages(report: BatchReport) -> list[tuple[str, Overall, int]]:
    """The value of the first seat and of the first turn.

    Name, share of the points, number of games.
    """
    totals, measured = report.together.totals, report.batch.seats or {}
    rows = []
    for code, name, (first, second) in (
        (ANY_FIRST_SEAT, _("whoever sits in the first seat"), totals.figures["seats"]),
        (ANY_WENT_FIRST, _("whoever goes first"), totals.figures["order"]),
    ):
        estimate = _estimate_advantage(first, second, totals)
        if estimate is not None:
            ends = measured.get(code)
            interval = Interval(*ends) if ends else widen(estimate.interval, runs=len(report.matchups))
            number, runs = sum(first) + sum(second), max(1, len(report.matchups))
            seeds = number // (2 * runs)
            rows.append((name, Overall(estimate.value, interval.low, interval.high, sample=seeds), number))
    return rows


def _estimate_advantage(first: Sequence[int], second: Sequence[int], totals: Totals) -> Estimate | None:
    """The share of the points with the advantage.

    `first` and `second` are the first entrant's wins, draws and losses with the advantage and without it.
    """
    pairs = totals.pairs
    if sum(first) == sum(second) == pairs.pairs:
        return first_game_share(first, second, pairs=pairs)
    # Some pair lacks a game of one kind, so the games count as single games.
    number = sum(first) + sum(second)
    if not number:
        return None
    points = first[0] + second[2] + (first[1] + second[1]) / 2
    return Estimate(value=points / number, interval=wilson(points, trials=number), sample=number)
