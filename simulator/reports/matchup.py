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
    def name(self) -> str:
        return f"{self.first} – {self.second}"

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
    def sample(self) -> int:  # type: ignore[override]
        return self.totals.pairs.pairs

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
    def first_seat(self) -> Split:
        return self.seats[0]

    @property
    def second_seat(self) -> Split:
        return self.seats[1]

    @property
    def went_first(self) -> Split:
        return self.order[0]

    @property
    def went_second(self) -> Split:
        return self.order[1]

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

    @property
    def pair_counts(self) -> list[int]:
        """Pairs of games by their results: LL, LD, DD+WL, WD, WW."""
        counts: list[int] = self.totals.figures["pairs"]
        return counts

    @property
    def endings(self) -> dict[str, dict[str, list[int]]]:
        """Games won, drawn and lost, by how and in which turn they ended."""
        endings: dict[str, dict[str, list[int]]] = self.totals.figures["endings"]
        return endings

    @property
    def broken_games(self) -> int:
        return int(self.totals.figures["errors"])

    @property
    def card_uses(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The sums of each card, for both entrants; not in reports without cards."""
        first, second = self.row.cards["decks"]
        return first, second

    @property
    def build_orders(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """The first cards built, for both entrants; not in reports without cards."""
        first, second = self.row.cards["builds"]
        return first, second
