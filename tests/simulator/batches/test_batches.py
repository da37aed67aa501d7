"""Batches, from the request to the sums: nothing lost, nothing doubled, whoever plays what in whatever order."""

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
    MOST_ATTEMPTS,
    MOST_LOSSES,
    chunk_claim,
    chunk_finish,
    chunk_play_next,
    looks,
    matchup_of,
)
from simulator.batches.request import BatchRequestError
from simulator.batches.runner import MatchupSpec
from simulator.batches.services import batch_cancel, batch_resume
from simulator.engine.matches.totals import Totals
from simulator.models.batches import Batch, Chunk, MatchUp
from tests.simulator.batches.playing import BRIGHT, TABLE, digests, play_all, started, wish
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]


@pytest.fixture
def anna() -> Any:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def bruno() -> Any:
    return get_user_model().objects.create_user("bruno")


def test_a_gauntlet_meets_every_reference_deck_and_comes_to_what_the_command_line_says() -> None:
    batch = play_all(started())
    assert batch.state == Batch.State.DONE
    assert batch.started_at <= batch.finished_at
    assert [row.second.name for row in batch.matchups.all()] == [one.deck.name for one in SYSTEM.reference_decks()]
    for row, reference in zip(batch.matchups.all(), SYSTEM.reference_decks(), strict=True):
        decks = (SYSTEM.reference_deck(BRIGHT).deck, reference.deck)
        alone = runner.play(MatchupSpec(system="toy", decks=decks, policies=("random-1", "random-1"), seed=7, pairs=20))
        assert row.done
        assert row.digest == alone.totals.digest
        assert row.figures == alone.totals.figures
        assert row.cards == alone.totals.cards
        assert row.outcomes == alone.totals.outcomes
        assert row.played_pairs == 20


def test_a_table_has_everybody_meet_everybody() -> None:
    batch = play_all(started(wish(table=TABLE)))
    assert [(row.first.number, row.second.number) for row in batch.matchups.all()] == [(0, 1), (0, 2), (1, 2)]
    assert batch.state == Batch.State.DONE


def test_the_size_of_chunks_and_their_order_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = digests(play_all(started()))
    for pairs in (1, 7, 100):
        Batch.objects.all().delete()
        monkeypatch.setattr(services, "_chunk_pairs", lambda asked, pairs=pairs: pairs)
        batch = started()
        waiting = list(batch.chunks.all())
        random.Random(pairs).shuffle(waiting)
        for chunk in waiting:
            chunk_finish(chunk, totals=matchup_of(chunk).play(chunk.numbers), seconds=0)
        batch.refresh_from_db()
        assert batch.state == Batch.State.DONE
        assert digests(batch) == usual


def test_a_chunk_delivered_twice_counts_once() -> None:
    batch = started()
    chunk = chunk_claim()
    assert chunk is not None
    totals = matchup_of(chunk).play(chunk.numbers)
    assert chunk_finish(chunk, totals=totals, seconds=1)
    assert not chunk_finish(chunk, totals=totals, seconds=1)
    row = MatchUp.objects.get(pk=chunk.matchup_id)
    assert row.figures["games"] == 2 * chunk.pairs == 2 * row.played_pairs
    play_all(batch)
    assert {row.figures["games"] for row in batch.matchups.all()} == {40}


def test_there_is_only_one_chunk_of_a_match_up_and_index() -> None:
    chunk = started().chunks.first()
    chunk.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        chunk.save()


def test_a_claimed_chunk_is_nobody_elses() -> None:
    batch = started()
    claimed = [chunk_claim() for _ in range(batch.chunks.count())]
    assert len({chunk.pk for chunk in claimed if chunk}) == len(claimed)
    assert chunk_claim() is None


def test_two_who_see_the_same_chunk_cannot_both_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    started()
    first = Chunk.objects.due().first()
    due = type(Chunk.objects.all()).due
    monkeypatch.setattr(type(Chunk.objects.all()), "due", lambda self: self.filter(pk=first.pk))
    assert chunk_claim() is not None
    assert chunk_claim() is None
    monkeypatch.setattr(type(Chunk.objects.all()), "due", due)


def test_the_match_ups_of_a_batch_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_chunk_pairs", lambda asked: 4)
    started()
    order = [chunk_claim().matchup.number for _ in range(4)]  # type: ignore[union-attr]
    assert order == [0, 1, 0, 1]


def test_small_batches_go_before_large_ones(anna: Any, bruno: Any) -> None:
    large = started(wish(games=2_000), user=anna)
    small = started(wish(games=8), user=bruno)
    order = [chunk_claim().batch for _ in range(3)]  # type: ignore[union-attr]
    assert order == [small, small, large]


def test_a_chunk_may_lose_many_processes_and_is_given_up_only_then() -> None:
    batch = started()
    chunk = batch.chunks.first()
    batch.chunks.filter(pk=chunk.pk).update(losses=MOST_LOSSES)
    chunk_play_next()
    chunk.refresh_from_db()
    assert chunk.state == Chunk.State.DONE
    other = batch.chunks.exclude(pk=chunk.pk).first()
    batch.chunks.filter(pk=other.pk).update(losses=MOST_LOSSES + 1)
    assert play_all(batch).state == Batch.State.FAILED
    other.refresh_from_db()
    assert other.state == Chunk.State.FAILED
    assert other.fault.startswith("ProcessLost")


def test_a_chunk_that_fails_is_tried_again_a_few_times_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, anna: Any
) -> None:
    play, tries = MatchupSpec.play, []

    def sometimes(self: MatchupSpec, numbers: range, **options: Any) -> Any:
        if numbers.start == 0:
            tries.append(numbers)
            raise MemoryError("too much")
        return play(self, numbers, **options)

    batch = started(user=anna)
    monkeypatch.setattr(MatchupSpec, "play", sometimes)
    assert play_all(batch).state == Batch.State.FAILED
    assert len(tries) == 2 * MOST_ATTEMPTS
    assert set(batch.chunks.filter(state=Chunk.State.FAILED).values_list("fault", flat=True)) == {
        "MemoryError: too much"
    }
    assert not batch.chunks.filter(state__in=Chunk.OPEN).exists()
    monkeypatch.setattr(MatchupSpec, "play", play)
    assert batch_resume(batch, user=anna)
    assert play_all(batch).state == Batch.State.DONE
    assert {row.figures["games"] for row in batch.matchups.all()} == {40}


def test_a_database_that_is_away_for_a_moment_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    finish, calls = chunks.chunk_finish, []

    def twice_away(chunk: Chunk, **options: Any) -> bool:
        calls.append(chunk)
        if len(calls) < 3:
            raise OperationalError("the server closed the connection unexpectedly")
        return finish(chunk, **options)

    monkeypatch.setattr(chunks, "chunk_finish", twice_away)
    monkeypatch.setattr(chunks, "WAITS_S", (0.0, 0.0, 0.0))
    monkeypatch.setattr(chunks.connection, "close", lambda: None)
    batch = play_all(started())
    assert batch.state == Batch.State.DONE
    assert set(batch.chunks.values_list("attempts", "losses")) == {(0, 0)}


def test_what_is_cancelled_is_not_played_and_can_be_taken_up_again(anna: Any) -> None:
    batch = started(user=anna)
    chunk_play_next()
    running = chunk_claim()
    assert running is not None
    assert batch_cancel(batch)
    assert not batch_cancel(batch)
    assert not chunk_play_next()
    # What was being played at that moment is kept.
    assert chunk_finish(running, totals=matchup_of(running).play(running.numbers), seconds=0)
    batch.refresh_from_db()
    assert batch.state == Batch.State.CANCELLED
    assert batch_resume(batch, user=anna)
    assert not batch_resume(batch, user=anna)
    usual = digests(play_all(batch))
    Batch.objects.all().delete()
    assert digests(play_all(started(user=anna))) == usual


def test_until_the_interval_is_narrow_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = wish(against=[{"reference": BRIGHT}, TABLE[1]], games=600, until=0.03)
    seen = []
    for pairs in (3, 30):
        Batch.objects.all().delete()
        monkeypatch.setattr(services, "_chunk_pairs", lambda asked, pairs=pairs: pairs)
        batch = play_all(started(asked))
        assert batch.state == Batch.State.DONE
        seen.append([(row.digest, row.played_pairs, row.stopped_early) for row in batch.matchups.all()])
        for row in batch.matchups.all():
            assert 0 < len(row.outcomes) == row.played_pairs == row.planned_pairs
            if row.stopped_early:
                assert row.totals.pairs.interval.reach <= 0.03
    assert seen[0] == seen[1]
    mirror, other = seen[0]
    assert mirror[1:] == (100, True), "a deck against itself is narrow at the first look"
    assert other[1] > 100


def test_until_goes_no_further_than_the_games_allowed() -> None:
    batch = play_all(started(wish(against=[TABLE[1]], games=260, until=0.005)))
    row = batch.matchups.get()
    assert (row.played_pairs, row.stopped_early, batch.state) == (130, False, Batch.State.DONE)


def test_the_same_request_of_the_same_person_is_the_same_batch(anna: Any, bruno: Any) -> None:
    batch = started(user=anna)
    assert started(user=anna) == batch
    play_all(batch)
    assert started(user=anna) == batch
    theirs = started(wish(deck={"text": f"// Mine\n{batch.entrants.first().text.split(chr(10), 1)[1]}"}), user=bruno)
    assert theirs != batch
    assert theirs.state == Batch.State.DONE
    assert theirs.entrants.first().name == "Mine"
    assert digests(theirs) == digests(batch)
    assert not theirs.chunks.exists()


def test_another_seed_or_changed_cards_are_another_request(anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = play_all(started(user=anna))
    assert started(wish(seed=8), user=anna) != batch
    monkeypatch.setattr(type(SYSTEM), "cards_version", property(lambda self: "changed"))
    assert started(user=anna) != batch


def test_a_batch_is_not_finished_with_other_rules_than_it_was_begun_with(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = started()
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
    assert batch_resume(batch, user=AnonymousUser()), "whoever goes back to the version it began with can play on"
    assert play_all(batch).state == Batch.State.DONE


def test_nobody_has_too_many_at_a_time(anna: Any) -> None:
    for seed in range(services.MOST_ACTIVE["user"]):
        started(wish(seed=seed), user=anna)
    with pytest.raises(BatchRequestError, match="5 unfinished simulations"):
        started(wish(seed=99), user=anna)
    started(visitor="one")
    with pytest.raises(BatchRequestError, match="1 unfinished simulation,"):
        started(wish(seed=1), visitor="one")
    started(wish(seed=1), visitor="two")


def test_chunks_are_as_large_as_two_seconds_allow() -> None:
    """The first ones are small, and by those the others are measured: in this batch, and in the next."""
    batch = started(wish(games=400))
    assert list(batch.chunks.values_list("pairs", flat=True)) == [4] * batch.matchups.count()
    first = chunk_claim()
    assert first is not None
    assert chunk_finish(first, totals=matchup_of(first).play(first.numbers), seconds=0.1)
    batch.refresh_from_db()
    assert batch.chunk_pairs == 80
    mine = batch.chunks.filter(matchup=first.matchup_id)
    assert list(mine.values_list("first_pair", "pairs")) == [(0, 4), (4, 80), (84, 80), (164, 36)]
    play_all(batch)
    assert batch.state == Batch.State.DONE
    Chunk.objects.update(seconds=0.1, pairs=4)
    assert started(wish(seed=2)).chunk_pairs == 80


def test_when_the_interval_is_looked_at_does_not_depend_on_how_the_work_is_cut() -> None:
    batch = Batch(games=1000, until=0.02)
    assert looks(batch) == [100, 200, 300, 400, 500]
    assert looks(Batch(games=30, until=0.02)) == [15]
    assert looks(Batch(games=1000)) == [500]
    asked = wish(against=[{"reference": BRIGHT}], games=600, until=0.2)
    row = play_all(started(asked)).matchups.get()
    assert (row.played_pairs, row.stopped_early) == (100, True), "not looked at after the first small chunk"


def test_the_workers_are_woken_when_the_rows_can_be_seen(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    rung: list[int] = []
    monkeypatch.setattr(tasks.play_chunk, "delay", rung.append)
    with django_capture_on_commit_callbacks(execute=True):
        batch = started()
        assert rung == []
    assert sorted(rung) == sorted(batch.chunks.values_list("pk", flat=True))
    with django_capture_on_commit_callbacks(execute=True):
        chunk_play_next()
    assert sorted(rung) == sorted(batch.chunks.values_list("pk", flat=True)), "what is planned later, too"
    assert len(rung) > batch.matchups.count()


def test_one_bell_plays_one_chunk() -> None:
    batch = started()
    celery.app.tasks[Chunk.WORK_TASK](batch.chunks.last().pk)
    assert batch.chunks.filter(state=Chunk.State.DONE).count() == 1


@pytest.mark.parametrize("fault", [None, RuntimeError("and the game broke")])
def test_who_plays_for_somebody_who_left_keeps_nothing_and_does_not_stumble(
    fault: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = get_user_model().objects.create_user("anna")
    started(user=owner)

    def leaves(*_: Any, **__: Any) -> Totals:
        owner.delete()
        if fault is not None:
            raise fault
        return Totals()

    monkeypatch.setattr(MatchupSpec, "play", leaves)
    assert chunk_play_next()
    assert not Batch.objects.exists()
