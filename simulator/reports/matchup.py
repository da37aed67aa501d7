"""The results of one match-up, for pages and the API."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from simulator.engine.matches.totals import Totals
from simulator.engine.statistics.intervals import Interval
from simulator.models.batches import MatchUp

from .scores import ScoreDisplay, Split

EVEN_SCORE = 0.5


@dataclass(frozen=True)
class MatchUpReport(ScoreDisplay):
    """One match-up, from the view of its first entrant."""

    row: MatchUp

    @cached_property
    def totals(self) -> Totals:
        # Without the sums of cards, which may be deferred.
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
        """Results in the first seat and in the second."""
        return [Split(*row) for row in self.totals.figures["seats"]]

    @property
    def order(self) -> list[Split]:
        """Results going first and going second."""
        return [Split(*row) for row in self.totals.figures["order"]]

    @property
    def games_to_watch(self) -> list[tuple[str, int, int]]:
        """Games worth watching: name, pair, and game of the pair.

        An upset is a win of the weaker deck.
        """
        samples = self.row.samples
        weaker = "won_by_1" if (self.score or 0) >= EVEN_SCORE else "won_by_0"
        candidates = (
            ("closest", _("the closest")),
            ("longest", _("the longest")),
            ("shortest", _("the shortest")),
            (weaker, _("an upset")),
        )
        return [(name, samples[code][1], samples[code][2]) for code, name in candidates if code in samples]

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
