"""Seeds: repeated exactly if given, drawn if not; and one digest for the same games everywhere."""

import json
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient

from simulator.models.batches import Batch
from tests.simulator.batches.playing import BRIGHT, WINDY, batch_params, play_all

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
ADDRESS = "/api/v1/simulations/"


def without_seed(**changes: Any) -> dict[str, Any]:
    params = batch_params(**changes)
    del params["seed"]
    return params


@pytest.fixture
def api() -> APIClient:
    return api_of("anna")


def api_of(name: str) -> APIClient:
    client = APIClient()
    client.force_authenticate(get_user_model().objects.create_user(name))
    return client


def ask(api: APIClient, params: dict[str, Any]) -> dict[str, Any]:
    response = api.post(ADDRESS, params, format="json")
    assert response.status_code == 201, response.json()
    play_all(Batch.objects.get(token=response.json()["token"]))
    answer: dict[str, Any] = api.get(f"{ADDRESS}{response.json()['token']}/").json()
    return answer


def test_a_question_without_a_seed_is_answered_once(api: APIClient) -> None:
    first, again = ask(api, without_seed()), ask(api, without_seed())
    assert again["token"] == first["token"]
    assert ask(api, without_seed(games=60))["token"] != first["token"], "another question"


def test_a_chosen_seed_answers_no_open_question(api: APIClient) -> None:
    """No user can choose a lucky seed and have it answer for others."""
    chosen = ask(api, batch_params(seed=7))
    drawn = ask(api, without_seed())
    assert drawn["token"] != chosen["token"]


def test_failed_games_answer_no_open_question(api: APIClient) -> None:
    first = ask(api, without_seed())
    row = Batch.objects.get(token=first["token"]).matchups.get(number=0)
    row.figures["errors"] = 1
    row.save()
    assert ask(api, without_seed())["token"] != first["token"]


def test_a_seed_and_fresh_games_exclude_each_other(api: APIClient) -> None:
    response = api.post(ADDRESS, batch_params(fresh=True), format="json")
    assert response.status_code == 400
    assert response.json()["problems"][0]["field"] == "fresh"


def test_another_user_gets_the_same_games_without_playing(api: APIClient) -> None:
    known = ask(api, without_seed())
    response = api_of("bruno").post(ADDRESS, without_seed(), format="json").json()
    assert response["token"] != known["token"]
    assert (response["state"], response["seed"], response["digest"]) == ("done", known["seed"], known["digest"])


def test_fresh_games_are_played_if_asked_for(api: APIClient) -> None:
    first, fresh = ask(api, without_seed()), ask(api, without_seed(fresh=True))
    assert fresh["token"] != first["token"]
    assert fresh["digest"] != first["digest"]


def test_a_seed_repeats_exactly(api: APIClient) -> None:
    drawn = ask(api, without_seed())
    given = ask(api, batch_params(seed=drawn["seed"] + 1))
    assert given["digest"] != drawn["digest"]
    assert ask(api, batch_params(seed=drawn["seed"]))["token"] == drawn["token"]


def test_a_flag_that_is_none_is_refused(api: APIClient) -> None:
    response = api.post(ADDRESS, without_seed(fresh="maybe"), format="json")
    assert response.status_code == 400
    assert response.json()["detail"] == "'maybe' is neither true nor false."


def test_the_form_draws_a_seed_and_keeps_it(client: Client) -> None:
    seeds = {client.get("/simulations/new/").context["form"]["seed"].value() for _ in range(3)}
    assert len(seeds) > 1
    page = client.post("/simulations/new/", {"seed": "4711", "games": "nonsense"})
    assert page.status_code == 400
    assert page.context["form"]["seed"].value() == "4711"


def test_one_digest_on_the_page_in_the_api_and_in_commands(api: APIClient, client: Client) -> None:
    answer = ask(api, batch_params(against=[{"reference": WINDY}], seed=7))
    out = StringIO()
    call_command(
        "simulate", BRIGHT, WINDY, "--system", "toy", "--games", "40", "--policy", "random", "--seed", "7", "--json",
        stdout=out,
    )  # fmt: skip
    assert answer["digest"] == answer["matchups"][0]["digest"] == json.loads(out.getvalue())["digest"]
    assert answer["digest"][:16] in client.get(f"/simulations/{answer['token']}/").content.decode()
