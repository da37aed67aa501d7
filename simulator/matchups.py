"""Playing many games of one match-up, on one process or several, and what came out of them.

A pair of games depends on decks, policies and (batch seed, number) alone: however the pairs are shared out, and
in whatever order they come back, the report and its digest are the same.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from simulator import games
from simulator.engine import match
from simulator.engine.decklist import DeckList
from simulator.engine.match import Result
from simulator.engine.system import GameSystem

PAIRS_A_CHUNK = 5
CHUNKS_AHEAD = 4

Pair = tuple[Result, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matchup:
    """Everything needed to play it, and to play it again."""

    system: str
    decks: tuple[DeckList, DeckList]
    policies: tuple[str, str]
    seed: int
    pairs: int

    @property
    def rules(self) -> GameSystem:
        return games.system(self.system)

    def play(self, numbers: range) -> list[Pair]:
        return list(
            match.play_run(
                system=self.rules, decks=self.decks, policies=self.policies, batch_seed=self.seed, numbers=numbers
            )
        )


@dataclass(slots=True)
class Played:
    """What has been played so far."""

    matchup: Matchup
    pairs: list[Pair] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def results(self) -> list[Result]:
        return [result for pair in self.pairs for result in pair]

    def report(self) -> dict[str, Any]:
        results = self.results
        finished = [result for result in results if result.outcome]
        wins = Counter(result.winner for result in finished)
        counts = match.count_pairs(self.pairs)
        return {
            "games": len(results),
            "wins_a": wins[0],
            "wins_b": wins[1],
            "draws": wins[None],
            "win_rate_a": counts.score,
            "interval": [counts.interval.low, counts.interval.high],
            "seat_split": self._seat_split(finished),
            "reasons": dict(Counter(result.outcome.reason for result in finished if result.outcome).most_common()),
            "mean_turns": sum(result.turns for result in finished) / len(finished) if finished else None,
            "games_per_second": round(len(results) / self.seconds, 1) if self.seconds else None,
            "digest": match.digest(results),
            "rules_version": self.matchup.rules.rules_version,
            "policy": "/".join(dict.fromkeys(self.matchup.policies)),
            "seed": self.matchup.seed,
            "errors": [{"seed": result.seed, "error": result.error} for result in results if not result.outcome],
        }

    def _seat_split(self, finished: list[Result]) -> dict[str, dict[str, int]]:
        """How deck A fared in either seat."""
        split = {}
        for seat, name in enumerate(("first_seat", "second_seat")):
            wins = Counter(result.winner for result in finished if result.seating[seat] == 0)
            split[name] = {"wins": wins[0], "losses": wins[1], "draws": wins[None]}
        return split


def play(matchup: Matchup, *, jobs: int = 1, progress: Callable[[int], None] = lambda games: None) -> Played:
    """Play it all. Ctrl-C ends it early: what is done so far is what is returned."""
    played = Played(matchup)
    started = time.perf_counter()
    try:
        for pairs in _serial(matchup) if jobs == 1 else _pooled(matchup, jobs=jobs):
            played.pairs += pairs
            played.seconds = time.perf_counter() - started
            progress(len(played.results))
    except KeyboardInterrupt:
        played.seconds = time.perf_counter() - started
    return played


def _chunks(pairs: int) -> Iterator[range]:
    return (range(first, min(first + PAIRS_A_CHUNK, pairs)) for first in range(0, pairs, PAIRS_A_CHUNK))


def _serial(matchup: Matchup) -> Iterator[list[Pair]]:
    return (matchup.play(numbers) for numbers in _chunks(matchup.pairs))


def _pooled(matchup: Matchup, *, jobs: int) -> Iterator[list[Pair]]:
    """Chunks as they come back; only a few are handed out ahead, so that Ctrl-C does not wait for thousands."""
    pool = ProcessPoolExecutor(max_workers=jobs, initializer=_leave_interrupts_to_the_parent)
    waiting: set[Future[list[Pair]]] = set()
    try:
        for numbers in _chunks(matchup.pairs):
            waiting.add(pool.submit(matchup.play, numbers))
            if len(waiting) >= CHUNKS_AHEAD * jobs:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (chunk.result() for chunk in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (chunk.result() for chunk in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
