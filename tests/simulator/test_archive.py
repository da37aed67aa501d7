"""Somebody's simulations as data and back: complete, once, marked as brought in, and believed by nobody."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from simulator.archive import simulations
from simulator.archive.simulations import preview_simulations, serialize_simulations
from simulator.models.batches import Batch
from simulator.models.ratings import CardRecord, Rating, RatingRun
from simulator.ratings.services import ratings_fit, ratings_want
from tests.simulator.batches.playing import BRIGHT, TABLE, play_all, started, wish
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


@pytest.fixture
def anna() -> Any:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def bruno() -> Any:
    return get_user_model().objects.create_user("bruno")


def told_of(owner: Any) -> dict[str, Any]:
    """As a file holds it."""
    data = {"simulations": list(serialize_simulations(owner=owner))}
    return json.loads(json.dumps(data, cls=DjangoJSONEncoder))


def timeless(data: dict[str, Any]) -> list[dict[str, Any]]:
    """What must be equal: all but the address, which is new, and the mark."""
    return [{k: v for k, v in one.items() if k not in ("token", "citation", "state")} for one in data["simulations"]]


def take_in(owner: Any, data: dict[str, Any]) -> list[str]:
    arrivals = preview_simulations(owner=owner, data=data)
    for one in arrivals:
        if one.take_in:
            one.take_in()
    return [str(one.state) for one in arrivals]


def test_simulations_go_along_with_their_decks_seeds_and_sums(
    anna: Any, bruno: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = play_all(started(user=anna))
    started(wish(seed=8), user=bruno)
    (told,) = told_of(anna)["simulations"]
    assert (told["token"], told["seed"], told["games"], told["state"]) == (batch.token, 7, 40, "done")
    assert told["entrants"][0]["name"] == BRIGHT
    assert "Candle" in told["entrants"][0]["text"] or "Torch" in told["entrants"][0]["text"]
    assert [one["figures"]["games"] for one in told["matchups"]] == [40] * len(SYSTEM.reference_decks())
    later = started(wish(seed=9), user=anna)
    monkeypatch.setattr(simulations, "MOST_KEPT", 1)
    assert [one["token"] for one in told_of(anna)["simulations"]] == [later.token]


def test_simulations_come_back_as_they_were_and_once(anna: Any, bruno: Any) -> None:
    play_all(started(user=anna))
    play_all(started(wish(table=TABLE, seed=8), user=anna))
    started(wish(seed=9), user=anna)
    data = told_of(anna)
    assert take_in(bruno, data) == ["new"] * 3
    assert timeless(told_of(bruno)) == timeless(data)
    assert set(Batch.objects.filter(owner=bruno).values_list("state", flat=True)) == {"brought"}
    assert take_in(bruno, data) == take_in(bruno, told_of(bruno)) == take_in(anna, data) == ["known"] * 3
    assert take_in(anna, told_of(bruno)) == ["known"] * 3


def test_what_was_brought_in_says_so_on_its_page_and_is_only_read(anna: Any, client: Client) -> None:
    play_all(started())
    data = told_of_anybody()
    take_in(anna, data)
    batch = Batch.objects.get(owner=anna)
    client.force_login(anna)
    page = client.get(f"/simulations/{batch.token}/").content.decode()
    assert "They were not played here" in page
    assert "Play on" not in page
    assert "brought in" in client.get("/simulations/").content.decode()
    assert client.get(f"/simulations/{batch.token}/games/0/0/0/").status_code == 410
    client.post(f"/simulations/{batch.token}/resume/")
    client.post(f"/simulations/{batch.token}/cancel/")
    batch.refresh_from_db()
    assert batch.state == "brought"
    for ending in ("csv", "json"):
        assert client.get(f"/simulations/{batch.token}/results.{ending}").status_code == 200


def told_of_anybody() -> dict[str, Any]:
    owner = get_user_model().objects.create_user("osric")
    Batch.objects.update(owner=owner)
    data = told_of(owner)
    Batch.objects.all().delete()
    return data


def test_what_was_brought_in_counts_in_no_rating_and_answers_no_request(anna: Any) -> None:
    play_all(started())
    assert take_in(anna, told_of_anybody()) == ["new"]
    ratings_want(system="toy", policy="random@1")
    for policy in set(Batch.objects.values_list("policy", flat=True)):
        ratings_want(system="toy", policy=policy)
    for run in RatingRun.objects.due():
        ratings_fit(run)
    assert not Rating.objects.exists()
    assert not CardRecord.objects.exists()
    asked = started(user=anna)
    assert asked.state == "queued", "games are played, whatever a file says they came to"


FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "kind": lambda one: one.update(kind="duel"),
    "seed": lambda one: one.update(seed=-1),
    "games": lambda one: one.update(games=10**30),
    "until": lambda one: one.update(until=float("nan")),
    "a deck that is none": lambda one: one["entrants"].__setitem__(0, 7),
    "no hash": lambda one: one["entrants"][0].update(content_hash="../x"),
    "an endless text": lambda one: one["entrants"][0].update(text="x" * 20_001),
    "a match-up too few": lambda one: one["matchups"].pop(),
    "no decks": lambda one: one.update(entrants=[], matchups=[]),
    "no sums": lambda one: one["matchups"][0].pop("figures"),
    "more won than played": lambda one: one["matchups"][0]["figures"].update(pairs=[0, 0, 0, 0, 21]),
    "other outcomes": lambda one: one["matchups"][0].update(outcomes="4" * 20),
    "no outcomes": lambda one: one["matchups"][0].update(outcomes="x"),
    "negative": lambda one: one["matchups"][0]["figures"].update(length=[-1, 0]),
    "a late turn": lambda one: one["matchups"][0]["figures"].update(endings={"cap": {"999999999": [40, 0, 0]}}),
    "more points than games": lambda one: one["matchups"][0]["cards"].update(builds=[{"a": [1, 3]}, {}]),
    "a card's pairs": lambda one: next(iter(one["matchups"][0]["cards"]["decks"][0].values())).update(pairs={"999": 1}),
    "samples": lambda one: one["matchups"][0].update(samples={"longest": [1, 20, 0]}),
    "a digest": lambda one: one["matchups"][0].update(digest="zz"),
    "seconds": lambda one: one["matchups"][0].update(seconds=float("inf")),
    "a truth for a number": lambda one: one["matchups"][0].update(played_pairs=True),
    "errors": lambda one: one["matchups"][0].update(errors=[{"number": 1}]),
    "more pairs than asked for": lambda one: one["matchups"][0].update(planned_pairs=21),
}  # fmt: skip


def test_sums_that_no_games_come_to_are_refused_with_a_sentence(anna: Any) -> None:
    play_all(started())
    data = told_of_anybody()
    for name, forge in FORGED.items():
        forged = copy.deepcopy(data)
        forge(forged["simulations"][0])
        (verdict,) = preview_simulations(owner=anna, data=forged)
        assert (verdict.state, verdict.take_in) == ("refused", None), name
        assert verdict.sentence
    for nonsense in (7, {}, None, []):
        (verdict,) = preview_simulations(owner=anna, data={"simulations": [nonsense]})
        assert verdict.state == "refused"


def test_nobody_brings_in_more_than_allowed(anna: Any, bruno: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (7, 8):
        started(wish(seed=seed), user=anna)
    data = told_of(anna)
    monkeypatch.setattr(simulations, "MOST_KEPT", 2)
    assert take_in(bruno, data) == ["new", "new"]
    started(wish(seed=9), user=anna)
    assert take_in(bruno, told_of(anna)) == ["known", "refused"]
