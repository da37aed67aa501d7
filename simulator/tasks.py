"""Celery tasks: play the most urgent chunk, and fit ratings."""

from contextlib import suppress

from celery import shared_task

from signum_site.core.leases import LeaseLost

from .batches import chunks
from .ratings import services

HARD_LIMIT_S = 300
"""Celery kills a process whose game never ends. The chunk is then reclaimed, and given up after many losses."""


@shared_task(time_limit=HARD_LIMIT_S)
def play_chunk(chunk_id: int) -> None:
    """Plays the most urgent chunk.

    That need not be the chunk in the message.
    """
    chunks.chunk_play_next()


@shared_task(time_limit=HARD_LIMIT_S)
def fit_ratings(run_id: int) -> None:
    """Fits the ratings of a run; does nothing if the run is no longer due."""
    run = services.ratings_claim(run_id)
    if run is not None:
        with suppress(LeaseLost):  # another process has taken over
            services.ratings_fit(run)
