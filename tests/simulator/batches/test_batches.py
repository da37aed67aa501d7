"""Batches from the request to the sums.

No result is lost or counted twice, in any order of chunks.
"""

import random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, OperationalError, transaction
from django.test import Client

from signum_site import celery
from simulator import tasks
from simulator.batches import chunks, runner, services
from simulator.batches.chunks import (
    MAX_ATTEMPTS,
    MAX_LOSSES,
    checkpoints,
    chunk_claim,
    chunk_finish,
    chunk_play_next,
    load_matchup,
)
from simulator.batches.request import BatchRequestError
from simulator.batches.runner import MatchupSpec
from simulator.batches.services import batch_cancel, batch_resume
from simulator.engine.matches.totals import Totals
from simulator.models.batches import Batch, Chunk, MatchUp
from tests.simulator.batches.playing import BRIGHT, TABLE, batch_params, digests, play_all, start_batch
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]


@pytest.fixture
def anna() -> Any:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def bruno() -> Any:
    return get_user_model().objects.create_user("bruno")


def test_gauntlet_gives_the_same_sums_as_the_runner() -> None:
    batch = play_all(start_batch())
    assert batch.state == Batch.State.DONE
    assert batch.started_at <= batch.finished_at
    assert [row.second.name for row in batch.matchups.all()] == [
        reference.deck.name for reference in SYSTEM.reference_decks()
    ]
    for row, reference in zip(batch.matchups.all(), SYSTEM.reference_decks(), strict=True):
        decks = (SYSTEM.reference_deck(BRIGHT).deck, reference.deck)
        played = runner.play(
            MatchupSpec(system="toy", decks=decks, policies=("random-1", "random-1"), seed=7, pairs=20)
        )
        assert row.done
        assert row.digest == played.totals.digest
        assert row.figures == played.totals.figures
        assert row.cards == played.totals.cards
        assert row.outcomes == played.totals.outcomes
        assert row.played_pairs == 20


def test_table_plays_all_pairs_of_decks() -> None:
    batch = play_all(start_batch(batch_params(table=TABLE)))
    assert [(row.first.number, row.second.number) for row in batch.matchups.all()] == [(0, 1), (0, 2), (1, 2)]
    assert batch.state == Batch.State.DONE


def test_result_does_not_depend_on_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = digests(play_all(start_batch()))
    for pairs in (1, 7, 100):
        Batch.objects.all().delete()
        monkeypatch.setattr(services, "_chunk_pairs", lambda request, pairs=pairs: pairs)
        batch = start_batch()
        waiting = list(batch.chunks.all())
        random.Random(pairs).shuffle(waiting)
        for chunk in waiting:
            chunk_finish(chunk, totals=load_matchup(chunk).play(chunk.numbers), seconds=0)
        batch.refresh_from_db()
        assert batch.state == Batch.State.DONE
        assert digests(batch) == expected


def test_chunk_finished_twice_counts_once() -> None:
    batch = start_batch()
    chunk = chunk_claim()
    assert chunk is not None
    totals = load_matchup(chunk).play(chunk.numbers)
    assert chunk_finish(chunk, totals=totals, seconds=1)
    assert not chunk_finish(chunk, totals=totals, seconds=1)
    row = MatchUp.objects.get(pk=chunk.matchup_id)
    assert row.figures["games"] == 2 * chunk.pairs == 2 * row.played_pairs
    play_all(batch)
    assert {row.figures["games"] for row in batch.matchups.all()} == {40}


def test_chunk_index_is_unique_in_a_matchup() -> None:
    chunk = start_batch().chunks.first()
    chunk.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        chunk.save()


def test_chunk_is_claimed_once() -> None:
    batch = start_batch()
    claimed = [chunk_claim() for _ in range(batch.chunks.count())]
    assert len({chunk.pk for chunk in claimed if chunk}) == len(claimed)
    assert chunk_claim() is None


def test_second_claim_of_the_same_chunk_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    start_batch()
    first = Chunk.objects.due().first()
    due = type(Chunk.objects.all()).due
    monkeypatch.setattr(type(Chunk.objects.all()), "due", lambda self: self.filter(pk=first.pk))
    assert chunk_claim() is not None
    assert chunk_claim() is None
    monkeypatch.setattr(type(Chunk.objects.all()), "due", due)


def test_matchups_of_a_batch_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: 4)
    start_batch()
    order = [chunk_claim().matchup.number for _ in range(4)]  # type: ignore[union-attr]
    assert order == [0, 1, 0, 1]


def test_small_batches_go_before_large_ones(anna: Any, bruno: Any) -> None:
    large = start_batch(batch_params(games=2_000), user=anna)
    small = start_batch(batch_params(games=8), user=bruno)
    order = [chunk_claim().batch for _ in range(3)]  # type: ignore[union-attr]
    assert order == [small, small, large]


def test_chunk_is_given_up_after_too_many_losses() -> None:
    batch = start_batch()
    chunk = batch.chunks.first()
    batch.chunks.filter(pk=chunk.pk).update(losses=MAX_LOSSES)
    chunk_play_next()
    chunk.refresh_from_db()
    assert chunk.state == Chunk.State.DONE
    other = batch.chunks.exclude(pk=chunk.pk).first()
    batch.chunks.filter(pk=other.pk).update(losses=MAX_LOSSES + 1)
    assert play_all(batch).state == Batch.State.FAILED
    other.refresh_from_db()
    assert other.state == Chunk.State.FAILED
    assert other.fault.startswith("ProcessLost")


def test_failing_chunk_is_retried_and_blocks_no_other(monkeypatch: pytest.MonkeyPatch, anna: Any) -> None:
    play, tries = MatchupSpec.play, []

    def fail_at_first_chunk(self: MatchupSpec, numbers: range, **options: Any) -> Any:
        if numbers.start == 0:
            tries.append(numbers)
            raise MemoryError("too much")
        return play(self, numbers, **options)

    batch = start_batch(user=anna)
    monkeypatch.setattr(MatchupSpec, "play", fail_at_first_chunk)
    assert play_all(batch).state == Batch.State.FAILED
    assert len(tries) == 2 * MAX_ATTEMPTS
    assert set(batch.chunks.filter(state=Chunk.State.FAILED).values_list("fault", flat=True)) == {
        "MemoryError: too much"
    }
    assert not batch.chunks.filter(state__in=Chunk.OPEN).exists()
    monkeypatch.setattr(MatchupSpec, "play", play)
    assert batch_resume(batch, user=anna)
    assert play_all(batch).state == Batch.State.DONE
    assert {row.figures["games"] for row in batch.matchups.all()} == {40}


def test_result_survives_a_database_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    finish, calls = chunks.chunk_finish, []

    def fail_twice(chunk: Chunk, **options: Any) -> bool:
        calls.append(chunk)
        if len(calls) < 3:
            raise OperationalError("the server closed the connection unexpectedly")
        return finish(chunk, **options)

    monkeypatch.setattr(chunks, "chunk_finish", fail_twice)
    monkeypatch.setattr(chunks, "RETRY_WAITS_S", (0.0, 0.0, 0.0))
    monkeypatch.setattr(chunks.connection, "close", lambda: None)
    batch = play_all(start_batch())
    assert batch.state == Batch.State.DONE
    assert set(batch.chunks.values_list("attempts", "losses")) == {(0, 0)}


def test_cancelled_batch_can_be_resumed(anna: Any) -> None:
    batch = start_batch(user=anna)
    chunk_play_next()
    running = chunk_claim()
    assert running is not None
    assert batch_cancel(batch)
    assert not batch_cancel(batch)
    assert not chunk_play_next()
    # The chunk that was running is kept.
    assert chunk_finish(running, totals=load_matchup(running).play(running.numbers), seconds=0)
    batch.refresh_from_db()
    assert batch.state == Batch.State.CANCELLED
    assert batch_resume(batch, user=anna)
    assert not batch_resume(batch, user=anna)
    expected = digests(play_all(batch))
    Batch.objects.all().delete()
    assert digests(play_all(start_batch(user=anna))) == expected


def test_matchup_stops_when_its_interval_is_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = batch_params(against=[{"reference": BRIGHT}, TABLE[1]], games=600, until=0.03)
    results = []
    for pairs in (3, 30):
        Batch.objects.all().delete()
        monkeypatch.setattr(services, "_chunk_pairs", lambda request, pairs=pairs: pairs)
        batch = play_all(start_batch(raw))
        assert batch.state == Batch.State.DONE
        results.append([(row.digest, row.played_pairs, row.stopped_early) for row in batch.matchups.all()])
        for row in batch.matchups.all():
            assert 0 < len(row.outcomes) == row.played_pairs == row.planned_pairs
            if row.stopped_early:
                assert row.totals.pairs.interval.reach <= 0.03
    assert results[0] == results[1]
    mirror, other = results[0]
    assert mirror[1:] == (100, True), "a deck against itself is narrow at the first checkpoint"
    assert other[1] > 100


def test_until_plays_no_more_than_the_maximum() -> None:
    batch = play_all(start_batch(batch_params(against=[TABLE[1]], games=260, until=0.005)))
    row = batch.matchups.get()
    assert (row.played_pairs, row.stopped_early, batch.state) == (130, False, Batch.State.DONE)


def test_same_request_is_reused_or_copied(anna: Any, bruno: Any) -> None:
    batch = start_batch(user=anna)
    assert start_batch(user=anna) == batch
    play_all(batch)
    assert start_batch(user=anna) == batch
    copied = start_batch(
        batch_params(deck={"text": f"// Mine\n{batch.entrants.first().text.split(chr(10), 1)[1]}"}), user=bruno
    )
    assert copied != batch
    assert copied.state == Batch.State.DONE
    assert copied.entrants.first().name == "Mine"
    assert digests(copied) == digests(batch)
    assert not copied.chunks.exists()


def test_another_seed_or_changed_cards_start_a_new_batch(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = play_all(start_batch(user=anna))
    assert start_batch(batch_params(seed=8), user=anna) != batch
    monkeypatch.setattr(type(SYSTEM), "cards_version", property(lambda self: "changed"))
    assert start_batch(user=anna) != batch


def test_batch_is_never_finished_with_other_cards(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = start_batch()
    chunk_play_next()
    with monkeypatch.context() as newer:
        newer.setattr(type(SYSTEM), "cards_version", property(lambda self: "changed"))
        assert play_all(batch).state == Batch.State.FAILED
        assert batch.chunks.filter(fault__startswith="RulesChanged: asked for with rules 1").exists()
        assert not batch.is_resumable
        assert not batch_resume(batch, user=AnonymousUser())
        page = client.get(f"/simulations/{batch.token}/").content.decode()
        assert "have changed since this simulation began" in page
        assert "tries them again" not in page
    assert batch_resume(batch, user=AnonymousUser()), "it resumes after a return to its version"
    assert play_all(batch).state == Batch.State.DONE


def test_number_of_active_batches_is_limited(anna: Any) -> None:
    for seed in range(services.MAX_ACTIVE["user"]):
        start_batch(batch_params(seed=seed), user=anna)
    with pytest.raises(BatchRequestError, match="5 unfinished simulations"):
        start_batch(batch_params(seed=99), user=anna)
    start_batch(visitor="one")
    with pytest.raises(BatchRequestError, match="1 unfinished simulation,"):
        start_batch(batch_params(seed=1), visitor="one")
    start_batch(batch_params(seed=1), visitor="two")


def test_chunk_size_aims_at_two_seconds() -> None:
    """The first chunks are small and set the size of the others.

    In this batch and in the next.
    """
    batch = start_batch(batch_params(games=400))
    assert list(batch.chunks.values_list("pairs", flat=True)) == [4] * batch.matchups.count()
    first = chunk_claim()
    assert first is not None
    assert chunk_finish(first, totals=load_matchup(first).play(first.numbers), seconds=0.1)
    batch.refresh_from_db()
    assert batch.chunk_pairs == 80
    of_matchup = batch.chunks.filter(matchup=first.matchup_id)
    assert list(of_matchup.values_list("first_pair", "pairs")) == [(0, 4), (4, 80), (84, 80), (164, 36)]
    play_all(batch)
    assert batch.state == Batch.State.DONE
    Chunk.objects.update(seconds=0.1, pairs=4)
    assert start_batch(batch_params(seed=2)).chunk_pairs == 80


def test_checkpoints_do_not_depend_on_chunks() -> None:
    batch = Batch(games=1000, until=0.02)
    assert checkpoints(batch) == [100, 200, 300, 400, 500]
    assert checkpoints(Batch(games=30, until=0.02)) == [15]
    assert checkpoints(Batch(games=1000)) == [500]
    raw = batch_params(against=[{"reference": BRIGHT}], games=600, until=0.2)
    row = play_all(start_batch(raw)).matchups.get()
    assert (row.played_pairs, row.stopped_early) == (100, True), "not checked after the first small chunk"


def test_tasks_are_sent_after_the_commit(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[int] = []
    monkeypatch.setattr(tasks.play_chunk, "delay", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        batch = start_batch()
        assert sent == []
    assert sorted(sent) == sorted(batch.chunks.values_list("pk", flat=True))
    with django_capture_on_commit_callbacks(execute=True):
        chunk_play_next()
    assert sorted(sent) == sorted(batch.chunks.values_list("pk", flat=True)), "chunks planned later, too"
    assert len(sent) > batch.matchups.count()


def test_one_task_plays_one_chunk() -> None:
    batch = start_batch()
    celery.app.tasks[Chunk.WORK_TASK](batch.chunks.last().pk)
    assert batch.chunks.filter(state=Chunk.State.DONE).count() == 1


@pytest.mark.parametrize("fault", [None, RuntimeError("and the game broke")])
def test_chunk_of_a_deleted_account_is_discarded(fault: Exception | None, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = get_user_model().objects.create_user("anna")
    start_batch(user=owner)

    def delete_owner(*_: Any, **__: Any) -> Totals:
        owner.delete()
        if fault is not None:
            raise fault
        return Totals()

    monkeypatch.setattr(MatchupSpec, "play", delete_owner)
    assert chunk_play_next()
    assert not Batch.objects.exists()
