"""Writes: batches asked for, cancelled, taken up again. What workers write is chunks.py."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import ngettext

from signum_site.core.locks import lock_account
from simulator.engine.decks import decklist
from simulator.models.batches import Batch, Chunk, Entrant, MatchUp

from .chunks import chunk_size, chunks_plan, notify_workers
from .request import BatchRequest, BatchRequestError, Refusal, new_token

if TYPE_CHECKING:
    from decks.models import Visitor

MOST_ACTIVE = {"visitor": 1, "user": 5, "staff": 100}
SMALL, MIDDLING = 2_500, 25_000


@transaction.atomic
def batch_start(*, asked: BatchRequest, user: "Visitor", visitor: str = "") -> Batch:
    """Queue it; or the same batch of the same person, or a copy of the same one somebody else has had played."""
    twins = Batch.objects.filter(request_hash=asked.request_hash)
    own = twins.of(user=user, visitor=visitor).filter(state__in=(*Batch.ACTIVE, Batch.State.DONE)).first()
    if own is not None:
        return own
    played = twins.filter(state=Batch.State.DONE).first()
    if played is None:
        _refuse_too_many(user=user, visitor=visitor)
    batch = Batch.objects.create(
        token=new_token(),
        owner_id=user.pk,
        visitor="" if user.is_authenticated else visitor,
        system=asked.system.code,
        rules_version=asked.system.rules_version,
        cards_version=asked.system.cards_version,
        kind=asked.kind,
        policy=asked.policy,
        seed=asked.seed,
        games=asked.games,
        until=asked.until,
        request_hash=asked.request_hash,
        urgency=0 if asked.total_games <= SMALL else 1 if asked.total_games <= MIDDLING else 2,
        chunk_pairs=_chunk_pairs(asked),
    )
    matchups = _entered(batch, asked)
    if played is not None:
        _copy(matchups, of=played, to=batch)
        return batch
    chunks_plan(matchups, batch=batch)
    MatchUp.objects.bulk_update(matchups, ["planned_pairs"])
    return batch


def batch_cancel(batch: Batch) -> bool:
    """Nothing more of it is played; what is done is kept. Whether there was anything to cancel."""
    with transaction.atomic():
        if not Batch.objects.active().filter(pk=batch.pk).update(state=Batch.State.CANCELLED):
            return False
        batch.chunks.filter(state=Chunk.State.QUEUED).update(state=Chunk.State.PAUSED)
    batch.refresh_from_db()
    return True


def batch_resume(batch: Batch, *, user: "Visitor", visitor: str = "") -> bool:
    """Play on where it stopped, and try again what failed. Whether there was anything to take up."""
    with transaction.atomic():
        stopped = Batch.objects.filter(pk=batch.pk, state__in=Batch.STOPPED)
        if not batch.is_replayable or not stopped.exists():
            return False
        _refuse_too_many(user=user, visitor=visitor)
        stopped.update(state=Batch.State.PLAYING if batch.started_at else Batch.State.QUEUED, finished_at=None)
        again = batch.chunks.filter(state__in=(Chunk.State.PAUSED, Chunk.State.FAILED))
        again.update(state=Chunk.State.QUEUED, attempts=0, losses=0)
        notify_workers(batch.chunks.filter(state=Chunk.State.QUEUED))
    batch.refresh_from_db()
    return True


def _entered(batch: Batch, asked: BatchRequest) -> list[MatchUp]:
    """The decks as they are now, and who meets whom."""
    entrants = Entrant.objects.bulk_create(
        Entrant(
            batch=batch,
            number=number,
            name=entrant.name,
            text=decklist.render(entrant.deck, system=asked.system),
            content_hash=entrant.deck.content_hash,
            version=entrant.version,
            is_reference=entrant.is_reference,
        )
        for number, entrant in enumerate(asked.entrants)
    )
    return MatchUp.objects.bulk_create(
        MatchUp(batch=batch, number=number, first=entrants[one], second=entrants[other])
        for number, (one, other) in enumerate(asked.pairings)
    )


def _copy(matchups: list[MatchUp], *, of: Batch, to: Batch) -> None:
    """The same games were played before: their sums, under this person's names for the decks."""
    for mine, theirs in zip(matchups, of.matchups.order_by("number"), strict=True):
        for name in MatchUp.SUMS:
            setattr(mine, name, getattr(theirs, name))
    MatchUp.objects.bulk_update(matchups, MatchUp.SUMS)
    to.state, to.started_at, to.finished_at = Batch.State.DONE, to.created_at, to.created_at
    to.overall, to.seats = of.overall, of.seats
    to.save(update_fields=["state", "started_at", "finished_at", "overall", "seats"])


def _chunk_pairs(asked: BatchRequest) -> int:
    """Judged by the last chunks of the same policy; 0 if there are none, so that the first of its own are."""
    last = Chunk.objects.filter(batch__system=asked.system.code, batch__policy=asked.policy)
    return chunk_size(last, all_pairs=asked.total_games // 2)


def _refuse_too_many(*, user: "Visitor", visitor: str) -> None:
    if user.is_authenticated:
        lock_account(user)
    most = MOST_ACTIVE["staff" if user.is_staff else "user" if user.is_authenticated else "visitor"]
    if Batch.objects.active().of(user=user, visitor=visitor).count() >= most:
        sentence = ngettext(
            "You have %(number)s unfinished simulation, which is the most at a time: wait, or cancel it.",
            "You have %(number)s unfinished simulations, which is the most at a time: wait, or cancel one.",
            most,
        )
        raise BatchRequestError([Refusal("", sentence % {"number": most})])
