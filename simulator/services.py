"""Writes: batches asked for, cancelled, taken up again. What workers write is chunks.py."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from simulator.engine import decklist

from . import tasks
from .chunks import chunks_plan
from .models import Batch, Chunk, Entrant, MatchUp
from .requests import BatchAsked, Refusal, Refused, new_token

if TYPE_CHECKING:
    from decks.models import Visitor

MOST_ACTIVE = {"visitor": 1, "user": 5, "staff": 100}
SMALL, MIDDLING = 2_500, 25_000
CHUNK_S = 2.0
FIRST_CHUNK_PAIRS = 4
"""Before anything is known about how fast games go."""
MOST_CHUNK_PAIRS = 2_000
MOST_CHUNKS = 4_000
"""Of a batch. They are written while somebody waits for the answer."""
BELLS = 64
"""Rung at once; for the rest the sweeper rings."""


@transaction.atomic
def batch_start(*, asked: BatchAsked, user: "Visitor", visitor: str = "") -> Batch:
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
    _ring(batch)
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
        _ring(batch)
    batch.refresh_from_db()
    return True


def _entered(batch: Batch, asked: BatchAsked) -> list[MatchUp]:
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


def _chunk_pairs(asked: BatchAsked) -> int:
    """Pairs that take about two seconds, judged by the last chunks of the same policy."""
    last = Chunk.objects.filter(
        state=Chunk.State.DONE, batch__system=asked.system.code, batch__policy=asked.policy, seconds__gt=0
    ).order_by("-pk")[:20]
    sums = last.aggregate(pairs=Sum("pairs"), seconds=Sum("seconds"))
    pairs = round(CHUNK_S * sums["pairs"] / sums["seconds"]) if sums["pairs"] else FIRST_CHUNK_PAIRS
    fewest = asked.total_games // 2 // MOST_CHUNKS
    return max(1, fewest, min(pairs, MOST_CHUNK_PAIRS))


def _refuse_too_many(*, user: "Visitor", visitor: str) -> None:
    most = MOST_ACTIVE["staff" if user.is_staff else "user" if user.is_authenticated else "visitor"]
    if Batch.objects.active().of(user=user, visitor=visitor).count() >= most:
        sentence = _("You have %(number)s unfinished simulations, which is the most at a time: wait, or cancel one.")
        raise Refused([Refusal("", sentence % {"number": most})])


def _ring(batch: Batch) -> None:
    """Wake the workers when the rows are there to be seen."""
    chunks = list(batch.chunks.filter(state=Chunk.State.QUEUED).values_list("pk", flat=True)[:BELLS])

    def ring() -> None:
        for pk in chunks:
            tasks.play_chunk.delay(pk)

    transaction.on_commit(ring)
