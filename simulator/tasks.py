"""Celery tasks: play a chunk, and fit ratings.

Results are not stored. The return value of a task appears in the worker's log and in monitors such as Flower.
"""

from contextlib import suppress

import structlog
from celery import shared_task

from signum_site.core.leases import LeaseLost

from .batches import chunks, dispatch
from .batches.selectors import describe_chunk
from .ratings import services

log = structlog.get_logger(__name__)

HARD_LIMIT_S = 300
"""Celery kills a process whose game never ends. The chunk is then reclaimed, and given up after many losses."""


@shared_task(time_limit=HARD_LIMIT_S)
def play_chunk(chunk_id: int) -> str:
    """Plays the chunk it names and no other.

    Plays nothing if the chunk is not due, or if a more urgent one is ready.
    """
    urgent = dispatch.give_way(chunk_id)
    if urgent is not None:
        log.info("chunk_gave_way", chunk=chunk_id, to=urgent)
        return f"gave way to chunk {urgent}"
    outcome = chunks.chunk_play(chunk_id)
    dispatch.send_next()
    if outcome == chunks.ChunkOutcome.NOT_DUE:
        reason = describe_chunk(chunk_id)
        log.info("chunk_not_due", chunk=chunk_id, reason=reason)
        return f"{outcome}: {reason}"
    return str(outcome)


@shared_task(time_limit=HARD_LIMIT_S)
def fit_ratings(run_id: int) -> None:
    """Fits the ratings of a run; does nothing if the run is no longer due."""
    run = services.ratings_claim(run_id)
    if run is not None:
        with suppress(LeaseLost):  # another process has taken over
            services.ratings_fit(run)
