"""The worker's side: a bell rings, and the most urgent chunk is played."""

from contextlib import suppress

from celery import shared_task

from signum_site.core.leases import LeaseLost

from .batches import chunks
from .ratings import services

HARD_LIMIT_S = 300
"""A game that never ends takes its process with it; the chunk is taken back and, after many deaths, given up."""


@shared_task(time_limit=HARD_LIMIT_S)
def play_chunk(chunk_id: int) -> None:
    """One bell, one chunk. Which one rang does not matter: the rows say which is the most urgent now."""
    chunks.chunk_play_next()


@shared_task(time_limit=HARD_LIMIT_S)
def fit_ratings(run_id: int) -> None:
    """Asked for twice it is done once: what is no longer due is left alone."""
    run = services.ratings_claim(run_id)
    if run is not None:
        with suppress(LeaseLost):  # another process does it
            services.ratings_fit(run)
