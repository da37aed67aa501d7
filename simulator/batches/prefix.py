"""Counts the chunks of a test in the order of their games.

A test looks at its results at fixed numbers of pairs (statistics/sequential.py). Its chunks are all planned at first,
and played by any worker in any order. A chunk that is finished before those in front of it keeps its own sums until
the gap closes. Chunks beyond the look that decides are discarded, also those that a worker is still playing: their
rows are gone, so their results count nowhere. The same request thus gives the same games, verdict and digest.
"""

from itertools import pairwise
from typing import Any

from simulator.engine.matches.sums import Sums
from simulator.engine.matches.totals import Totals
from simulator.engine.statistics.sequential import OPEN, DuelTest, looks
from simulator.models.batches import Chunk, MatchUp


def split_range(first: int, last: int, *, step: int) -> list[range]:
    return [range(start, min(start + step, last)) for start in range(first, last, step)]


def look_ranges(most: int, *, step: int) -> list[range]:
    """The pairs of each chunk of a test; no chunk reaches beyond a look."""
    return [part for first, last in pairwise([0, *looks(most)]) for part in split_range(first, last, step=step)]


def matchup_add(matchup: MatchUp, chunk: Chunk, totals: Sums) -> None:
    """Adds a finished chunk to the sums of its match-up, which is locked."""
    sums = matchup.totals
    sums.add(totals)
    matchup.figures, matchup.cards = sums.figures, sums.cards
    matchup.errors, matchup.samples = sums.errors, sums.samples
    matchup.digest = sums.digest
    matchup.played_pairs += chunk.pairs
    matchup.seconds += chunk.seconds


def prefix_extend(matchup: MatchUp, chunk: Chunk, totals: Sums) -> None:
    """Counts a finished chunk of a test, and those that waited for it, up to the look that decides.

    The caller has locked the match-up and saves it.
    """
    if chunk.first_pair != matchup.played_pairs:
        Chunk.objects.filter(pk=chunk.pk).update(waiting=_serialize(totals))
        return
    matchup_add(matchup, chunk, totals)
    waiting = {row.first_pair: row for row in matchup.chunks.filter(waiting__isnull=False)}
    counted = []
    while not is_decided(matchup) and matchup.played_pairs in waiting:
        row = waiting[matchup.played_pairs]
        matchup_add(matchup, row, _parse(row))
        counted.append(row.pk)
    if counted:
        Chunk.objects.filter(pk__in=counted).update(waiting=None)
    if is_decided(matchup):
        matchup.chunks.filter(first_pair__gte=matchup.played_pairs).delete()
        matchup.planned_pairs = matchup.played_pairs


def is_decided(matchup: MatchUp) -> bool:
    """Whether all counted games end at a look, and the test decides there."""
    batch, totals = matchup.batch, matchup.totals
    if batch.test is None or not isinstance(totals, Totals) or matchup.played_pairs not in looks(batch.rounds):
        return False
    return DuelTest(difference=batch.test).verdict(totals.pairs) != OPEN


def _serialize(totals: Sums) -> dict[str, Any]:
    return {
        "figures": totals.figures,
        "cards": totals.cards,
        "errors": totals.errors,
        "samples": totals.samples,
    }


def _parse(chunk: Chunk) -> Totals:
    return Totals(**(chunk.waiting or {}), digest=chunk.digest, outcomes=chunk.outcomes, singles=chunk.singles)
