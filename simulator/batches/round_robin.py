"""Plays all decks against each other and summarizes the results.

The table is Markdown, so that it can be kept. One match-up is played by runner.py; this module adds up the results.
All pairings are played on the same seeds, so figures over several of them are counted by seed.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from simulator.engine.matches.match import digest_text
from simulator.engine.matches.totals import Totals, half_points, turned
from simulator.engine.statistics.intervals import Estimate, PairCounts, common_mean
from simulator.reports.seat_advantage import ANY_WENT_FIRST, seat_shares

from . import runner
from .runner import MatchupSpec

Pairing = tuple[int, int]


class Standings:
    """Decks by name, and the totals of each pairing, the lower number first."""

    def __init__(self, decks: Sequence[str]) -> None:
        self.decks = tuple(decks)
        self.played: dict[Pairing, Totals] = {}

    @property
    def pairings(self) -> list[Pairing]:
        return list(itertools.combinations(range(len(self.decks)), 2))

    def pairs(self, deck: int, opponent: int) -> PairCounts:
        """The deck's results against an opponent."""
        low, high = sorted((deck, opponent))
        totals = self.played.get((low, high))
        counts = totals.pairs.counts if totals is not None else (0, 0, 0, 0, 0)
        return PairCounts.from_counts(counts if deck < opponent else counts[::-1])

    def overall(self, deck: int) -> Estimate | None:
        """The deck's mean score against all opponents it has met."""
        runs = []
        for (first, second), totals in self.played.items():
            if deck in (first, second):
                run = half_points(totals.outcomes)
                runs.append(run if deck == first else turned(run))
        return common_mean(runs)

    def endings(self, deck: int | None = None) -> Counter[str]:
        """How often games ended for each reason; with `deck`, how often it won by each."""
        counts: Counter[str] = Counter()
        for pairing, totals in self.played.items():
            if deck is None:
                counts.update(totals.reasons)
            elif deck in pairing:
                column = 0 if deck == pairing[0] else 2
                for reason, turns in totals.figures["endings"].items():
                    counts[reason] += sum(row[column] for row in turns.values())
        return counts

    def first_player(self) -> Estimate | None:
        """The share of points of the player with the first turn."""
        return seat_shares([totals.singles for totals in self.played.values()]).get(ANY_WENT_FIRST)

    def report(self) -> dict[str, Any]:
        games = sum(totals.games for totals in self.played.values())
        turns = sum(totals.figures["length"][0] for totals in self.played.values())
        return {
            "games": games,
            "decks": [
                {
                    "deck": name,
                    **_serialize_estimate(self.overall(deck)),
                    "pairs": sum(totals.pairs.pairs for pairing, totals in self.played.items() if deck in pairing),
                    "wins_by": dict(self.endings(deck).most_common()),
                }
                for deck, name in enumerate(self.decks)
            ],
            "pairings": [
                {
                    "deck": self.decks[deck],
                    "opponent": self.decks[opponent],
                    **_serialize_counts(self.pairs(deck, opponent)),
                }
                for deck, opponent in self.played
            ],
            "reasons": dict(self.endings().most_common()),
            "first_player": self._serialize_first_player(),
            "mean_turns": turns / games if games else None,
            "digest": digest_text(sum(totals.digest_sum for totals in self.played.values())),
            "errors": [error for totals in self.played.values() for error in totals.errors],
        }

    def _serialize_first_player(self) -> dict[str, Any]:
        won = lost = 0
        for totals in self.played.values():
            went_first, went_second = totals.figures["order"]
            won += went_first[0] + went_second[2]
            lost += went_first[2] + went_second[0]
        estimate = _serialize_estimate(self.first_player())
        return {"wins": won, "of": won + lost, "share": estimate["score"], **estimate}

    def table(self) -> list[str]:
        """One row per deck, best first; the columns are in the same order."""
        order = sorted(range(len(self.decks)), key=lambda deck: -(_value(self.overall(deck)) or 0.0))
        reasons = sorted(self.endings())
        head = [
            "deck",
            *(str(place) for place in range(1, len(order) + 1)),
            "overall",
            *(f"by {reason}" for reason in reasons),
        ]
        rows = [head, ["---", *["--:"] * (len(head) - 1)]]
        for place, deck in enumerate(order, 1):
            wins = self.endings(deck)
            cells = [_format_percent(self.pairs(deck, other).score) if other != deck else "–" for other in order]
            wins_by = [str(wins[reason]) for reason in reasons]
            rows.append([f"{place} {self.decks[deck]}", *cells, _format_with_interval(self.overall(deck)), *wins_by])
        return ["| " + " | ".join(row) + " |" for row in rows]

    def summary(self) -> list[str]:
        """The results in a few lines of text."""
        games = sum(totals.games for totals in self.played.values())
        reasons = ", ".join(f"{reason} {count / games:.1%}" for reason, count in self.endings().most_common())
        scores = _scores(self.pairs(deck, opponent) for deck, opponent in self.played)
        estimates = (self.overall(deck) for deck in range(len(self.decks)))
        overall = [estimate.value for estimate in estimates if estimate is not None]
        lines = [f"{games} games; ended by {reasons or 'nothing'}."]
        if scores:
            widest = max(max(score, 1 - score) for score in scores)
            lines.append(
                f"Decks overall from {min(overall):.1%} to {max(overall):.1%}; the most uneven pairing stands at "
                f"{widest:.1%} to {1 - widest:.1%}; {sum(0.3 <= score <= 0.7 for score in scores)} of {len(scores)} "
                "pairings lie between 30 % and 70 %."
            )
        first = self.first_player()
        if first is not None:
            lines.append(
                f"The player with the first turn scored {first.value:.1%} "
                f"(95 % interval {first.interval.low:.1%} to {first.interval.high:.1%})."
            )
        return lines


def play(
    make: Callable[[int, int], MatchupSpec],
    decks: Sequence[str],
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Standings:
    """Plays every deck against every other.

    Ctrl-C ends it early and returns the results so far.
    """
    standings = Standings(decks)
    done = 0

    def report_progress(games: int) -> None:
        progress(done + games)

    for first, second in standings.pairings:
        matchup = make(first, second)
        played = runner.play(matchup, jobs=jobs, progress=report_progress)
        assert isinstance(played.totals, Totals)
        standings.played[first, second] = played.totals
        done += played.totals.games
        if played.totals.games < 2 * matchup.pairs:
            break
    return standings


def _scores(pair_counts: Iterable[PairCounts]) -> list[float]:
    return [counts.score for counts in pair_counts if counts.score is not None]


def _serialize_counts(counts: PairCounts) -> dict[str, Any]:
    return {"score": counts.score, "interval": [counts.interval.low, counts.interval.high], "pairs": counts.pairs}


def _serialize_estimate(estimate: Estimate | None) -> dict[str, Any]:
    if estimate is None:
        return {"score": None, "interval": [0.0, 1.0], "seeds": 0}
    interval = [estimate.interval.low, estimate.interval.high]
    return {"score": estimate.value, "interval": interval, "seeds": estimate.sample}


def _value(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.value


def _format_percent(score: float | None) -> str:
    return "" if score is None else f"{100 * score:.0f}"


def _format_with_interval(estimate: Estimate | None) -> str:
    return "" if estimate is None else f"{100 * estimate.value:.1f} ± {100 * estimate.interval.reach:.1f}"
