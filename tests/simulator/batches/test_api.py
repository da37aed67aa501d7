"""Simulations in the API: start, watch, cancel, read results; and every refusal."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from rest_framework.test import APIClient

from decks.services import deck_create
from simulator import games
from simulator.batches.request_parser import parse_batch_request
from simulator.batches.services import batch_cancel
from simulator.batches.visitors import StartThrottle
from simulator.models.batches import Batch
from tests.simulator.batches.playing import BRIGHT, TABLE, WINDY, batch_params, play_all, start_batch
from tests.toy import SYSTEM
from tests.toy.policies import Random

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


@pytest.mark.parametrize("policy", [{}, {"policy": ""}])
def test_a_game_without_greedy_has_a_default_policy(monkeypatch: pytest.MonkeyPatch, policy: dict[str, str]) -> None:
    game = replace(SYSTEM, policies={"random-1": Random}, default_policy="")
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": game})
    raw = {"deck": {"reference": BRIGHT}, **policy}
    assert parse_batch_request(raw, user=AnonymousUser()).policy == "random-1"


def test_simulation_from_start_to_results(api: APIClient, anna: Any) -> None:
    response = api.post(ADDRESS, batch_params(table=TABLE), format="json")
    assert response.status_code == 201
    batch = response.json()
    assert (batch["state"], batch["kind"], batch["games_planned"]) == ("queued", "table", 120)
    play_all(Batch.objects.get())
    batch = api.get(f"{ADDRESS}{batch['token']}/").json()
    assert batch["state"] == "done"
    assert len(batch["digest"]) == 64
    assert [matchup["games"] for matchup in batch["matchups"]] == [40, 40, 40]
    results = api.get(f"{ADDRESS}{batch['token']}/results/").json()
    assert results["digest"] == batch["digest"]
    assert results["matchups"][0]["reasons"]
    assert results["entrants"][2]["text"].startswith("// format")
    assert [row["token"] for row in api.get(ADDRESS).json()] == [batch["token"]]
    again = api.post(ADDRESS, batch_params(table=TABLE), format="json").json()
    assert again["token"] == batch["token"], "the same request is the same batch"


def test_all_errors_are_reported_at_once(api: APIClient) -> None:
    raw = {
        "deck": {"reference": "Nobody"}, "against": [{"version": 3}, {"text": "Bag\n9 Candle\n"}, 5, {}],
        "games": 10**12, "policy": "genius", "seed": [1], "until": "wide",
    }  # fmt: skip
    response = api.post(ADDRESS, raw, format="json")
    assert response.status_code == 400
    problems = response.json()["problems"]
    assert [problem["field"] for problem in problems] == [
        "games", "seed", "until", "policy", "deck", "against[0]", "against[1]", "against[2]", "against[3]",
    ]  # fmt: skip
    assert {problem["code"] for problem in problems[6]["problems"]} >= {"NOT_ONE_CHARM", "TOO_MANY_OF_A_CARD"}


@pytest.mark.parametrize(
    "raw",
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
def test_invalid_request_is_refused(api: APIClient, raw: Any) -> None:
    response = api.post(ADDRESS, raw, format="json")
    assert response.status_code == 400
    assert response.json()
    assert not Batch.objects.exists()


def test_decklists_of_a_request_are_limited_together(api: APIClient) -> None:
    long = {"text": "// a long story\n" * 900 + "1 Nothing\n"}
    response = api.post(ADDRESS, {"table": [long] * 20}, format="json")
    assert response.status_code == 400
    sentences = [problem["message"] for problem in response.json()["problems"]]
    assert sum("Nothing" in sentence for sentence in sentences) == 200_000 // len(long["text"])
    assert sentences[-1] == "The decklists of a request have at most 200000 characters together."


def test_private_deck_of_another_user_is_refused(api: APIClient, anna: Any) -> None:
    owner = get_user_model().objects.create_user("owner")
    deck = deck_create(owner=owner, decklist=SYSTEM.reference_deck(WINDY).deck)
    refused = api.post(ADDRESS, batch_params(deck={"version": deck.current_id}), format="json")
    assert refused.status_code == 400
    deck.visibility = "public"
    deck.save()
    assert api.post(ADDRESS, batch_params(deck={"version": deck.current_id}), format="json").status_code == 201


def test_only_the_owner_cancels_and_resumes(api: APIClient, anna: Any) -> None:
    batch = start_batch(user=anna)
    assert APIClient().post(f"{ADDRESS}{batch.token}/cancel/").status_code in (401, 403)
    assert api.post(f"{ADDRESS}{batch.token}/cancel/").json()["state"] == "cancelled"
    assert api.post(f"{ADDRESS}{batch.token}/resume/").json()["state"] == "queued"
    assert api.post(f"{ADDRESS}nothing/cancel/").status_code == 404


def test_starting_is_throttled_but_polling_is_not(api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StartThrottle, "rates", {"visitor": "1/hour", "user": "1/hour"})
    token = api.post(ADDRESS, batch_params(), format="json").json()["token"]
    assert api.post(ADDRESS, batch_params(seed=2), format="json").status_code == 429
    assert [api.get(f"{ADDRESS}{token}/").status_code for _ in range(70)] == [200] * 70


def test_resuming_is_throttled_like_starting(api: APIClient, anna: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each resume sends dozens of tasks to the workers."""
    monkeypatch.setattr(StartThrottle, "rates", {"visitor": "1/hour", "user": "2/hour"})
    batch, browser = start_batch(user=anna), Client()
    browser.force_login(anna)
    for api_status, page_status in ((200, 302), (429, 429)):
        batch_cancel(batch)
        assert api.post(f"{ADDRESS}{batch.token}/resume/").status_code == api_status
        batch_cancel(batch)
        assert browser.post(f"/simulations/{batch.token}/resume/").status_code == page_status
