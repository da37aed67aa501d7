"""The worker's side: a bell rings, and the most urgent chunk is played."""

from contextlib import suppress

from celery import shared_task

from collection.leases import LeaseLost

from . import chunks, ratings

HARD_LIMIT_S = 300
"""A game that never ends takes its process with it; the chunk is taken back and, after many deaths, given up."""


@shared_task(time_limit=HARD_LIMIT_S)
def play_chunk(chunk_id: int) -> None:
    """One bell, one chunk. Which one rang does not matter: the rows say which is the most urgent now."""
    chunks.chunk_play_next()


@shared_task(time_limit=HARD_LIMIT_S)
def fit_ratings(run_id: int) -> None:
    """Asked for twice it is done once: what is no longer due is left alone."""
    run = ratings.ratings_claim(run_id)
    if run is not None:
        with suppress(LeaseLost):  # another process does it
            ratings.ratings_fit(run)
