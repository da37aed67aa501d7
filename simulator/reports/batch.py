"""Reads: progress and results of a batch, for pages and the API.

Only sums are read, one row per match-up, so a million games take no longer than a hundred.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import Max, Sum
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from signum_site.core.i18n import current_language
from simulator import games
from simulator.engine.matches.totals import Totals
from simulator.models.batches import Batch, Chunk, MatchUp

from .matchup import MatchUpReport
from .scores import Ending, Overall, Split
from .seat_advantage import FIRST_SEAT, SECOND_SEAT, WENT_FIRST, WENT_SECOND

RATE_WINDOW = timedelta(seconds=20)


@dataclass(frozen=True)
class BatchReport:
    batch: Batch
    matchups: tuple[MatchUpReport, ...]
    chunks_failed: int
    rate: float | None
    """Games per second: over the last seconds while active, over the whole batch afterwards."""
    batches_ahead: int

    @property
    def games_played(self) -> int:
        return sum(2 * report.row.played_pairs for report in self.matchups)

    @property
    def games_planned(self) -> int:
        """The maximum number of games; finished match-ups count what they played."""
        rows = [report.row for report in self.matchups]
        return sum(2 * (row.played_pairs if row.done else self.batch.pairs) for row in rows)

    @property
    def share(self) -> float:
        return self.games_played / self.games_planned if self.games_planned else 1.0

    @property
    def seconds_left(self) -> int | None:
        if not self.batch.is_active or not self.rate:
            return None
        return round((self.games_planned - self.games_played) / self.rate)

    @cached_property
    def together(self) -> MatchUpReport:
        """The sums of all match-ups as one report."""
        totals = Totals()
        for report in self.matchups:
            totals.add(report.totals)
        return MatchUpReport(MatchUp(figures=totals.figures))

    @property
    def overall(self) -> "Overall | None":
        """The first entrant's score against all others, once the batch is done."""
        return Overall(*self.batch.overall) if self.batch.overall else None

    @property
    def stopped(self) -> bool:
        """Whether any match-up stopped early."""
        return any(report.row.stopped_early for report in self.matchups)

    @property
    def is_fixed(self) -> bool:
        """Whether all requested games were played.

        Then the sample size was fixed in advance (decisions/0018).
        """
        return self.batch.state == Batch.State.DONE and not self.stopped

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
    def endings(self) -> list[Ending]:
        """How games ended, most frequent first, in the user's language."""
        system, language = games.systems().get(self.batch.system), current_language()
        reasons = self.together.totals.reasons
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
        rows = [report.row for report in self.matchups]
        return [{"matchup": row.number, **error} for row in rows for error in row.errors]

    @property
    def broken_games(self) -> int:
        return sum(report.row.figures["errors"] for report in self.matchups)

    @property
    def engine_seconds(self) -> float:
        return sum(report.row.seconds for report in self.matchups)

    @property
    def digest(self) -> str:
        """The digest over all match-ups, once the batch is done.

        The same request gives the same digest on any machine.
        """
        if self.batch.state != Batch.State.DONE:
            return ""
        return hashlib.sha256("\n".join(report.totals.digest for report in self.matchups).encode()).hexdigest()

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
            *([f"stopped at ±{100 * batch.until:g} points"] if batch.until and self.stopped else []),
            *([f"{batch.state} before the end"] if batch.state in Batch.STOPPED else []),
            *(["still being played"] if batch.is_active else []),
            *([f"digest {self.digest[:16]}"] if self.digest else []),
            f"{batch.finished_at or batch.created_at:%Y-%m-%d}",
        ]
        return ", ".join(parts)

    def as_full_json(self) -> dict[str, Any]:
        """All data, including the decks as played.

        Needs a report built with `with_cards`.
        """
        entrants = self.batch.entrants.values("number", "name", "content_hash", "text", "is_reference")
        return self.as_json() | {
            "citation": self.citation,
            "seat_intervals": self.batch.seats,
            "entrants": list(entrants),
            "matchups": [report.as_full_json() for report in self.matchups],
        }

    def as_json(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "token": batch.token,
            "state": batch.state,
            "kind": batch.kind,
            "system": batch.system,
            "rules_version": batch.rules_version,
            "cards_version": batch.cards_version,
            "policy": batch.policy,
            "seed": batch.seed,
            "games": batch.games,
            "until": batch.until,
            "created_at": batch.created_at,
            "started_at": batch.started_at,
            "finished_at": batch.finished_at,
            "games_played": self.games_played,
            "games_planned": self.games_planned,
            "games_per_second": round(self.rate, 2) if self.rate else None,
            "seconds_left": self.seconds_left,
            "batches_ahead": self.batches_ahead,
            "broken_games": self.broken_games,
            "chunks_failed": self.chunks_failed,
            "fixed_sample": self.is_fixed,
            "overall": None if not batch.overall else {"score": batch.overall[0], "interval": batch.overall[1:]},
            "digest": self.digest,
            "matchups": [report.as_json() for report in self.matchups],
        }


def batch_report(batch: Batch, *, with_cards: bool = False) -> BatchReport:
    rows = batch.matchups.select_related("first", "second").order_by("number")
    if not with_cards:
        rows = rows.defer("cards", "outcomes", "singles", "first__text", "second__text")
    matchups = tuple(MatchUpReport(row) for row in rows)
    ahead = 0
    if batch.is_active:
        ahead = Batch.objects.active().filter(urgency__lt=batch.urgency).count()
        ahead += Batch.objects.active().filter(urgency=batch.urgency, pk__lt=batch.pk).count()
    return BatchReport(
        batch=batch,
        matchups=matchups,
        chunks_failed=batch.chunks.filter(state=Chunk.State.FAILED).count(),
        rate=_games_per_second(batch, games=sum(2 * report.row.played_pairs for report in matchups)),
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
    return 2 * sums["pairs"] / seconds if seconds else None
