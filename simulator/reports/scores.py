"""Scores with their intervals, for pages.

In percent, with a verdict and the positions of a small chart.
"""

from dataclasses import dataclass

from simulator.engine.statistics.intervals import Interval, verdict, wilson


class ScoreDisplay:
    """Presents a score and its interval in percent."""

    score: float | None
    interval: Interval
    sample: int
    """Independent observations: pairs, rounds or seeds."""
    even: float = 0.5
    """The score of a deck that is as good as the others."""

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
        return verdict(self.interval, even=self.even, sample=self.sample)

    @property
    def picture(self) -> dict[str, str]:
        """Positions of interval and mark on a line of length 200.

        With a decimal point in every language.
        """
        low, high = 200 * self.interval.low, 200 * self.interval.high
        mark = 200 * (self.score or 0)
        return {
            "low": f"{low:.2f}",
            "width": f"{max(high - low, 0.5):.2f}",
            "mark": f"{mark - 1.5:.2f}",
            "even": f"{200 * self.even - 0.5:.2f}",
        }


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
    """The first entrant's results in some of the games."""

    won: int
    drawn: int
    lost: int
    runs: int = 1
    """The number of match-ups on the same seeds."""
    measured: tuple[float, ...] = ()
    """The ends of the interval that accounts for shared luck; empty while games are played."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def sample(self) -> int:  # type: ignore[override]
        return self.games // self.runs

    @property
    def score(self) -> float | None:  # type: ignore[override]
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def interval(self) -> Interval:  # type: ignore[override]
        """The measured interval, or Wilson's.

        Wilson's fits because each game is from another pair. For several match-ups it assumes that all of them had
        the same luck.
        """
        if self.measured:
            return Interval(*self.measured)
        return wilson((self.won + self.drawn / 2) / self.runs, trials=self.games / self.runs)


@dataclass(frozen=True)
class Overall(ScoreDisplay):
    score: float
    low: float
    high: float
    sample: int
    even: float = 0.5

    @property
    def interval(self) -> Interval:  # type: ignore[override]
        return Interval(self.low, self.high)
