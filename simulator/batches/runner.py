"""Plays many games of one match-up and reports the results.

A round of games depends only on decks, policies, options, batch seed and its number. So the report and its digest do
not depend on how rounds are distributed, or in which order they finish.
"""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.rounds import POINT, RoundTotals
from simulator.engine.matches.run import empty_totals, play_totals
from simulator.engine.matches.totals import Totals
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.statistics.sequential import OPEN, DuelTest, looks
from simulator.engine.values import Facts

from .prefix import look_ranges, split_range

CHUNK_PAIRS = 5
CHUNKS_AHEAD = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchupSpec:
    """Everything that determines the games of a match-up."""

    system: str
    decks: tuple[DeckList, ...]
    policies: tuple[str, ...]
    seed: int
    pairs: int
    """In rounds; of two players a round is a pair."""
    options: Facts = NO_OPTIONS

    @property
    def rules(self) -> GameSystem:
        return games.system(self.system)

    @property
    def games_per_round(self) -> int:
        return len(self.rules.round_seatings(len(self.decks), self.options))

    def play(self, numbers: range, *, after_round: Callable[[], None] = lambda: None) -> Totals | RoundTotals:
        return play_totals(
            system=self.rules,
            decks=self.decks,
            policies=self.policies,
            batch_seed=self.seed,
            numbers=numbers,
            options=self.options,
            after_round=after_round,
        )


@dataclass(slots=True)
class Played:
    """The results so far."""

    matchup: MatchupSpec
    test: float | None = None
    """Of a test, the difference of the score that it tells."""
    seconds: float = 0.0
    totals: Totals | RoundTotals = field(init=False)

    def __post_init__(self) -> None:
        self.totals = empty_totals(len(self.matchup.decks))

    @property
    def verdict(self) -> str:
        """Which deck is better: open until a look at the results decides."""
        totals = self.totals
        pairs = totals.games // self.matchup.games_per_round
        if self.test is None or not isinstance(totals, Totals) or pairs not in looks(self.matchup.pairs):
            return OPEN
        return DuelTest(difference=self.test).verdict(totals.pairs)

    def report(self) -> dict[str, Any]:
        totals = self.totals
        result = table_result(self.matchup, totals) if isinstance(totals, RoundTotals) else duel_result(totals)
        options = {"options": self.matchup.options.as_json()} if self.matchup.options else {}
        test = {} if self.test is None else {"test": self.test, "verdict": self.verdict}
        return {
            "games": totals.games,
            **test,
            **result,
            **options,
            "reasons": totals.reasons,
            "mean_turns": totals.mean_turns,
            "games_per_second": round(totals.games / self.seconds, 1) if self.seconds else None,
            "digest": totals.digest,
            "rules_version": self.matchup.rules.rules_version,
            "policy": "/".join(dict.fromkeys(self.matchup.policies)),
            "seed": self.matchup.seed,
            "errors": [{"seed": error["seed"], "error": error["error"]} for error in totals.errors],
        }


def duel_result(totals: Totals) -> dict[str, Any]:
    """Who won, of two decks."""
    won, drawn, lost = totals.won_drawn_lost
    interval = totals.pairs.interval
    return {
        "wins_a": won,
        "wins_b": lost,
        "draws": drawn,
        "win_rate_a": totals.pairs.score,
        "interval": [interval.low, interval.high],
        "seat_split": seat_split(totals),
    }


def table_result(matchup: MatchupSpec, totals: RoundTotals) -> dict[str, Any]:
    """The share of each deck of a larger table, its places and its results by seat."""
    decks = []
    for entrant, deck in enumerate(matchup.decks):
        share = totals.share(entrant)
        decks.append(
            {
                "deck": deck.name,
                "share": share.value if share else None,
                "interval": [share.interval.low, share.interval.high] if share else [0.0, 1.0],
                "places": totals.figures["places"][entrant],
                "seats": [points / (POINT * games) if games else None for games, points in totals.seats(entrant)],
            }
        )
    return {"players": len(matchup.decks), "decks": decks}


def seat_split(totals: Totals) -> dict[str, dict[str, int]]:
    """Deck A's results in each seat."""
    names = ("first_seat", "second_seat")
    return {
        name: dict(zip(("wins", "draws", "losses"), row, strict=True))
        for name, row in zip(names, totals.figures["seats"], strict=True)
    }


def play(
    matchup: MatchupSpec,
    *,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda games: None,
    test: float | None = None,
) -> Played:
    """Plays all games of the match-up; with `test`, until it is clear which deck is better by that difference.

    Ctrl-C ends it early and returns the results so far.
    """
    played = Played(matchup, test=test)
    started = time.perf_counter()
    if test is None:
        chunks = split_range(0, matchup.pairs, step=CHUNK_PAIRS)
    else:
        chunks = look_ranges(matchup.pairs, step=CHUNK_PAIRS)
    try:
        for totals in map(matchup.play, chunks) if jobs == 1 else _play_in_pool(matchup, chunks, jobs=jobs):
            played.totals.add(totals)
            played.seconds = time.perf_counter() - started
            progress(played.totals.games)
            if played.verdict != OPEN:
                break
    except KeyboardInterrupt:
        played.seconds = time.perf_counter() - started
    return played


def _play_in_pool(matchup: MatchupSpec, chunks: Iterable[range], *, jobs: int) -> Iterator[Totals | RoundTotals]:
    """Yields the results of chunks in their order.

    Only a few chunks are submitted ahead, so that Ctrl-C need not wait for thousands.
    """
    pool = ProcessPoolExecutor(max_workers=jobs, initializer=_ignore_interrupts)
    waiting: deque[Future[Totals | RoundTotals]] = deque()
    try:
        for numbers in chunks:
            waiting.append(pool.submit(matchup.play, numbers))
            if len(waiting) >= CHUNKS_AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C is handled by the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
