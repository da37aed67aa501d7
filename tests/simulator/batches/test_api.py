"""Simulations over the API: asked for, watched, cancelled, read; and every reason why not."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from rest_framework.test import APIClient

from decks.services import deck_create
from simulator.batches.ownership import StartThrottle
from simulator.batches.services import batch_cancel
from simulator.models.batches import Batch
from tests.simulator.batches.playing import BRIGHT, TABLE, WINDY, play_all, started, wish
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

ADDRESS = "/api/v1/simulations/"


@pytest.fixture
def api() -> APIClient:
    return APIClient()


@pytest.fixture
def anna(api: APIClient) -> Any:
    user = get_user_model().objects.create_user("anna")
    api.force_authenticate(user)
    return user


def test_asked_for_watched_and_read(api: APIClient, anna: Any) -> None:
    answer = api.post(ADDRESS, wish(table=TABLE), format="json")
    assert answer.status_code == 201
    told = answer.json()
    assert (told["state"], told["kind"], told["games_planned"]) == ("queued", "table", 120)
    play_all(Batch.objects.get())
    told = api.get(f"{ADDRESS}{told['token']}/").json()
    assert told["state"] == "done"
    assert len(told["digest"]) == 64
    assert [one["games"] for one in told["matchups"]] == [40, 40, 40]
    results = api.get(f"{ADDRESS}{told['token']}/results/").json()
    assert results["digest"] == told["digest"]
    assert results["matchups"][0]["reasons"]
    assert results["entrants"][2]["text"].startswith("// format")
    assert [one["token"] for one in api.get(ADDRESS).json()] == [told["token"]]
    again = api.post(ADDRESS, wish(table=TABLE), format="json").json()
    assert again["token"] == told["token"], "the same request is the same batch"


def test_all_reasons_at_once(api: APIClient) -> None:
    asked = {
        "deck": {"reference": "Nobody"}, "against": [{"version": 3}, {"text": "Bag\n9 Candle\n"}, 5, {}],
        "games": 10**12, "policy": "genius", "seed": [1], "until": "wide",
    }  # fmt: skip
    answer = api.post(ADDRESS, asked, format="json")
    assert answer.status_code == 400
    problems = answer.json()["problems"]
    assert [one["field"] for one in problems] == [
        "games", "seed", "until", "policy", "deck", "against[0]", "against[1]", "against[2]", "against[3]",
    ]  # fmt: skip
    assert {one["code"] for one in problems[6]["problems"]} >= {"NOT_ONE_CHARM", "TOO_MANY_OF_A_CARD"}


@pytest.mark.parametrize(
    "asked",
    [
        [], "text", None, 5, {"table": "x"}, {"table": [{}] * 1000}, {"table": None}, {"deck": None},
        {"system": "chess"},
        {"deck": {"text": "a" * 30_000}}, {"deck": {"text": "\x00"}}, {"deck": {"version": True}},
        {"deck": {"version": 10**30}}, {"deck": {"version": "١"}}, {"deck": {"reference": BRIGHT}, "games": True},
        {"deck": {"reference": BRIGHT}, "games": 3.5}, {"deck": {"reference": BRIGHT}, "until": "nan"},
        {"deck": {"reference": BRIGHT}, "against": []}, {"deck": {"reference": BRIGHT, "text": "x"}},
        {"deck": {"reference": BRIGHT}, "games": 100_000, "policy": "random"},
    ],
)  # fmt: skip
def test_nonsense_is_refused_kindly(api: APIClient, asked: Any) -> None:
    answer = api.post(ADDRESS, asked, format="json")
    assert answer.status_code == 400
    assert answer.json()
    assert not Batch.objects.exists()


def test_a_foreign_private_deck_is_not_there_and_a_public_one_is(api: APIClient, anna: Any) -> None:
    owner = get_user_model().objects.create_user("owner")
    deck = deck_create(owner=owner, decklist=SYSTEM.reference_deck(WINDY).deck)
    refused = api.post(ADDRESS, wish(deck={"version": deck.current_id}), format="json")
    assert refused.status_code == 400
    deck.visibility = "public"
    deck.save()
    assert api.post(ADDRESS, wish(deck={"version": deck.current_id}), format="json").status_code == 201


def test_only_its_owner_cancels_and_resumes(api: APIClient, anna: Any) -> None:
    batch = started(user=anna)
    assert APIClient().post(f"{ADDRESS}{batch.token}/cancel/").status_code in (401, 403)
    assert api.post(f"{ADDRESS}{batch.token}/cancel/").json()["state"] == "cancelled"
    assert api.post(f"{ADDRESS}{batch.token}/resume/").json()["state"] == "queued"
    assert api.post(f"{ADDRESS}nothing/cancel/").status_code == 404


def test_starting_is_limited_and_watching_is_not(api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StartThrottle, "rates", {"visitor": "1/hour", "user": "1/hour"})
    token = api.post(ADDRESS, wish(), format="json").json()["token"]
    assert api.post(ADDRESS, wish(seed=2), format="json").status_code == 429
    assert [api.get(f"{ADDRESS}{token}/").status_code for _ in range(70)] == [200] * 70


def test_taking_up_again_counts_as_starting(api: APIClient, anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time wakes the workers for dozens of chunks."""
    monkeypatch.setattr(StartThrottle, "rates", {"visitor": "1/hour", "user": "2/hour"})
    batch, browser = started(user=anna), Client()
    browser.force_login(anna)
    for answers in ((200, 302), (429, 429)):
        batch_cancel(batch)
        assert api.post(f"{ADDRESS}{batch.token}/resume/").status_code == answers[0]
        batch_cancel(batch)
        assert browser.post(f"/simulations/{batch.token}/resume/").status_code == answers[1]
