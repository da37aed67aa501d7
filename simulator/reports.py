"""Reads: how far a batch is, and what its match-ups came to, as pages and the API tell it.

Only sums are read, a row a match-up: a million games are told as quickly as a hundred.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from simulator.engine.stats import Interval, wilson
from simulator.engine.totals import Totals

from .models import Batch, Chunk, MatchUp

RATE_OVER = timedelta(seconds=20)
WORDS = ("wins", "draws", "losses")


@dataclass(frozen=True)
class Split:
    """How the first entrant fared in some of the games."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float | None:
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """These are single games out of pairs that never meet their twins, so Wilson's interval is the right one."""
        return wilson(self.won + self.drawn / 2, trials=self.games)

    def as_json(self) -> dict[str, int]:
        return dict(zip(WORDS, (self.won, self.drawn, self.lost), strict=True))


@dataclass(frozen=True)
class MatchUpReport:
    """One match-up, seen by its first entrant."""

    row: MatchUp

    @cached_property
    def totals(self) -> Totals:
        # Reading the sums of cards is left to whoever asks for them.
        return Totals(
            figures=self.row.figures, errors=self.row.errors, samples=self.row.samples, digest=self.row.digest
        )

    @property
    def first(self) -> str:
        return self.row.first.name

    @property
    def second(self) -> str:
        return self.row.second.name

    @property
    def games(self) -> int:
        return self.totals.games

    @property
    def score(self) -> float | None:
        return self.totals.pairs.score

    @property
    def interval(self) -> Interval:
        return self.totals.pairs.interval

    @property
    def split(self) -> Split:
        return Split(*self.totals.won_drawn_lost)

    @property
    def seats(self) -> list[Split]:
        """In the first seat, and in the second."""
        return [Split(*row) for row in self.totals.figures["seats"]]

    @property
    def order(self) -> list[Split]:
        """When it began, and when the other did."""
        return [Split(*row) for row in self.totals.figures["order"]]

    def as_json(self) -> dict[str, Any]:
        interval = self.interval
        return {
            "number": self.row.number,
            "first": {"name": self.first, "content_hash": self.row.first.content_hash},
            "second": {"name": self.second, "content_hash": self.row.second.content_hash},
            "games": self.games,
            **self.split.as_json(),
            "score": self.score,
            "interval": [interval.low, interval.high],
            "pairs": self.totals.figures["pairs"],
            "done": self.row.done,
            "stopped_early": self.row.stopped_early,
            "digest": self.totals.digest,
        }

    def as_full_json(self) -> dict[str, Any]:
        figures = self.totals.figures
        return self.as_json() | {
            "first_seat": self.seats[0].as_json(),
            "second_seat": self.seats[1].as_json(),
            "went_first": self.order[0].as_json(),
            "went_second": self.order[1].as_json(),
            "reasons": self.totals.reasons,
            "endings": figures["endings"],
            "mean_turns": self.totals.mean_turns,
            "broken_games": figures["errors"],
            "errors": self.row.errors,
            "samples": self.row.samples,
            "outcomes": self.row.outcomes,
            "cards": dict(zip(("first", "second"), self.row.cards["decks"], strict=True)),
            "build_orders": dict(zip(("first", "second"), self.row.cards["builds"], strict=True)),
            "engine_seconds": round(self.row.seconds, 3),
        }


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
            "digest": self.digest,
            "matchups": [one.as_json() for one in self.matchups],
        }


def batch_report(batch: Batch, *, with_cards: bool = False) -> BatchReport:
    rows = batch.matchups.select_related("first", "second").order_by("number")
    if not with_cards:
        rows = rows.defer("cards", "outcomes", "first__text", "second__text")
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
    end = batch.finished_at or timezone.now()
    if not batch.is_active:
        seconds = (end - batch.started_at).total_seconds()
        return games / seconds if seconds and batch.finished_at else None
    since = max(end - RATE_OVER, batch.started_at)
    lately = batch.chunks.filter(state=Chunk.State.DONE, touched_at__gte=since).aggregate(pairs=Sum("pairs"))["pairs"]
    seconds = (end - since).total_seconds()
    return 2 * (lately or 0) / seconds if seconds else None
