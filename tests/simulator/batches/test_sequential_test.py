"""A test of two decks: the same games, verdict and digest in whatever order its chunks are finished."""

import random
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from simulator.batches import services
from simulator.batches.chunks import MAX_ATTEMPTS, chunk_claim, chunk_fail, chunk_finish, chunk_play_next, load_matchup
from simulator.batches.prefix import look_ranges
from simulator.batches.request import USUAL_TEST_GAMES
from simulator.batches.services import batch_cancel, batch_resume
from simulator.engine.matches.totals import Totals
from simulator.engine.statistics import sequential
from simulator.engine.statistics.sequential import FIRST, LOOK_PAIRS, NEITHER, DuelTest, looks
from simulator.models.batches import Batch, Chunk, MatchUp
from simulator.models.ratings import RatingRun
from tests.simulator.batches.playing import BRIGHT, TABLE, WINDY, batch_params, play_all, start_batch

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("toy")]

LOOKS = 4
ADDRESS = "/api/v1/simulations/"


def duel_params(**changes: Any) -> dict[str, Any]:
    return batch_params(against=[{"reference": WINDY}], games=2 * LOOKS * LOOK_PAIRS, test=0.05) | changes


@pytest.fixture
def anna() -> Any:
    return get_user_model().objects.create_user("anna")


@pytest.fixture(autouse=True)
def one_chunk_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_chunk_pairs", lambda request: LOOK_PAIRS)


@pytest.fixture
def decided_at(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets every test decide from this number of pairs on."""

    def decide(number: int) -> None:
        monkeypatch.setattr(
            DuelTest, "verdict", lambda self, pairs: FIRST if pairs.pairs >= number else sequential.OPEN
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
    return DuelTest(difference=batch.test or 0).verdict(totals.pairs)


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
    monkeypatch.setattr(DuelTest, "verdict", lambda self, pairs: sequential.OPEN)
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


def test_verdict_is_in_the_api_once_the_test_has_ended() -> None:
    api = APIClient()
    answer = api.post(ADDRESS, duel_params(test=0.2), format="json").json()
    assert (answer["test"], answer["verdict"], answer["state"]) == (0.2, None, "queued")
    play_all(Batch.objects.get())
    answer = api.get(f"{ADDRESS}{answer['token']}/").json()
    row = answer["matchups"][0]
    assert answer["verdict"] == {
        "code": "first",
        "better": BRIGHT,
        "text": f"{BRIGHT} is better.",
        "games": row["games"],
    }
    assert (answer["state"], row["stopped_early"], answer["fixed_sample"]) == ("done", True, False)
    assert "test of 20 points, verdict first" in api.get(f"{ADDRESS}{answer['token']}/results/").json()["citation"]


def test_a_test_without_games_has_a_maximum_of_its_own() -> None:
    params = duel_params()
    del params["games"]
    assert start_batch(params).games == USUAL_TEST_GAMES


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"test": 0.5}, "test", "0.5 is not a difference from 0.01 to 0.2, such as 0.05 for 5 points."),
        ({"test": "much"}, "test", "'much' is not a difference from 0.01 to 0.2"),
        ({"test": "nan"}, "test", "'nan' is not a difference"),
        ({"test": True}, "test", "True is not a difference"),
        ({"test": [0.05]}, "test", "[0.05] is not a difference"),
        ({"until": 0.05}, "test", "ask for a test or for “until”, not for both."),
        ({"against": "references"}, "test", "choose one opponent, not 2 match-ups."),
        ({"deck": None, "table": TABLE}, "test", "choose one opponent, not 3 match-ups."),
        ({"games": 30}, "games", "30 games are too few for a test: at least 32."),
        ({"players": 3, "against": "references"}, "test", "A test is of two players, not of 3."),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(changes: dict[str, Any], field: str, sentence: str) -> None:
    response = APIClient().post(ADDRESS, duel_params(**changes), format="json")
    assert response.status_code == 400
    found = [(problem["field"], problem["message"]) for problem in response.json()["problems"]]
    assert any(name == field and sentence in message for name, message in found), found
    assert not Batch.objects.exists()


FORM = {
    "deck": f"reference:{BRIGHT}", "kind": "chosen", "others": [f"reference:{WINDY}"], "games": "200", "test": "0.1",
    "policy": "random-1", "seed": "7",
}  # fmt: skip


def test_form_and_page_of_a_test(client: Client) -> None:
    response = client.post("/simulations/new/", FORM)
    assert response.status_code == 302
    batch = Batch.objects.get()
    assert batch.test == 0.1
    page = client.get(response["Location"]).content.decode()
    assert "Playing until it is clear which deck is better by 10 points, at most 200 games." in page
    play_all(batch)
    page = client.get(response["Location"]).content.decode()
    assert f"<strong>{BRIGHT} is better.</strong>" in page
    assert "in at most 5 of 100 tests" in page
    assert "those at the stop, not unbiased" in page
    assert '<span class="badge">stopped</span>' in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"kind": "gauntlet"}, "choose one opponent, not 2 match-ups."),
        ({"until": "0.05"}, "not for both."),
        ({"test": "0.5"}, "0.5"),
        ({"games": "free", "free_games": "20"}, "20 games are too few for a test"),
    ],
)
def test_form_says_what_is_wrong_with_a_test(client: Client, changes: dict[str, str], sentence: str) -> None:
    response = client.post("/simulations/new/", FORM | changes)
    assert response.status_code == 400
    assert sentence in response.content.decode()
    assert not Batch.objects.exists()


def test_undecided_and_cancelled_tests_say_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DuelTest, "verdict", lambda self, pairs: sequential.OPEN)
    batch = start_batch(duel_params())
    assert chunk_play_next()
    batch_cancel(batch)
    assert "there is no verdict" in client.get(f"/simulations/{batch.token}/").content.decode()
    batch = play_all(start_batch(duel_params(seed=8)))
    assert "Not clear after 128 games." in client.get(f"/simulations/{batch.token}/").content.decode()


def test_page_asks_often_only_in_the_first_seconds(client: Client) -> None:
    batch = start_batch(duel_params())
    address = f"/simulations/{batch.token}/live/"
    assert 'hx-trigger="every 300ms"' in client.get(address).content.decode()
    Batch.objects.update(created_at=timezone.now() - timedelta(seconds=4))
    assert 'hx-trigger="every 1s"' in client.get(address).content.decode()


@pytest.mark.parametrize("step", [1, 5, 16, 40])
def test_no_chunk_reaches_beyond_a_look(step: int) -> None:
    ranges = look_ranges(1_003, step=step)
    assert [number for part in ranges for number in part] == list(range(1_003))
    assert {part.stop for part in ranges} >= set(looks(1_003))
    assert max(map(len, ranges)) <= step
