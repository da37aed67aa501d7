"""A test of two decks: the same games, verdict and digest in whatever order its chunks are finished."""

import random
from itertools import permutations
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from simulator.batches import services
from simulator.batches.chunks import MAX_ATTEMPTS, chunk_claim, chunk_fail, chunk_finish, chunk_play_next, load_matchup
from simulator.batches.prefix import look_ranges
from simulator.batches.services import batch_cancel, batch_resume
from simulator.engine.matches.totals import Totals
from simulator.engine.statistics import sequential
from simulator.engine.statistics.sequential import FIRST, LOOK_PAIRS, NEITHER, Comparison, looks
from simulator.models.batches import Batch, Chunk, MatchUp
from simulator.models.ratings import RatingRun
from tests.simulator.batches.playing import BRIGHT, WINDY, batch_params, play_all, start_batch

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]

LOOKS = 4


def duel_params(**changes: Any) -> dict[str, Any]:
    return batch_params(against=[{"reference": WINDY}], games=2 * LOOKS * LOOK_PAIRS, test=0.05) | changes


@pytest.fixture
def anna() -> Any:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def decided_at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets every test decide from this number of pairs on."""

    def decide(number: int) -> None:
        monkeypatch.setattr(
            Comparison, "verdict", lambda self, pairs: FIRST if pairs.pairs >= number else sequential.OPEN
        )

    return decide


def finish(chunk: Chunk) -> bool:
    return chunk_finish(chunk, totals=load_matchup(chunk).play(chunk.numbers), seconds=1)


def facts(batch: Batch) -> tuple[Any, ...]:
    """Everything that must not depend on the order of chunks."""
    batch.refresh_from_db()
    row = batch.matchups.get()
    return (batch.state, batch.overall, batch.seats, *(getattr(row, name) for name in MatchUp.SUMS))


def verdict_of(batch: Batch) -> str:
    totals = batch.matchups.get().totals
    assert isinstance(totals, Totals)
    return Comparison(difference=batch.test or 0).verdict(totals.pairs)


def restart() -> Batch:
    Batch.objects.all().delete()
    return start_batch(duel_params())


def test_chunks_finished_in_any_order_give_the_same_sums(decided_at: Any) -> None:
    decided_at(3 * LOOK_PAIRS)
    batch = restart()
    results = {chunk.index: load_matchup(chunk).play(chunk.numbers) for chunk in batch.chunks.all()}
    assert len(results) == LOOKS
    seen = []
    for order in permutations(range(LOOKS)):
        batch = restart()
        rows = {chunk.index: chunk for chunk in batch.chunks.all()}
        for index in order:
            chunk_finish(rows[index], totals=results[index], seconds=1)
        seen.append(facts(batch))
        assert Chunk.objects.count() == 3
        assert not Chunk.objects.filter(waiting__isnull=False).exists()
    assert all(one == seen[0] for one in seen)
    row = batch.matchups.get()
    assert (row.played_pairs, row.planned_pairs, row.stopped_early) == (3 * LOOK_PAIRS, 3 * LOOK_PAIRS, True)
    assert len(row.outcomes) == 3 * LOOK_PAIRS
    assert row.figures["games"] == 6 * LOOK_PAIRS


def test_a_real_verdict_does_not_depend_on_the_size_of_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = duel_params(games=160, test=0.2)
    batch = play_all(start_batch(raw))
    expected = facts(batch)
    assert verdict_of(batch) != sequential.OPEN
    for step in (3, 100):
        Batch.objects.all().delete()
        monkeypatch.setattr(services, "_chunk_pairs", lambda request, step=step: step)
        batch = start_batch(raw)
        chunks = list(batch.chunks.all())
        random.Random(step).shuffle(chunks)
        for chunk in chunks:
            finish(chunk)
        found = facts(batch)
        assert found[:-1] == expected[:-1]  # the last is the time it took


def test_a_later_chunk_waits_for_the_gap_to_close(decided_at: Any) -> None:
    decided_at(3 * LOOK_PAIRS)
    batch = start_batch(duel_params())
    first, second = batch.chunks.all()[:2]
    assert finish(second)
    row = batch.matchups.get()
    assert (row.played_pairs, row.figures["games"], row.digest) == (0, 0, "0")
    assert not finish(second), "a result counts once"
    assert finish(first)
    row = batch.matchups.get()
    assert (row.played_pairs, row.figures["games"]) == (2 * LOOK_PAIRS, 4 * LOOK_PAIRS)
    assert row.seconds == 2


def test_result_of_a_discarded_chunk_is_dropped(decided_at: Any) -> None:
    decided_at(LOOK_PAIRS)
    batch = start_batch(duel_params())
    first, second = chunk_claim(), chunk_claim()
    assert first is not None
    assert second is not None
    assert finish(first)
    batch.refresh_from_db()
    assert batch.state == Batch.State.DONE
    before = facts(batch)
    assert not chunk_finish(second, totals=Totals(), seconds=1)
    chunk_fail(second, fault="too late")
    assert facts(batch) == before
    assert not chunk_play_next()


def test_a_lost_chunk_is_played_again(decided_at: Any) -> None:
    decided_at(3 * LOOK_PAIRS)
    batch = start_batch(duel_params())
    lost = chunk_claim()
    assert lost is not None
    play_all(batch)
    assert batch.state == Batch.State.PLAYING
    assert batch.matchups.get().played_pairs == 0
    Chunk.objects.filter(pk=lost.pk).update(state=Chunk.State.QUEUED, claimed_by="", lease_until=None)
    found = facts(play_all(batch))
    assert found[:-1] == facts(play_all(restart()))[:-1]
    assert batch.state == Batch.State.DONE


def test_a_failed_chunk_holds_the_test_until_it_is_retried(anna: Any, decided_at: Any) -> None:
    decided_at(3 * LOOK_PAIRS)
    batch = start_batch(duel_params(), user=anna)
    failing = chunk_claim()
    assert failing is not None
    chunk_fail(failing, fault="broken", attempts=MAX_ATTEMPTS)
    play_all(batch)
    assert batch.state == Batch.State.FAILED
    assert batch.matchups.get().played_pairs == 0
    assert batch_resume(batch, user=anna)
    play_all(batch)
    assert batch.state == Batch.State.DONE
    assert batch.matchups.get().played_pairs == 3 * LOOK_PAIRS


def test_cancelled_test_is_resumed_where_it_stopped(anna: Any, decided_at: Any) -> None:
    decided_at(3 * LOOK_PAIRS)
    batch = start_batch(duel_params(), user=anna)
    late = chunk_claim()
    assert late is not None
    assert chunk_play_next()
    assert batch_cancel(batch)
    assert not chunk_play_next()
    assert finish(late)
    assert batch.matchups.get().played_pairs == 2 * LOOK_PAIRS
    assert batch_resume(batch, user=anna)
    found = facts(play_all(batch))
    assert found[:-1] == facts(play_all(restart()))[:-1]


def test_undecided_test_plays_its_maximum_and_is_not_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Comparison, "verdict", lambda self, pairs: sequential.OPEN)
    batch = play_all(start_batch(duel_params(games=100)))
    row = batch.matchups.get()
    assert (batch.state, row.played_pairs, row.stopped_early) == (Batch.State.DONE, 50, False)
    assert not MatchUp.objects.fixed().exists()
    assert not RatingRun.objects.exists()


def test_mirror_match_is_never_decided_for_a_deck() -> None:
    batch = play_all(start_batch(duel_params(against=[{"reference": BRIGHT}], games=400, test=0.2)))
    assert verdict_of(batch) == NEITHER


def test_same_test_is_found_and_another_is_not(anna: Any) -> None:
    batch = start_batch(duel_params(), user=anna)
    assert start_batch(duel_params(), user=anna) == batch
    assert start_batch(duel_params(test=0.1), user=anna) != batch
    assert start_batch(duel_params(test=None), user=anna) != batch


@pytest.mark.parametrize("step", [1, 5, 16, 40])
def test_no_chunk_reaches_beyond_a_look(step: int) -> None:
    ranges = look_ranges(1_003, step=step)
    assert [number for part in ranges for number in part] == list(range(1_003))
    assert {part.stop for part in ranges} >= set(looks(1_003))
    assert max(map(len, ranges)) <= step
