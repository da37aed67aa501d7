"""Pictures of a report: who beats whom as a heat map, when games end as columns, what seat and first turn are worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.decks.statistics import Bar, Chart
from simulator.engine.matches.totals import Totals
from simulator.engine.statistics.intervals import Estimate, Interval, first_game_share, wilson
from simulator.engine.values import Words
from simulator.models.batches import Batch, Entrant

from .batch import BatchReport
from .scores import Overall, ScoreDisplay
from .seat_advantage import ANY_FIRST_SEAT, ANY_WENT_FIRST, widest

MOST_COLUMNS = 10
SHADES = 5
"""To either side of even."""
FARTHEST = 0.3
"""A score this far from even has the fullest colour."""


@dataclass(frozen=True)
class HeatCell(ScoreDisplay):
    """One deck against another, seen by the one whose row it is."""

    opponent: Entrant
    score: float | None
    interval: Interval
    games: int
    is_stopped: bool

    @property
    def shade(self) -> str:
        if self.score is None:
            return "none"
        step = max(-SHADES, min(SHADES, round(SHADES * (self.score - 0.5) / FARTHEST)))
        return f"{'good' if step > 0 else 'bad'}-{abs(step)}" if step else "even"


@dataclass(frozen=True)
class HeatRow:
    entrant: Entrant
    cells: tuple[HeatCell | None, ...]
    """One a column; None against itself."""

    @property
    def mean(self) -> float | None:
        scores = [cell.score for cell in self.cells if cell is not None and cell.score is not None]
        return 100 * sum(scores) / len(scores) if scores else None


def heat_map(report: BatchReport) -> list[HeatRow]:
    """Everybody against everybody, the best first; the columns stand in the same order."""
    cells: dict[int, dict[int, HeatCell]] = {}
    entrants: dict[int, Entrant] = {}
    for one in report.matchups:
        first, second = one.row.first, one.row.second
        entrants |= {first.number: first, second.number: second}
        stopped = one.row.stopped_early
        turned = Interval(1 - one.interval.high, 1 - one.interval.low)
        theirs = None if one.score is None else 1 - one.score
        cells.setdefault(first.number, {})[second.number] = HeatCell(
            second, one.score, one.interval, one.games, stopped
        )
        cells.setdefault(second.number, {})[first.number] = HeatCell(first, theirs, turned, one.games, stopped)
    order = sorted(entrants, key=lambda number: (-_mean(cells[number].values()), number))
    return [HeatRow(entrants[row], tuple(cells[row].get(column) for column in order)) for row in order]


def _mean(cells: Iterable[HeatCell]) -> float:
    scores = [cell.score for cell in cells if cell.score is not None]
    return sum(scores) / len(scores) if scores else 0.0


def turns_chart(totals: Totals, *, batch: Batch) -> Chart | None:
    """How many games ended in which turn, and by what; turns are taken together where there are many."""
    endings = totals.figures["endings"]
    turns = sorted({int(turn) for ended in endings.values() for turn in ended})
    if not turns:
        return None
    step = (turns[-1] - turns[0]) // MOST_COLUMNS + 1
    reasons = list(totals.reasons)
    bars = []
    for start in range(turns[0], turns[-1] + 1, step):
        column = range(start, start + step)
        values = tuple(sum(sum(endings[why].get(str(turn), ())) for turn in column) for why in reasons)
        label = f"{start}" if step == 1 else f"{start}–{column[-1]}"
        bars.append(Bar(label=Words.same(label), values=values))
    system, language = games.systems().get(batch.system), current_language()
    series = tuple(Words.same(system.reason(why, language=language) if system else why) for why in reasons)
    title = Words.same(_("When games end, by turn"))
    return Chart(code="turns", title=title, bars=tuple(bars), series=series)


def advantages(report: BatchReport) -> list[tuple[str, Overall, int]]:
    """What the first seat and the first turn are worth, whoever has them: name, share of the points, games."""
    totals, measured = report.together.totals, report.batch.seats or {}
    found = []
    for code, name, (mine, theirs) in (
        (ANY_FIRST_SEAT, _("whoever sits in the first seat"), totals.figures["seats"]),
        (ANY_WENT_FIRST, _("whoever goes first"), totals.figures["order"]),
    ):
        estimate = _advantage(mine, theirs, totals)
        if estimate is not None:
            known = measured.get(code)
            ends = Interval(*known) if known else widest(estimate.interval, runs=len(report.matchups))
            found.append((name, Overall(estimate.value, ends.low, ends.high), sum(mine) + sum(theirs)))
    return found


def _advantage(mine: Sequence[int], theirs: Sequence[int], totals: Totals) -> Estimate | None:
    pairs = totals.pairs
    if sum(mine) == sum(theirs) == pairs.pairs:
        return first_game_share(mine, theirs, pairs=pairs)
    # Not one game of each kind in every pair: then they are counted as single games.
    number = sum(mine) + sum(theirs)
    if not number:
        return None
    points = mine[0] + theirs[2] + (mine[1] + theirs[1]) / 2
    return Estimate(value=points / number, interval=wilson(points, trials=number), sample=number)
