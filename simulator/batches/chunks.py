"""A chunk's way through a worker: claimed, played, finished; nothing is lost and nothing counted twice.

The row decides. Claiming and finishing are conditional updates; between them no transaction is open, and the chunk is
leased (core/leases.py). A result that comes twice, or after the chunk was given to another process, counts once,
since both would be equal.
"""

import math
import time
from collections.abc import Callable
from functools import lru_cache

import structlog
from celery import current_app
from django.db import Error, connection, models, transaction
from django.db.models.functions import Now

from signum_site.core.leases import RELEASED, LeaseLost, Renewal
from simulator import games
from simulator.engine.decks.decklist import DeckList
from simulator.engine.matches.totals import Totals, half_points
from simulator.engine.statistics.intervals import common_mean
from simulator.models.batches import Batch, Chunk, Entrant, MatchUp
from simulator.ratings.services import ratings_want
from simulator.reports.seat_advantage import seat_intervals

from .runner import MatchupSpec

log = structlog.get_logger(__name__)

CANDIDATES = 16
LONGEST_S = 240.0
MOST_ATTEMPTS = 3
MOST_LOSSES = 40
"""How often a chunk's process may die before the chunk itself is suspected: a killed worker is no fault of a chunk."""
# A database that restarts is back within seconds; what was computed is worth the wait.
WAITS_S = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
BELLS = 64
"""Rung at once; for the rest the sweeper rings."""
CHUNK_S = 2.0
"""What a chunk should take: long enough for what is around it not to count, short enough to lose."""
FIRST_CHUNK_PAIRS = 4
"""Before anything is known about how fast games go: one chunk of each match-up, by which the others are measured."""
MOST_CHUNK_PAIRS = 2_000
MOST_CHUNKS = 2_000
"""Of a batch. They may be written while somebody waits for the answer."""
FIRST_LOOK_PAIRS = 100
"""With `until`, the first time a match-up's interval is looked at."""


class ChunkTooLong(Exception):
    """A chunk takes so long that something must be wrong with it."""


class RulesChanged(Exception):
    """The rules or the cards are no longer those the batch was asked for."""


class ProcessLost(Exception):
    """Whatever process plays this chunk dies."""


def chunk_play_next() -> bool:
    """Play the most urgent chunk; whether there was one."""
    Chunk.objects.take_back()
    games.systems()  # loaded before the claim: on a busy machine a lease could run out meanwhile
    chunk = chunk_claim()
    if chunk is None:
        return False
    began = time.process_time()
    try:
        totals = matchup_of(chunk).play(chunk.numbers, after_pair=pulse(chunk))
    except Error:
        raise  # the database's fault, not the chunk's: its lease runs out and it is taken back
    except LeaseLost:
        log.warning("chunk_lease_lost", chunk=chunk.pk)
        return True
    except RulesChanged as fault:
        # Nothing broke, and to try again would take the turn of a chunk that is to say the same.
        log.warning("chunk_not_played", chunk=chunk.pk, reason=str(fault))
        chunk_fail(chunk, fault=f"{type(fault).__name__}: {fault}", attempts=MOST_ATTEMPTS)
        return True
    except Exception as fault:
        log.exception("chunk_failed", chunk=chunk.pk)
        chunk_fail(chunk, fault=f"{type(fault).__name__}: {fault}")
        return True
    _with_retries(lambda: chunk_finish(chunk, totals=totals, seconds=time.process_time() - began))
    return True


def chunk_claim() -> Chunk | None:
    """The most urgent chunk that nobody else takes at the same moment."""
    for chunk in Chunk.objects.due().select_related("batch")[:CANDIDATES]:
        # The state of the batch is no condition of the claim: to cancel a batch changes the state of its chunks.
        queued = Chunk.objects.unplayed().filter(state=Chunk.State.QUEUED)
        chunk.claimed_by = queued.claim(chunk.pk, state=Chunk.State.RUNNING)
        if chunk.claimed_by:
            Batch.objects.filter(pk=chunk.batch_id, state=Batch.State.QUEUED).update(
                state=Batch.State.PLAYING, started_at=Now()
            )
            return chunk
    return None


def matchup_of(chunk: Chunk) -> MatchupSpec:
    """What to play, from the rows: a worker keeps nothing that a restart would miss."""
    row = MatchUp.objects.select_related("batch", "first", "second").defer("figures", "cards").get(pk=chunk.matchup_id)
    batch, system = row.batch, games.system(row.batch.system)
    if chunk.losses > MOST_LOSSES:
        raise ProcessLost(f"{chunk.losses} processes died while they played it")
    if (system.rules_version, system.cards_version) != (batch.rules_version, batch.cards_version):
        raise RulesChanged(
            f"asked for with rules {batch.rules_version} and cards {batch.cards_version}, "
            f"now rules {system.rules_version} and cards {system.cards_version}"
        )
    decks = (_read(batch.system, row.first.text), _read(batch.system, row.second.text))
    return MatchupSpec(
        system=batch.system, decks=decks, policies=(batch.policy, batch.policy), seed=batch.seed, pairs=chunk.pairs
    )


@lru_cache(maxsize=64)
def _read(system: str, text: str) -> DeckList:
    return Entrant(text=text).decklist(system=games.system(system))


def pulse(chunk: Chunk) -> Callable[[], None]:
    """Asked after every pair: keeps the lease, and stops a chunk that never ends."""
    began, renew = time.monotonic(), Renewal(chunk)

    def beat() -> None:
        if time.monotonic() - began > LONGEST_S:
            raise ChunkTooLong(f"not played to its end within {LONGEST_S:.0f} s")
        renew()

    return beat


@transaction.atomic
def chunk_finish(chunk: Chunk, *, totals: Totals, seconds: float) -> bool:
    """Keep what came out, if nobody has before, and if its owner has not left meanwhile and taken it along."""
    # The match-up is locked first: its sums and its chunks change together, one after another.
    matchup = MatchUp.objects.select_for_update().filter(pk=chunk.matchup_id).first()
    if matchup is None:
        return False
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
    whole = matchup.totals
    whole.add(totals)
    matchup.figures, matchup.cards, matchup.errors = whole.figures, whole.cards, whole.errors
    matchup.samples, matchup.digest = whole.samples, whole.digest
    matchup.played_pairs += chunk.pairs
    matchup.seconds += seconds
    matchup_advance(matchup)
    return True


@transaction.atomic
def chunk_fail(chunk: Chunk, *, fault: str, attempts: int = 1) -> None:
    """Try again a few times, unless this one counts for all; then the batch goes on without it and says so."""
    matchup = MatchUp.objects.select_for_update().filter(pk=chunk.matchup_id).first()
    if matchup is None:
        return
    held = Chunk.objects.held(chunk).filter(state=Chunk.State.RUNNING)
    row = held.select_related("batch").select_for_update(of=("self",)).first()
    if row is None:
        return
    row.attempts += attempts
    again = Chunk.State.QUEUED if row.batch.is_active else Chunk.State.PAUSED
    row.state = again if row.attempts < MOST_ATTEMPTS else Chunk.State.FAILED
    row.fault, row.claimed_by, row.lease_until = fault[:500], "", None
    row.save(update_fields=["attempts", "state", "fault", *RELEASED])
    matchup_advance(matchup)


def matchup_advance(matchup: MatchUp) -> None:
    """After each chunk: wait for the others, plan more, or call the match-up done. The match-up is locked."""
    # Without an order: its columns would make every row distinct.
    unfinished = matchup.chunks.exclude(state=Chunk.State.DONE).order_by()
    open_or_failed = set(unfinished.values_list("state", flat=True).distinct())
    if not open_or_failed:
        # Only complete prefixes are judged, at fixed lengths: who played what, and how fast, makes no difference.
        batch = Batch.objects.select_for_update().get(pk=matchup.batch_id)
        is_look = batch.until is not None and matchup.planned_pairs in looks(batch)
        narrow = is_look and matchup.totals.pairs.interval.reach <= (batch.until or 0)
        if matchup.planned_pairs < batch.pairs and not narrow:
            chunks_plan([matchup], batch=batch)
        else:
            matchup.done = True
            matchup.stopped_early = matchup.planned_pairs < batch.pairs
            chunks = list(matchup.chunks.order_by("index").values_list("outcomes", "singles"))
            matchup.outcomes = "".join(outcomes for outcomes, _ in chunks)
            matchup.singles = "".join(singles for _, singles in chunks)
    matchup.save()
    if matchup.done or open_or_failed == {Chunk.State.FAILED}:
        batch_settle(matchup.batch_id)


def batch_settle(batch_id: int) -> None:
    """The batch is over when nothing of it is left to play."""
    batch = Batch.objects.select_for_update().get(pk=batch_id)
    if batch.matchups.filter(done=False).exists():
        if batch.chunks.filter(state__in=Chunk.OPEN).exists() or not batch.is_active:
            return
        batch.state = Batch.State.FAILED
    else:
        batch.state = Batch.State.DONE
        batch.overall = overall_of(batch)
        batch.seats = seat_intervals(list(batch.matchups.values_list("singles", flat=True)))
        ratings_want(system=batch.system, policy=batch.policy)
    batch.finished_at = Now()
    batch.save(update_fields=["state", "finished_at", "overall", "seats"])


def overall_of(batch: Batch) -> list[float] | None:
    """How the first entrant fared against all. Not the sum of the match-ups: they were played on common seeds."""
    if batch.kind == Batch.Kind.TABLE:
        return None
    estimate = common_mean([half_points(row.outcomes) for row in batch.matchups.only("outcomes")])
    return [estimate.value, estimate.interval.low, estimate.interval.high] if estimate else None


def chunks_plan(matchups: list[MatchUp], *, batch: Batch) -> None:
    """The next chunks of match-ups of which nothing is left to play: all there are, or up to the next look.

    While it is not known how fast games go, one small chunk each: a thousand small ones would take longer to hand out
    than to play.
    """
    state = Chunk.State.QUEUED if batch.is_active else Chunk.State.PAUSED
    if not batch.chunk_pairs and any(matchup.planned_pairs for matchup in matchups):
        batch.chunk_pairs = chunk_size(batch.chunks.all(), all_pairs=batch.pairs * batch.matchups.count())
        batch.save(update_fields=["chunk_pairs"])
    chunks = []
    for matchup in matchups:
        first, last = matchup.planned_pairs, next(look for look in looks(batch) if look > matchup.planned_pairs)
        if not batch.chunk_pairs:
            last = min(last, FIRST_CHUNK_PAIRS)
        index = matchup.chunks.count() if matchup.pk and first else 0
        step = batch.chunk_pairs or FIRST_CHUNK_PAIRS
        for number, start in enumerate(range(first, last, step), start=index):
            chunks.append(
                Chunk(batch=batch, matchup=matchup, index=number, urgency=batch.urgency,
                      first_pair=start, pairs=min(step, last - start), state=state)
            )  # fmt: skip
        matchup.planned_pairs = last
    made = Chunk.objects.bulk_create(chunks, batch_size=1_000)
    notify_workers(Chunk.objects.filter(pk__in=[chunk.pk for chunk in made[:BELLS]], state=Chunk.State.QUEUED))


def notify_workers(chunks: "models.QuerySet[Chunk]") -> None:
    """Wake the workers when the rows are there to be seen. The task stands above this module, so it is named."""
    rung = list(chunks.values_list("pk", flat=True)[:BELLS])

    def ring() -> None:
        play = current_app.tasks[Chunk.WORK_TASK]
        for pk in rung:
            play.delay(pk)

    transaction.on_commit(ring)


def chunk_size(chunks: "models.QuerySet[Chunk]", *, all_pairs: int) -> int:
    """Pairs that take about two seconds, judged by the last of these chunks; 0 if none has been played."""
    last = chunks.filter(state=Chunk.State.DONE, seconds__gt=0).order_by("-pk")[:20]
    sums = last.aggregate(pairs=models.Sum("pairs"), seconds=models.Sum("seconds"))
    if not sums["pairs"]:
        return 0
    pairs = round(CHUNK_S * sums["pairs"] / sums["seconds"])
    return max(1, all_pairs // MOST_CHUNKS, min(pairs, MOST_CHUNK_PAIRS))


def looks(batch: Batch) -> list[int]:
    """How many pairs are played when the interval is looked at: every time a quarter more, at least a hundred.

    Without `until` only the end. They do not depend on how the work is cut, or its result would.
    """
    found = [0]
    while found[-1] < batch.pairs and batch.until is not None:
        found.append(min(batch.pairs, found[-1] + max(FIRST_LOOK_PAIRS, math.ceil(found[-1] / 4))))
    return found[1:] or [batch.pairs]


def _with_retries(write: Callable[[], object]) -> None:
    for number, wait_s in enumerate(WAITS_S, start=1):
        time.sleep(wait_s)
        try:
            write()
        except Error as fault:
            if number == len(WAITS_S):
                raise
            log.warning("result_not_kept_yet", reason=str(fault).strip())
            connection.close()
        else:
            return
