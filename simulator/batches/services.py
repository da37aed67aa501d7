"""Writes: start, cancel and resume batches. Workers write through chunks.py."""

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import ngettext

from signum_site.core.locks import lock_account
from simulator.engine.decks import decklist
from simulator.engine.matches.run import empty_totals
from simulator.models.batches import Batch, Chunk, Entrant, MatchUp

from .chunks import chunk_size, chunks_plan, overall_score
from .dispatch import notify_workers
from .request import BatchRequest, BatchRequestError, Refusal, Table, new_token

if TYPE_CHECKING:
    from decks.models import Visitor

MAX_ACTIVE = {"visitor": 1, "user": 5, "staff": 100}
SMALL_BATCH, MEDIUM_BATCH = 2_500, 25_000


@transaction.atomic
def batch_start(*, request: BatchRequest, user: "Visitor", visitor: str = "") -> Batch:
    """Queues a new batch and returns it.

    If the user already has the same batch, returns that one. If another user has it finished, copies its results.
    If the request leaves the seed open, a batch with any drawn seed is the same. Chosen seeds do not answer for
    others: they may have been chosen for their results.
    """
    if request.is_seed_open:
        # Games that failed might have gone one way; the request deserves others then.
        twins = Batch.objects.filter(question_hash=request.question_hash).exclude(matchups__figures__errors__gt=0)
    else:
        twins = Batch.objects.filter(request_hash=request.request_hash)
    own = twins.owned_by(user=user, visitor=visitor).filter(state__in=(*Batch.ACTIVE, Batch.State.DONE)).first()
    if own is not None:
        return own
    played = twins.filter(state=Batch.State.DONE).order_by("pk").first()
    if played is None:
        _refuse_too_many(user=user, visitor=visitor)
    elif played.seed != request.seed:
        request = replace(request, seed=played.seed)
    batch = Batch.objects.create(
        token=new_token(),
        owner_id=user.pk,
        visitor="" if user.is_authenticated else visitor,
        system=request.system.code,
        rules_version=request.system.rules_version,
        cards_version=request.system.cards_version,
        kind=request.kind,
        policy=request.policy,
        seed=request.seed,
        games=request.games,
        until=request.until,
        test=request.test,
        players=request.players,
        games_per_round=request.games_per_round,
        options=request.options.as_json(),
        request_hash=request.request_hash,
        question_hash=request.question_hash if request.is_seed_drawn else "",
        urgency=0 if request.total_games <= SMALL_BATCH else 1 if request.total_games <= MEDIUM_BATCH else 2,
        chunk_pairs=_chunk_pairs(request),
    )
    matchups = _create_matchups(batch, request)
    if played is not None:
        _copy_results(matchups, source=played, target=batch)
        return batch
    chunks_plan(matchups, batch=batch)
    MatchUp.objects.bulk_update(matchups, ["planned_pairs"])
    return batch


def batch_cancel(batch: Batch) -> bool:
    """Stops the batch and keeps its results; returns whether it was active."""
    with transaction.atomic():
        if not Batch.objects.active().filter(pk=batch.pk).update(state=Batch.State.CANCELLED):
            return False
        batch.chunks.filter(state=Chunk.State.QUEUED).update(state=Chunk.State.PAUSED)
    batch.refresh_from_db()
    return True


def batch_resume(batch: Batch, *, user: "Visitor", visitor: str = "") -> bool:
    """Continues a stopped batch and retries failed chunks.

    Returns whether it could be resumed.
    """
    with transaction.atomic():
        stopped = Batch.objects.filter(pk=batch.pk, state__in=Batch.STOPPED)
        if not batch.is_replayable or not stopped.exists():
            return False
        _refuse_too_many(user=user, visitor=visitor)
        stopped.update(state=Batch.State.PLAYING if batch.started_at else Batch.State.QUEUED, finished_at=None)
        unfinished = batch.chunks.filter(state__in=(Chunk.State.PAUSED, Chunk.State.FAILED))
        unfinished.update(state=Chunk.State.QUEUED, attempts=0, losses=0)
        notify_workers(batch.chunks.filter(state=Chunk.State.QUEUED))
    batch.refresh_from_db()
    return True


def _create_matchups(batch: Batch, request: BatchRequest) -> list[MatchUp]:
    """Creates the entrants, with their decks as they are now, and the match-ups."""
    entrants = Entrant.objects.bulk_create(
        Entrant(
            batch=batch,
            number=number,
            name=entrant.name,
            text=decklist.render(entrant.deck, system=request.system),
            content_hash=entrant.deck.content_hash,
            version=entrant.version,
            is_reference=entrant.is_reference,
        )
        for number, entrant in enumerate(request.entrants)
    )
    return MatchUp.objects.bulk_create(
        _new_matchup(batch, number, table, entrants) for number, table in enumerate(request.tables)
    )


def _new_matchup(batch: Batch, number: int, table: Table, entrants: list[Entrant]) -> MatchUp:
    first, second, *others = table
    totals = empty_totals(len(table))
    return MatchUp(
        batch=batch,
        number=number,
        first=entrants[first],
        second=entrants[second],
        others=others,
        figures=totals.figures,
        cards=totals.cards,
    )


def _copy_results(matchups: list[MatchUp], *, source: Batch, target: Batch) -> None:
    """Copies the results of the same games; the decks keep this user's names."""
    for matchup, played in zip(matchups, source.matchups.order_by("number"), strict=True):
        for name in MatchUp.SUMS:
            setattr(matchup, name, getattr(played, name))
    MatchUp.objects.bulk_update(matchups, MatchUp.SUMS)
    target.state, target.started_at, target.finished_at = Batch.State.DONE, target.created_at, target.created_at
    target.overall, target.seats = overall_score(target), source.seats
    target.save(update_fields=["state", "started_at", "finished_at", "overall", "seats"])


def _chunk_pairs(request: BatchRequest) -> int:
    """The chunk size, from the last chunks of the same policy; 0 if there are none.

    With 0, the batch's own first chunks decide.
    """
    last = Chunk.objects.filter(
        batch__system=request.system.code, batch__policy=request.policy, batch__players=request.players
    )
    return chunk_size(last, all_pairs=request.total_games // request.games_per_round)


def _refuse_too_many(*, user: "Visitor", visitor: str) -> None:
    if user.is_authenticated:
        lock_account(user)
    maximum = MAX_ACTIVE["staff" if user.is_staff else "user" if user.is_authenticated else "visitor"]
    if Batch.objects.active().owned_by(user=user, visitor=visitor).count() >= maximum:
        sentence = ngettext(
            "You have %(number)s unfinished simulation, which is the most at a time: wait, or cancel it.",
            "You have %(number)s unfinished simulations, which is the most at a time: wait, or cancel one.",
            maximum,
        )
        raise BatchRequestError([Refusal("", sentence % {"number": maximum})])
