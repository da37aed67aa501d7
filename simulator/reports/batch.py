"""Reads: progress and results of a batch, for pages and the API.

Only sums are read, one row per match-up, so a million games take no longer than a hundred.
"""

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import Max, Sum
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.matches.rounds import RoundTotals
from simulator.engine.matches.run import empty_totals
from simulator.engine.matches.totals import Totals
from simulator.models.batches import Batch, Chunk, Entrant, MatchUp

from .cards import DeckCardReport, build_card_report, plays_in
from .matchup import MatchUpReport
from .measures import MeasureRow, measure_rows
from .scores import Ending, Overall, Split
from .seat_advantage import FIRST_SEAT, SECOND_SEAT, WENT_FIRST, WENT_SECOND
from .table import TableReport, table_report
from .verdict import DuelVerdict, test_verdict

RATE_WINDOW = timedelta(seconds=20)
QUICK_POLLS = timedelta(seconds=3)
"""How long a page asks several times a second: a test may be decided by then."""


@dataclass(frozen=True)
class BatchReport:
    batch: Batch
    rows: tuple[MatchUp, ...]
    chunks_failed: int
    rate: float | None
    """Games per second: over the last seconds while active, over the whole batch afterwards."""
    batches_ahead: int

    @cached_property
    def matchups(self) -> tuple[MatchUpReport, ...]:
        """The match-ups of two decks; empty for larger tables."""
        return tuple(MatchUpReport(row) for row in self.rows) if self.batch.is_duel else ()

    @cached_property
    def tables(self) -> tuple[TableReport, ...]:
        """The tables of more than two decks; empty for games of two."""
        if self.batch.is_duel:
            return ()
        entrants = {entrant.number: entrant for entrant in self.batch.entrants.defer("text")}
        return tuple(table_report(row, batch=self.batch, entrants=entrants) for row in self.rows)

    @property
    def parts(self) -> tuple[MatchUpReport | TableReport, ...]:
        return self.matchups or self.tables

    @property
    def games_played(self) -> int:
        return self.batch.games_per_round * sum(row.played_pairs for row in self.rows)

    @property
    def games_planned(self) -> int:
        """The maximum number of games; finished match-ups count what they played."""
        rounds = sum(row.played_pairs if row.done else self.batch.rounds for row in self.rows)
        return self.batch.games_per_round * rounds

    @property
    def share(self) -> float:
        return self.games_played / self.games_planned if self.games_planned else 1.0

    @property
    def seconds_left(self) -> int | None:
        if not self.batch.is_active or not self.rate:
            return None
        return round((self.games_planned - self.games_played) / self.rate)

    @cached_property
    def sums(self) -> Totals | RoundTotals:
        """The sums of all match-ups, without cards."""
        totals = empty_totals(self.batch.players)
        for report in self.parts:
            part = report.totals
            totals.add(type(part)(figures=part.figures, cards={}, samples={}, digest=part.digest))
        return totals

    @cached_property
    def together(self) -> MatchUpReport:
        """The sums of all match-ups of two as one report."""
        return MatchUpReport(MatchUp(figures=self.sums.figures))

    @property
    def measures(self) -> list[MeasureRow]:
        """What the first deck and the others ended with, if the game measures something."""
        return measure_rows(
            self.sums.figures, system=self.batch.system, games_per_round=self.batch.games_per_round * len(self.rows)
        )

    @property
    def overall(self) -> "Overall | None":
        """The first entrant's score against all others, once the batch is done."""
        if not self.batch.overall:
            return None
        score, low, high = self.batch.overall
        seeds = max(row.played_pairs for row in self.rows)
        return Overall(score, low, high, sample=seeds, even=1 / self.batch.players)

    @property
    def stopped(self) -> bool:
        """Whether any match-up stopped early."""
        return any(row.stopped_early for row in self.rows)

    @property
    def is_fixed(self) -> bool:
        """Whether all requested games were played.

        Then the sample size was fixed in advance (decisions/0018).
        """
        return self.batch.state == Batch.State.DONE and not self.stopped and not self.has_test

    @property
    def percent(self) -> int:
        return int(100 * self.share)

    @property
    def time_left(self) -> str:
        minutes, seconds = divmod(self.seconds_left or 0, 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours} h {minutes:02} min"
        return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"

    @property
    def until_points(self) -> str:
        return f"{100 * (self.batch.until or 0):g}"

    @property
    def has_test(self) -> bool:
        return self.batch.test is not None

    @property
    def test_points(self) -> str:
        return f"{100 * (self.batch.test or 0):g}"

    @cached_property
    def verdict(self) -> DuelVerdict | None:
        """Which deck is better, once a test has ended."""
        if self.batch.test is None or not all(row.done for row in self.rows):
            return None
        return test_verdict(self.matchups[0], difference=self.batch.test)

    @property
    def poll_every(self) -> str:
        """How often the page asks for changes, in the notation of htmx."""
        return "300ms" if timezone.now() - self.batch.created_at < QUICK_POLLS else "1s"

    @property
    def endings(self) -> list[Ending]:
        """How games ended, most frequent first, in the user's language."""
        system, language = games.systems().get(self.batch.system), current_language()
        reasons = self.sums.reasons
        total = sum(reasons.values())
        return [
            Ending(system.reason(code, language=language) if system else code, number, number / total)
            for code, number in reasons.items()
        ]

    @property
    def splits(self) -> list[tuple[str, Split]]:
        """The first entrant's results by turn order and by seat.

        Over all match-ups.
        """
        total, measured, runs = self.together, self.batch.seats or {}, len(self.matchups)
        names = {
            WENT_FIRST: _("went first"),
            WENT_SECOND: _("went second"),
            FIRST_SEAT: _("in the first seat"),
            SECOND_SEAT: _("in the second seat"),
        }
        return [
            (name, Split(split.won, split.drawn, split.lost, runs, tuple(measured.get(code, ()))))
            for (code, name), split in zip(names.items(), (*total.order, *total.seats), strict=True)
        ]

    @property
    def errors(self) -> list[dict[str, Any]]:
        return [{"matchup": row.number, **error} for row in self.rows for error in row.errors]

    @property
    def broken_games(self) -> int:
        return sum(row.figures["errors"] for row in self.rows)

    @property
    def engine_seconds(self) -> float:
        return sum(row.seconds for row in self.rows)

    @property
    def digest(self) -> str:
        """The digest over all match-ups, once the batch is done.

        The same games give the same digest on any machine, on pages, in the API and in commands.
        """
        if self.batch.state != Batch.State.DONE:
            return ""
        return self.sums.digest

    @property
    def options(self) -> list[tuple[str, str]]:
        """The options of the table that differ from the default, in the user's language."""
        system, language = games.systems().get(self.batch.system), current_language()
        known = {option.code: option for option in system.options} if system else {}
        options = []
        for code, value in self.batch.options.items():
            option = known.get(code)
            pair = (option.names[language], option.value_text(value, language)) if option else (code, str(value))
            options.append(pair)
        return options

    @property
    def citation(self) -> str:
        """The origin of the figures in one line.

        It is precise enough to play the games again.
        """
        batch = self.batch
        parts = [
            games.system(batch.system).name.en if batch.system in games.systems() else batch.system,
            f"simulation {batch.token}",
            f"{self.games_played} games",
            f"policy {batch.policy}",
            f"rules {batch.rules_version}",
            f"cards {batch.cards_version}",
            f"seed {batch.seed}",
            *([] if batch.is_duel else [f"{batch.players} players"]),
            *(f"{name} {value}" for name, value in batch.options.items()),
            *([f"stopped at ±{100 * batch.until:g} points"] if batch.until and self.stopped else []),
            *([f"test of {self.test_points} points"] if self.has_test else []),
            *([f"verdict {self.verdict.code}"] if self.verdict else []),
            *([f"{batch.state} before the end"] if batch.state in Batch.STOPPED else []),
            *(["still being played"] if batch.is_active else []),
            *([f"digest {self.digest[:16]}"] if self.digest else []),
            f"{batch.finished_at or batch.created_at:%Y-%m-%d}",
        ]
        return ", ".join(parts)

    @property
    def games_per_second(self) -> float | None:
        return round(self.rate, 2) if self.rate else None

    @cached_property
    def entrants(self) -> list[Entrant]:
        return list(self.batch.entrants.all())

    @property
    def card_reports(self) -> list[DeckCardReport]:
        """The card figures of every entrant; needs a report built with `with_cards`."""
        return [
            build_card_report(entrant, [row for row in self.rows if plays_in(entrant, row)], batch=self.batch)
            for entrant in self.entrants
        ]


def batch_report(batch: Batch, *, with_cards: bool = False) -> BatchReport:
    rows = batch.matchups.select_related("first", "second").order_by("number")
    if not with_cards:
        rows = rows.defer("cards", "outcomes", "singles", "first__text", "second__text")
    matchups = tuple(rows)
    ahead = 0
    if batch.is_active:
        ahead = Batch.objects.active().filter(urgency__lt=batch.urgency).count()
        ahead += Batch.objects.active().filter(urgency=batch.urgency, pk__lt=batch.pk).count()
    return BatchReport(
        batch=batch,
        rows=matchups,
        chunks_failed=batch.chunks.filter(state=Chunk.State.FAILED).count(),
        rate=_games_per_second(batch, games=batch.games_per_round * sum(row.played_pairs for row in matchups)),
        batches_ahead=ahead,
    )


def _games_per_second(batch: Batch, *, games: int) -> float | None:
    if batch.started_at is None or not games:
        return None
    if not batch.is_active:
        seconds = (batch.finished_at - batch.started_at).total_seconds() if batch.finished_at else 0
        return games / seconds if seconds else None
    recent = batch.chunks.filter(state=Chunk.State.DONE, finished_at__gte=Now() - RATE_WINDOW)
    sums = recent.aggregate(pairs=Sum("pairs"), now=Max(Now()))
    if sums["now"] is None:
        return 0.0
    seconds = min(RATE_WINDOW, sums["now"] - batch.started_at).total_seconds()
    return batch.games_per_round * sums["pairs"] / seconds if seconds else None
