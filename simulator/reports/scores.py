"""Scores with their intervals as pages show them: in percent, with a verdict and the places of a small picture."""

from dataclasses import dataclass

from simulator.engine.statistics.intervals import Interval, wilson

WORDS = ("wins", "draws", "losses")


class ScoreDisplay:
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
class Split(ScoreDisplay):
    """How the first entrant fared in some of the games."""

    won: int
    drawn: int
    lost: int
    runs: int = 1
    """How many match-ups on the same seeds they come from."""
    measured: tuple[float, ...] = ()
    """The ends of an interval that knows how much luck those share; while games are played there is none yet."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float | None:  # type: ignore[override]
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def interval(self) -> Interval:  # type: ignore[override]
        """Wilson's, for these are single games out of pairs that never meet their twins; of several match-ups as if
        all had had the same luck, until it is known how much of it they share.
        """
        if self.measured:
            return Interval(*self.measured)
        return wilson((self.won + self.drawn / 2) / self.runs, trials=self.games / self.runs)

    def as_json(self) -> dict[str, int]:
        return dict(zip(WORDS, (self.won, self.drawn, self.lost), strict=True))


@dataclass(frozen=True)
class Overall(ScoreDisplay):
    score: float
    low: float
    high: float

    @property
    def interval(self) -> Interval:  # type: ignore[override]
        return Interval(self.low, self.high)
