"""The results at a table of more than two decks, for pages and the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from simulator.engine.matches.rounds import POINT, RoundTotals
from simulator.engine.statistics.intervals import EVERYTHING, Estimate, Interval
from simulator.models.batches import Batch, Entrant, MatchUp

from .measures import MeasureMean, MeasureRow, measure_rows
from .scores import ScoreDisplay


@dataclass(frozen=True, kw_only=True)
class DeckMeasure:
    """What one deck ended with on average."""

    name: str
    mean: MeasureMean


@dataclass(frozen=True, kw_only=True)
class DeckShare(ScoreDisplay):
    """One deck at a table: its share of the points, its places, and its share in each seat."""

    entrant: Entrant
    estimate: Estimate | None
    even: float
    places: list[int]
    seats: list[float | None]
    measures: list[DeckMeasure]

    @property
    def name(self) -> str:
        return self.entrant.name

    @property
    def score(self) -> float | None:  # type: ignore[override]
        return self.estimate.value if self.estimate else None

    @property
    def interval(self) -> Interval:  # type: ignore[override]
        return self.estimate.interval if self.estimate else EVERYTHING

    @property
    def sample(self) -> int:  # type: ignore[override]
        return self.estimate.sample if self.estimate else 0

    @property
    def place_percents(self) -> list[float]:
        """How often it came first, second, and so on."""
        games = sum(self.places)
        return [100 * count / games if games else 0.0 for count in self.places]

    @property
    def seat_percents(self) -> list[float | None]:
        return [None if share is None else 100 * share for share in self.seats]


@dataclass(frozen=True)
class TableReport:
    """One table; its decks in the order in which they were named."""

    row: MatchUp
    entrants: tuple[Entrant, ...]
    games_per_round: int
    system: str

    @cached_property
    def totals(self) -> RoundTotals:
        # Without the sums of cards, which may be deferred.
        row = self.row
        return RoundTotals(figures=row.figures, cards={}, errors=row.errors, samples=row.samples, digest=row.digest)

    @property
    def games(self) -> int:
        return self.totals.games

    @cached_property
    def measures(self) -> list[MeasureRow]:
        return measure_rows(self.totals.figures, system=self.system, games_per_round=self.games_per_round)

    @cached_property
    def decks(self) -> list[DeckShare]:
        return [self._deck(number, entrant) for number, entrant in enumerate(self.entrants)]

    def _deck(self, number: int, entrant: Entrant) -> DeckShare:
        return DeckShare(
            entrant=entrant,
            estimate=self.totals.share(number),
            even=1 / len(self.entrants),
            places=self.totals.figures["places"][number],
            seats=[points / (POINT * games) if games else None for games, points in self.totals.seats(number)],
            measures=[DeckMeasure(name=row.name, mean=row.means[number]) for row in self.measures],
        )

    @property
    def name(self) -> str:
        return " – ".join(entrant.name for entrant in self.entrants)

    @property
    def games_to_watch(self) -> list[tuple[str, int, int]]:
        """Games worth watching: name, round, and game of the round."""
        samples = self.row.samples
        candidates = (("closest", _("the closest")), ("longest", _("the longest")), ("shortest", _("the shortest")))
        return [(name, samples[code][1], samples[code][2]) for code, name in candidates if code in samples]

    @property
    def rounds(self) -> int:
        return self.totals.rounds

    @property
    def endings(self) -> dict[str, dict[str, int]]:
        """Games by reason and turn."""
        endings: dict[str, dict[str, int]] = self.totals.figures["endings"]
        return endings

    @property
    def broken_games(self) -> int:
        return int(self.totals.figures["errors"])


def table_report(row: MatchUp, *, batch: Batch, entrants: Mapping[int, Entrant]) -> TableReport:
    """The report of a table; `entrants` are all of the batch, by number."""
    others = (entrants[number] for number in row.others)
    return TableReport(row, (row.first, row.second, *others), batch.games_per_round, batch.system)
