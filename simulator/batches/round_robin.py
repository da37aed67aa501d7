"""All decks of a field against each other: the table, and what it says about the field as a whole.

Playing one match-up is runner.py; this only adds up and tells. The table is Markdown, so that it can be kept.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from simulator.engine.matches.match import digest_text
from simulator.engine.matches.totals import Totals
from simulator.engine.statistics.intervals import PairCounts, wilson

from . import runner
from .runner import MatchupSpec

Pairing = tuple[int, int]


class Standings:
    """Decks by name, and the totals of each two of them, the lower number first."""

    def __init__(self, decks: Sequence[str]) -> None:
        self.decks = tuple(decks)
        self.played: dict[Pairing, Totals] = {}

    @property
    def pairings(self) -> list[Pairing]:
        return list(itertools.combinations(range(len(self.decks)), 2))

    def pairs(self, deck: int, opponent: int) -> PairCounts:
        """How the deck fared against that opponent."""
        low, high = sorted((deck, opponent))
        totals = self.played.get((low, high))
        counts = totals.pairs.counts if totals is not None else (0, 0, 0, 0, 0)
        return PairCounts.from_counts(counts if deck < opponent else counts[::-1])

    def overall(self, deck: int) -> PairCounts:
        every = [self.pairs(deck, opponent) for opponent in range(len(self.decks)) if opponent != deck]
        return sum(every, PairCounts())

    def endings(self, deck: int | None = None) -> Counter[str]:
        """How games ended; of one deck, how it won."""
        found: Counter[str] = Counter()
        for pairing, totals in self.played.items():
            if deck is None:
                found.update(totals.reasons)
            elif deck in pairing:
                place = 0 if deck == pairing[0] else 2
                for reason, turns in totals.figures["endings"].items():
                    found[reason] += sum(row[place] for row in turns.values())
        return found

    def first_player(self) -> tuple[int, int]:
        """Games won by who had the first turn, and games won at all."""
        won = lost = 0
        for totals in self.played.values():
            began, followed = totals.figures["order"]
            won += began[0] + followed[2]
            lost += began[2] + followed[0]
        return won, won + lost

    def report(self) -> dict[str, Any]:
        numbers = range(len(self.decks))
        first, decided = self.first_player()
        games = sum(totals.games for totals in self.played.values())
        turns = sum(totals.figures["length"][0] for totals in self.played.values())
        return {
            "games": games,
            "decks": [
                {"deck": self.decks[one], **_told(self.overall(one)), "wins_by": dict(self.endings(one).most_common())}
                for one in numbers
            ],
            "pairings": [
                {"deck": self.decks[one], "opponent": self.decks[other], **_told(self.pairs(one, other))}
                for one, other in self.played
            ],
            "reasons": dict(self.endings().most_common()),
            "first_player": {"wins": first, "of": decided, **_share(first, decided)},
            "mean_turns": turns / games if games else None,
            "digest": digest_text(sum(totals.digest_sum for totals in self.played.values())),
            "errors": [error for totals in self.played.values() for error in totals.errors],
        }

    def table(self) -> list[str]:
        """A row a deck, the best first; columns in the same order."""
        order = sorted(range(len(self.decks)), key=lambda deck: -(self.overall(deck).score or 0.0))
        reasons = sorted(self.endings())
        head = [
            "deck",
            *(str(place) for place in range(1, len(order) + 1)),
            "overall",
            *(f"by {one}" for one in reasons),
        ]
        rows = [head, ["---", *["--:"] * (len(head) - 1)]]
        for place, deck in enumerate(order, 1):
            won = self.endings(deck)
            cells = [_percent(self.pairs(deck, other).score) if other != deck else "–" for other in order]
            by = [str(won[reason]) for reason in reasons]
            rows.append([f"{place} {self.decks[deck]}", *cells, _with_interval(self.overall(deck)), *by])
        return ["| " + " | ".join(row) + " |" for row in rows]

    def summary(self) -> list[str]:
        """The field in a few lines."""
        games = sum(totals.games for totals in self.played.values())
        ended = self.endings()
        reasons = ", ".join(f"{reason} {count / games:.1%}" for reason, count in ended.most_common())
        scores = [self.pairs(one, other).score for one, other in self.played]
        told = [score for score in scores if score is not None]
        overall = [
            score for score in (self.overall(deck).score for deck in range(len(self.decks))) if score is not None
        ]
        lines = [f"{games} games; ended by {reasons or 'nothing'}."]
        if told:
            apart = max(max(score, 1 - score) for score in told)
            lines.append(
                f"Decks overall from {min(overall):.1%} to {max(overall):.1%}; the most uneven pairing stands at "
                f"{apart:.1%} to {1 - apart:.1%}; {sum(0.3 <= score <= 0.7 for score in told)} of {len(told)} "
                "pairings lie between 30 % and 70 %."
            )
        first, decided = self.first_player()
        if decided:
            share = wilson(first, trials=decided)
            lines.append(
                f"The player with the first turn won {first / decided:.1%} "
                f"(95 % interval {share.low:.1%} to {share.high:.1%})."
            )
        return lines


def play(
    make: Callable[[int, int], MatchupSpec],
    decks: Sequence[str],
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda games: None,
) -> Standings:
    """Every deck against every other. Ctrl-C ends it early: what is done so far is what is returned."""
    standings = Standings(decks)
    done = 0

    def so_far(games: int) -> None:
        progress(done + games)

    for one, other in standings.pairings:
        matchup = make(one, other)
        played = runner.play(matchup, jobs=jobs, progress=so_far)
        standings.played[one, other] = played.totals
        done += played.totals.games
        if played.totals.games < 2 * matchup.pairs:
            break
    return standings


def _scores(every: Iterable[PairCounts]) -> list[float]:
    return [counts.score for counts in every if counts.score is not None]


def _told(counts: PairCounts) -> dict[str, Any]:
    return {"score": counts.score, "interval": [counts.interval.low, counts.interval.high], "pairs": counts.pairs}


def _share(part: int, whole: int) -> dict[str, Any]:
    interval = wilson(part, trials=whole)
    return {"share": part / whole if whole else None, "interval": [interval.low, interval.high]}


def _percent(score: float | None) -> str:
    return "" if score is None else f"{100 * score:.0f}"


def _with_interval(counts: PairCounts) -> str:
    if counts.score is None:
        return ""
    reach = 100 * (counts.interval.high - counts.interval.low) / 2
    return f"{100 * counts.score:.1f} ± {reach:.1f}"
