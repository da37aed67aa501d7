"""Reads: how far a batch is, and what its match-ups came to, as pages and the API tell it.

Only sums are read, a row a match-up: a million games are told as quickly as a hundred.
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

RATE_OVER = timedelta(seconds=20)


@dataclass(frozen=True)
class BatchReport:
    batch: Batch
    matchups: tuple[MatchUpReport, ...]
    chunks_failed: int
    rate: float | None
    """Games a second, over the last seconds while it is played, over all of it afterwards."""
    batches_ahead: int

    @property
    def games_played(self) -> int:
        return sum(2 * report.row.played_pairs for report in self.matchups)

    @property
    def games_planned(self) -> int:
        """The most it can come to; match-ups that stopped early are done with what they have."""
        return sum(2 * (one.row.played_pairs if one.row.done else self.batch.pairs) for one in self.matchups)

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
        """All match-ups of the first entrant taken together."""
        whole = Totals()
        for one in self.matchups:
            whole.add(one.totals)
        return MatchUpReport(MatchUp(figures=whole.figures))

    @property
    def overall(self) -> "Overall | None":
        """The first entrant against all others, once everything is played."""
        return Overall(*self.batch.overall) if self.batch.overall else None

    @property
    def stopped(self) -> bool:
        """Whether some match-up ended as soon as its interval was narrow."""
        return any(one.row.stopped_early for one in self.matchups)

    @property
    def is_fixed(self) -> bool:
        """Whether all that was asked for was played, and nothing but that decided when to stop (decisions/0018)."""
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
        """How games ended, the most frequent first, in the reader's words."""
        system, language = games.systems().get(self.batch.system), current_language()
        reasons = self.together.totals.reasons
        total = sum(reasons.values())
        return [
            Ending(system.reason(code, language=language) if system else code, number, number / total)
            for code, number in reasons.items()
        ]

    @property
    def splits(self) -> list[tuple[str, Split]]:
        """How the first entrant fared going first and second, and in either seat; over all match-ups."""
        whole, measured, runs = self.together, self.batch.seats or {}, len(self.matchups)
        names = {
            WENT_FIRST: _("went first"),
            WENT_SECOND: _("went second"),
            FIRST_SEAT: _("in the first seat"),
            SECOND_SEAT: _("in the second seat"),
        }
        return [
            (name, Split(one.won, one.drawn, one.lost, runs, tuple(measured.get(code, ()))))
            for (code, name), one in zip(names.items(), (*whole.order, *whole.seats), strict=True)
        ]

    @property
    def errors(self) -> list[dict[str, Any]]:
        return [{"matchup": one.row.number, **error} for one in self.matchups for error in one.row.errors]

    @property
    def broken_games(self) -> int:
        return sum(one.row.figures["errors"] for one in self.matchups)

    @property
    def engine_seconds(self) -> float:
        return sum(one.row.seconds for one in self.matchups)

    @property
    def digest(self) -> str:
        """Over all match-ups, once they are done: the same request gives the same one, on any machine."""
        if self.batch.state != Batch.State.DONE:
            return ""
        return hashlib.sha256("\n".join(one.totals.digest for one in self.matchups).encode()).hexdigest()

    @property
    def citation(self) -> str:
        """One line that says where a figure comes from, precise enough to have it played again."""
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
        """Everything known, with the decks as they were played; asks for a report with cards."""
        entrants = self.batch.entrants.values("number", "name", "content_hash", "text", "is_reference")
        return self.as_json() | {
            "citation": self.citation,
            "seat_intervals": self.batch.seats,
            "entrants": list(entrants),
            "matchups": [one.as_full_json() for one in self.matchups],
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
            "matchups": [one.as_json() for one in self.matchups],
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
        rate=_rate(batch, games=sum(2 * one.row.played_pairs for one in matchups)),
        batches_ahead=ahead,
    )


def _rate(batch: Batch, *, games: int) -> float | None:
    if batch.started_at is None or not games:
        return None
    if not batch.is_active:
        seconds = (batch.finished_at - batch.started_at).total_seconds() if batch.finished_at else 0
        return games / seconds if seconds else None
    lately = batch.chunks.filter(state=Chunk.State.DONE, finished_at__gte=Now() - RATE_OVER)
    sums = lately.aggregate(pairs=Sum("pairs"), now=Max(Now()))
    if sums["now"] is None:
        return 0.0
    seconds = min(RATE_OVER, sums["now"] - batch.started_at).total_seconds()
    return 2 * sums["pairs"] / seconds if seconds else None
