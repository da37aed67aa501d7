"""The verdict of a test: which of two decks is better, or that it is not clear."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from simulator.engine.statistics.sequential import EVEN, FIRST, NEITHER, OPEN, SECOND, DuelTest

from .matchup import MatchUpReport


@dataclass(frozen=True)
class DuelVerdict:
    """What a test that has ended says of its two decks."""

    code: str
    """The better deck (first, second), neither of them, or open."""
    better: str | None
    """The name of the better deck."""
    games: int
    difference: float

    @property
    def points(self) -> str:
        return f"{100 * self.difference:g}"

    @property
    def better_percent(self) -> str:
        """The score of a deck that is better by the difference."""
        return f"{100 * (EVEN + self.difference):g}"

    @property
    def is_open(self) -> bool:
        return self.code == OPEN

    @property
    def text(self) -> str:
        if self.better is not None:
            return _("%(deck)s is better.") % {"deck": self.better}
        if self.code == NEITHER:
            return _("Neither deck is better by %(points)s points.") % {"points": self.points}
        sentence = ngettext("Not clear after %(number)s game.", "Not clear after %(number)s games.", self.games)
        return sentence % {"number": self.games}


def test_verdict(matchup: MatchUpReport, *, difference: float) -> DuelVerdict:
    """The verdict on a match-up whose test has ended."""
    code = DuelTest(difference=difference).verdict(matchup.totals.pairs)
    better = {FIRST: matchup.first, SECOND: matchup.second}.get(code)
    return DuelVerdict(code=code, better=better, games=matchup.games, difference=difference)
