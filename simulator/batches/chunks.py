"""The life of a chunk in a worker: claimed, played, finished.

No result is lost or counted twice. The database row is authoritative. Claiming and finishing are conditional updates;
between them no transaction is open, and the chunk is leased (core/leases.py). A result that arrives twice, or after
another process has taken over the chunk, counts once: both results would be equal.
"""

import math
import time
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache

import structlog
from django.db import Error, connection, models, transaction
from django.db.models.functions import Now

from signum_site.core.leases import RELEASED, LeaseLost, Renewal
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.rounds import RoundTotals
from simulator.engine.matches.sums import Sums
from simulator.engine.matches.totals import half_points
from simulator.engine.statistics.intervals import common_mean
from simulator.models.batches import Batch, Chunk, ChunkQuerySet, Entrant, MatchUp
from simulator.ratings.services import ratings_request
from simulator.reports.seat_advantage import seat_intervals

from .dispatch import MAX_NOTIFICATIONS, notify_workers
from .prefix import look_ranges, matchup_add, prefix_extend, split_range
from .runner import MatchupSpec

log = structlog.get_logger(__name__)

CANDIDATES = 16
MAX_CHUNK_S = 240.0
MAX_ATTEMPTS = 3
MAX_LOSSES = 40
"""How many processes may die before the chunk is considered the cause. A worker can be killed for other reasons."""
# A restarting database is back within seconds; keeping the computed result is worth the wait.
RETRY_WAITS_S = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
CHUNK_S = 2.0
"""Target duration of a chunk: long enough to make overhead negligible, short enough to lose without regret."""
FIRST_CHUNK_PAIRS = 4
"""Size of the first chunk of each match-up while the speed of games is unknown. It sets the size of later chunks."""
MAX_CHUNK_PAIRS = 2_000
MAX_CHUNKS = 2_000
"""Per batch. They may be created during a web request."""
FIRST_CHECKPOINT_PAIRS = 100
"""With `until`, the number of pairs at the first check of a match-up's interval."""


class ChunkOutcome(StrEnum):
    """What became of a chunk that a worker was to play."""

    PLAYED = "played"
    FAILED = "failed"
    LEASE_LOST = "lease lost"
    NOT_DUE = "not due"


class ChunkTooLong(Exception):
    """A chunk exceeded `MAX_CHUNK_S`, which means that something is wrong with it."""


class RulesChanged(Exception):
    """Rules or cards have changed since the batch was requested."""


class ProcessLost(Exception):
    """Too many processes died while playing this chunk."""


def chunk_play(chunk_id: int) -> ChunkOutcome:
    """Plays this chunk and no other."""
    return _take_and_play(Chunk.objects.filter(pk=chunk_id))


def chunk_play_next() -> bool:
    """Plays the most urgent chunk and returns whether there was one."""
    return _take_and_play(Chunk.objects.all()) != ChunkOutcome.NOT_DUE


def _take_and_play(chunks: ChunkQuerySet) -> ChunkOutcome:
    Chunk.objects.take_back()
    games.systems()  # loaded before the claim: on a busy machine, a lease could expire during the import
    chunk = chunk_claim(chunks)
    return ChunkOutcome.NOT_DUE if chunk is None else _play(chunk)


def _play(chunk: Chunk) -> ChunkOutcome:
    """Plays a claimed chunk and stores its result or its fault."""
    started = time.process_time()
    try:
        totals = load_matchup(chunk).play(chunk.numbers, after_round=make_heartbeat(chunk))
    except Error:
        raise  # not the chunk's fault: its lease expires and the chunk is reclaimed
    except LeaseLost:
        log.warning("chunk_lease_lost", chunk=chunk.pk)
        return ChunkOutcome.LEASE_LOST
    except RulesChanged as fault:
        # Retrying cannot help, and would only delay other chunks of the batch, which fail the same way.
        log.warning("chunk_not_played", chunk=chunk.pk, reason=str(fault))
        chunk_fail(chunk, fault=f"{type(fault).__name__}: {fault}", attempts=MAX_ATTEMPTS)
        return ChunkOutcome.FAILED
    except Exception as fault:
        log.exception("chunk_failed", chunk=chunk.pk)
        chunk_fail(chunk, fault=f"{type(fault).__name__}: {fault}")
        return ChunkOutcome.FAILED
    _with_retries(lambda: chunk_finish(chunk, totals=totals, seconds=time.process_time() - started))
    return ChunkOutcome.PLAYED


def chunk_claim(chunks: ChunkQuerySet | None = None) -> Chunk | None:
    """Claims the most urgent of these chunks that no other process claims first; of all chunks by default."""
    due = (Chunk.objects.all() if chunks is None else chunks).due()
    for chunk in due.select_related("batch")[:CANDIDATES]:
        # The claim needs no condition on the batch's state: cancelling a batch changes the state of its chunks.
        queued = Chunk.objects.unplayed().filter(state=Chunk.State.QUEUED)
        chunk.claimed_by = queued.claim(chunk.pk, state=Chunk.State.RUNNING)
        if chunk.claimed_by:
            Batch.objects.filter(pk=chunk.batch_id, state=Batch.State.QUEUED).update(
                state=Batch.State.PLAYING, started_at=Now()
            )
            return chunk
    return None


def load_matchup(chunk: Chunk) -> MatchupSpec:
    """What to play, read from the database.

    A worker keeps no state that a restart would lose.
    """
    row = MatchUp.objects.select_related("batch", "first", "second").defer("figures", "cards").get(pk=chunk.matchup_id)
    batch, system = row.batch, games.systems().get(row.batch.system)
    if system is None:
        raise RulesChanged(f"asked for with the game {batch.system}, which is no longer installed")
    if chunk.losses > MAX_LOSSES:
        raise ProcessLost(f"{chunk.losses} processes died while they played it")
    if (system.rules_version, system.cards_version) != (batch.rules_version, batch.cards_version):
        raise RulesChanged(
            f"asked for with rules {batch.rules_version} and cards {batch.cards_version}, "
            f"now rules {system.rules_version} and cards {system.cards_version}"
        )
    decks = tuple(_parse_deck(batch.system, entrant.text) for entrant in row.entrants)
    return MatchupSpec(
        system=batch.system,
        decks=decks,
        policies=(batch.policy,) * len(decks),
        seed=batch.seed,
        pairs=chunk.pairs,
        options=batch.table_options,
    )


@lru_cache(maxsize=64)
def _parse_deck(system: str, text: str) -> DeckList:
    return Entrant(text=text).decklist(system=games.system(system))


def make_heartbeat(chunk: Chunk) -> Callable[[], None]:
    """A callback to run after each pair.

    It renews the lease, and stops a chunk that never ends.
    """
    started, renew = time.monotonic(), Renewal(chunk)

    def beat() -> None:
        if time.monotonic() - started > MAX_CHUNK_S:
            raise ChunkTooLong(f"not played to its end within {MAX_CHUNK_S:.0f} s")
        renew()

    return beat


def _lock_matchup(chunk: Chunk) -> MatchUp | None:
    """Locks the chunk's batch and match-up, so that sums and chunks change together.

    The batch comes first, as when it is cancelled or resumed. Otherwise, cancelling could hold the batch and wait for
    a chunk, while the process that finishes the chunk waits for the batch.
    """
    batch = Batch.objects.select_for_update().filter(pk=chunk.batch_id).first()
    # Without the default order: it would join the batch, and lock it a second time.
    matchup = MatchUp.objects.select_for_update().order_by("pk").filter(pk=chunk.matchup_id).first()
    if batch is None or matchup is None:
        return None
    matchup.batch = batch
    return matchup


@transaction.atomic
def chunk_finish(chunk: Chunk, *, totals: Sums, seconds: float) -> bool:
    """Stores the result and returns whether it counted.

    It does not count if the chunk already has a result, or was deleted together with its owner's account.
    """
    matchup = _lock_matchup(chunk)
    if matchup is None:
        return False
    batch = matchup.batch
    if (
        not Chunk.objects.unplayed()
        .filter(pk=chunk.pk)
        .update(
            state=Chunk.State.DONE,
            finished_at=Now(),
            outcomes=totals.outcomes,
            singles=totals.singles,
            digest=totals.digest,
            seconds=seconds,
            fault="",
            **RELEASED,
        )
    ):
        return False
    chunk.seconds = seconds
    if batch.test is None:
        matchup_add(matchup, chunk, totals)
    else:
        prefix_extend(matchup, chunk, totals)
    matchup_advance(matchup)
    return True


@transaction.atomic
def chunk_fail(chunk: Chunk, *, fault: str, attempts: int = 1) -> None:
    """Requeues the chunk, or marks it as failed after `MAX_ATTEMPTS`.

    `attempts` is how many attempts this failure counts for. A batch with a failed chunk goes on and reports it.
    """
    matchup = _lock_matchup(chunk)
    if matchup is None:
        return
    held = Chunk.objects.held(chunk).filter(state=Chunk.State.RUNNING)
    row = held.select_related("batch").select_for_update(of=("self",)).first()
    if row is None:
        return
    row.attempts += attempts
    retry_state = Chunk.State.QUEUED if row.batch.is_active else Chunk.State.PAUSED
    row.state = retry_state if row.attempts < MAX_ATTEMPTS else Chunk.State.FAILED
    row.fault, row.claimed_by, row.lease_until = fault[:500], "", None
    row.save(update_fields=["attempts", "state", "fault", *RELEASED])
    notify_workers(Chunk.objects.filter(pk=row.pk, state=Chunk.State.QUEUED))
    matchup_advance(matchup)


def matchup_advance(matchup: MatchUp) -> None:
    """After a chunk: waits for the others, plans more, or marks the match-up as done.

    The caller has locked the match-up and its batch.
    """
    # Without an order: its columns would make every row distinct.
    unfinished = matchup.chunks.exclude(state=Chunk.State.DONE).order_by()
    open_or_failed = set(unfinished.values_list("state", flat=True).distinct())
    if not open_or_failed:
        # The interval is checked only at fixed numbers of pairs, all of them played. So the result does not depend on
        # which process played which chunk, or how fast.
        batch = matchup.batch
        is_checkpoint = batch.until is not None and matchup.planned_pairs in checkpoints(batch)
        is_narrow = is_checkpoint and matchup.totals.first_interval.reach <= (batch.until or 0)
        # A test plans all its chunks at first, and discards those beyond the look that decides.
        if matchup.planned_pairs < batch.rounds and not is_narrow and batch.test is None:
            chunks_plan([matchup], batch=batch)
        else:
            matchup.done = True
            matchup.stopped_early = matchup.planned_pairs < batch.rounds
            chunks = list(matchup.chunks.order_by("index").values_list("outcomes", "singles"))
            matchup.outcomes = "".join(outcomes for outcomes, _ in chunks)
            matchup.singles = "".join(singles for _, singles in chunks)
    matchup.save()
    if matchup.done or open_or_failed == {Chunk.State.FAILED}:
        batch_settle(matchup.batch)


def batch_settle(batch: Batch) -> None:
    """Ends the batch, which is locked, if nothing is left to play."""
    if batch.matchups.filter(done=False).exists():
        if batch.chunks.filter(state__in=Chunk.OPEN).exists() or not batch.is_active:
            return
        batch.state = Batch.State.FAILED
    else:
        batch.state = Batch.State.DONE
        batch.overall = overall_score(batch)
        if batch.is_duel:
            batch.seats = seat_intervals(list(batch.matchups.values_list("singles", flat=True)))
            if batch.test is None:
                ratings_request(system=batch.system, policy=batch.policy)
    batch.finished_at = Now()
    batch.save(update_fields=["state", "finished_at", "overall", "seats"])


def overall_score(batch: Batch) -> list[float] | None:
    """The first entrant's score over all match-ups, with its interval.

    Not the sum of the match-ups: they share seeds, so they are not independent. For larger tables the interval is as
    wide as if all of them had the same luck, which is the most it can be.
    """
    if batch.kind == Batch.Kind.TABLE:
        return None
    if not batch.is_duel:
        tables = [row.totals for row in batch.matchups.all()]
        shares = [totals.share(0) for totals in tables if isinstance(totals, RoundTotals)]
        known = [(share.value, share.interval.low, share.interval.high) for share in shares if share is not None]
        return [sum(column) / len(known) for column in zip(*known, strict=True)] if known else None
    estimate = common_mean([half_points(row.outcomes) for row in batch.matchups.only("outcomes")])
    return [estimate.value, estimate.interval.low, estimate.interval.high] if estimate else None


def chunks_plan(matchups: list[MatchUp], *, batch: Batch) -> None:
    """Creates the next chunks of match-ups that have none left.

    They go up to the end, or to the next checkpoint. While the speed of games is unknown, each match-up gets one
    small chunk: distributing a thousand small ones would take longer than playing them.
    """
    state = Chunk.State.QUEUED if batch.is_active else Chunk.State.PAUSED
    if not batch.chunk_pairs and any(matchup.planned_pairs for matchup in matchups):
        batch.chunk_pairs = chunk_size(batch.chunks.all(), all_pairs=batch.rounds * batch.matchups.count())
        batch.save(update_fields=["chunk_pairs"])
    chunks = []
    for matchup in matchups:
        ranges = _next_ranges(batch, matchup.planned_pairs)
        index = matchup.chunks.count() if matchup.pk and matchup.planned_pairs else 0
        for number, numbers in enumerate(ranges, start=index):
            chunks.append(
                Chunk(batch=batch, matchup=matchup, index=number, urgency=batch.urgency,
                      first_pair=numbers.start, pairs=len(numbers), state=state)
            )  # fmt: skip
        matchup.planned_pairs = ranges[-1].stop
    chunks.sort(key=lambda chunk: (chunk.index, chunk.matchup_id))  # keys in the order in which they are played
    created = Chunk.objects.bulk_create(chunks, batch_size=1_000)
    first_pks = [chunk.pk for chunk in created[:MAX_NOTIFICATIONS]]
    notify_workers(Chunk.objects.filter(pk__in=first_pks, state=Chunk.State.QUEUED))


def _next_ranges(batch: Batch, planned_pairs: int) -> list[range]:
    """The pairs of the next chunks of a match-up."""
    if batch.test is not None:
        step = batch.chunk_pairs or max(FIRST_CHUNK_PAIRS, batch.rounds // MAX_CHUNKS)
        return look_ranges(batch.rounds, step=step)
    last = _next_checkpoint(batch, planned_pairs)
    if not batch.chunk_pairs:
        return [range(planned_pairs, min(last, FIRST_CHUNK_PAIRS))]
    return split_range(planned_pairs, last, step=batch.chunk_pairs)


def chunk_size(chunks: "models.QuerySet[Chunk]", *, all_pairs: int) -> int:
    """Pairs that take about `CHUNK_S`.

    Estimated from the last played of these chunks; 0 if none is played.
    """
    last = chunks.filter(state=Chunk.State.DONE, seconds__gt=0).order_by("-pk")[:20]
    sums = last.aggregate(pairs=models.Sum("pairs"), seconds=models.Sum("seconds"))
    if not sums["pairs"]:
        return 0
    pairs = round(CHUNK_S * sums["pairs"] / sums["seconds"])
    return max(1, all_pairs // MAX_CHUNKS, min(pairs, MAX_CHUNK_PAIRS))


def checkpoints(batch: Batch) -> list[int]:
    """The numbers of pairs at which the interval is checked.

    Each is a quarter more than the one before, and at least a hundred more. Without `until`, only the end. They do
    not depend on how the work is split, or else the result would.
    """
    pairs = [0]
    while pairs[-1] < batch.rounds and batch.until is not None:
        pairs.append(min(batch.rounds, pairs[-1] + max(FIRST_CHECKPOINT_PAIRS, math.ceil(pairs[-1] / 4))))
    return pairs[1:] or [batch.rounds]


def _next_checkpoint(batch: Batch, planned_pairs: int) -> int:
    return next(pairs for pairs in checkpoints(batch) if pairs > planned_pairs)


def _with_retries(write: Callable[[], object]) -> None:
    for number, wait_s in enumerate(RETRY_WAITS_S, start=1):
        time.sleep(wait_s)
        try:
            write()
        except Error as fault:
            if number == len(RETRY_WAITS_S):
                raise
            log.warning("result_not_kept_yet", reason=str(fault).strip())
            connection.close()
        else:
            return
