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
from django.utils.translation import gettext as _

from collection.selectors import reading_language
from simulator import games
from simulator.engine.stats import Interval, wilson
from simulator.engine.totals import Totals

from .models import Batch, Chunk, MatchUp

RATE_OVER = timedelta(seconds=20)
WORDS = ("wins", "draws", "losses")
EVEN_SCORE = 0.5


class Shown:
    """A score and its interval as a page writes them: in percent."""

    score: float | None
    interval: Interval

    @property
    def percent(self) -> float | None:
        return None if self.score is None else 100 * self.score

    @property
    def low_percent(self) -> float:
        return 100 * self.interval.low

    @property
    def high_percent(self) -> float:
        return 100 * self.interval.high

    @property
    def verdict(self) -> str:
        """Whether the interval leaves no doubt who is stronger: "ahead", "behind" or "open"."""
        return "ahead" if self.interval.low > 0.5 else "behind" if self.interval.high < 0.5 else "open"

    @property
    def picture(self) -> dict[str, str]:
        """Where interval and mark lie on a line 200 long; numbers with a point, whatever the reader's language."""
        low, high = 200 * self.interval.low, 200 * self.interval.high
        mark = 200 * (self.score or 0)
        return {"low": f"{low:.2f}", "width": f"{max(high - low, 0.5):.2f}", "mark": f"{mark - 1.5:.2f}"}


@dataclass(frozen=True)
class Ending:
    name: str
    games: int
    share: float

    @property
    def percent(self) -> float:
        return 100 * self.share

    @property
    def width(self) -> str:
        return f"{100 * self.share:.2f}"


@dataclass(frozen=True)
class Split(Shown):
    """How the first entrant fared in some of the games."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float | None:  # type: ignore[override]
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def interval(self) -> Interval:  # type: ignore[override]
        """These are single games out of pairs that never meet their twins, so Wilson's interval is the right one."""
        return wilson(self.won + self.drawn / 2, trials=self.games)

    def as_json(self) -> dict[str, int]:
        return dict(zip(WORDS, (self.won, self.drawn, self.lost), strict=True))


@dataclass(frozen=True)
class MatchUpReport(Shown):
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
    def score(self) -> float | None:  # type: ignore[override]
        return self.totals.pairs.score

    @property
    def interval(self) -> Interval:  # type: ignore[override]
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

    @property
    def games_to_watch(self) -> list[tuple[str, int, int]]:
        """Games worth watching: a name, the pair, the game of the pair. An upset is a win of the weaker deck."""
        samples = self.row.samples
        weaker = "won_by_1" if (self.score or 0) >= EVEN_SCORE else "won_by_0"
        wanted = (("longest", _("the longest")), ("shortest", _("the shortest")), (weaker, _("an upset")))
        return [(name, samples[code][1], samples[code][2]) for code, name in wanted if code in samples]

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
class Overall(Shown):
    score: float
    low: float
    high: float

    @property
    def interval(self) -> Interval:  # type: ignore[override]
        return Interval(self.low, self.high)


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
        system, language = games.systems().get(self.batch.system), reading_language()
        reasons = self.together.totals.reasons
        total = sum(reasons.values())
        return [
            Ending(system.reason(code, language=language) if system else code, number, number / total)
            for code, number in reasons.items()
        ]

    @property
    def splits(self) -> list[tuple[str, Split]]:
        whole = self.together
        names = (_("went first"), _("went second"), _("in the first seat"), _("in the second seat"))
        return list(zip(names, (*whole.order, *whole.seats), strict=True))

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
            *([f"stopped at ±{100 * batch.until:g} points"] if batch.until else []),
            *([f"digest {self.digest[:16]}"] if self.digest else []),
            f"{batch.finished_at or batch.created_at:%Y-%m-%d}",
        ]
        return ", ".join(parts)

    def as_full_json(self) -> dict[str, Any]:
        """Everything known, with the decks as they were played; asks for a report with cards."""
        entrants = self.batch.entrants.values("number", "name", "content_hash", "text", "is_reference")
        return self.as_json() | {
            "citation": self.citation,
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
            "overall": None if not batch.overall else {"score": batch.overall[0], "interval": batch.overall[1:]},
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
