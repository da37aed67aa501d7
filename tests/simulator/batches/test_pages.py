"""The pages of simulations in a browser without JavaScript."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import translation

from decks.services import deck_create
from simulator import games
from simulator.batches.chunks import chunk_play_next
from simulator.batches.visitors import StartThrottle
from simulator.models.batches import Batch
from tests.simulator.batches.playing import BRIGHT, WINDY, batch_params, play_all, start_batch
from tests.toy import SYSTEM
from tests.toy.policies import First, Random

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

FORM = {
    "system": "toy", "deck": f"reference:{BRIGHT}", "text": "", "kind": "gauntlet", "games": "free",
    "free_games": "20", "until": "", "policy": "random-1", "seed": "3",
}  # fmt: skip


@pytest.fixture
def anna(client: Client) -> Any:
    user = get_user_model().objects.create_user("anna")
    client.force_login(user)
    return user


@pytest.mark.parametrize(("default", "selected"), [("", "random-1"), ("first-1", "first-1")])
def test_form_begins_with_the_default_policy(
    monkeypatch: pytest.MonkeyPatch, client: Client, default: str, selected: str
) -> None:
    policies = {"first-1": First, "first-2": First, "random-1": Random}
    game = replace(SYSTEM, policies=policies, default_policy=default)
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": game})
    page = client.get("/simulations/new/").content.decode()
    assert f'<option value="{selected}" selected>' in page


def test_simulation_without_an_account(client: Client) -> None:
    response = client.post("/simulations/new/", FORM)
    assert response.status_code == 302
    batch = Batch.objects.get()
    assert response.url == f"/simulations/{batch.token}/"
    assert batch.owner is None
    waiting = client.get(response.url)
    assert "every 300ms" in waiting.content.decode()
    assert '<noscript><meta http-equiv="refresh"' in waiting.content.decode()
    assert client.get(f"{response.url}live/").status_code == 200
    play_all(batch)
    done = client.get(f"{response.url}live/")
    assert done.status_code == 286, "the browser stops polling"
    assert "hx-trigger" not in done.content.decode()
    page = client.get(response.url).content.decode()
    assert WINDY in page
    assert "a lantern shines" in page
    assert batch.policy in page
    assert batch.token in client.get("/simulations/").content.decode()


def test_page_is_public_but_only_the_owner_cancels(client: Client, anna: Any) -> None:
    batch = start_batch(user=anna)
    stranger = Client()
    assert stranger.get(f"/simulations/{batch.token}/").status_code == 200
    assert "Cancel" not in stranger.get(f"/simulations/{batch.token}/").content.decode()
    assert stranger.post(f"/simulations/{batch.token}/cancel/").status_code == 404
    assert stranger.post(f"/simulations/{batch.token}/resume/").status_code == 404
    assert batch.token not in stranger.get("/simulations/").content.decode()
    assert client.post(f"/simulations/{batch.token}/cancel/").status_code == 302
    batch.refresh_from_db()
    assert batch.state == Batch.State.CANCELLED
    assert "Play on" in client.get(f"/simulations/{batch.token}/").content.decode()
    assert client.post(f"/simulations/{batch.token}/resume/").status_code == 302
    batch.refresh_from_db()
    assert batch.is_active


def test_form_is_prefilled_with_a_deck(client: Client, anna: Any) -> None:
    deck = deck_create(owner=anna, decklist=SYSTEM.reference_deck(WINDY).deck)
    page = client.get(f"/simulations/new/?deck={deck.current_id}").content.decode()
    assert f'value="version:{deck.current_id}" selected' in page
    assert f'value="reference:{BRIGHT}" selected' in client.get(f"/simulations/new/?deck={BRIGHT}").content.decode()
    assert "Nonsense!" in client.get("/simulations/new/?deck=Nonsense!").content.decode()
    link = f"/simulations/new/?deck={deck.current_id}"
    assert link in client.get(f"/decks/{deck.pk}/").content.decode()
    assert link in client.get(f"/decks/{deck.pk}/1/").content.decode()
    client.post("/simulations/new/", FORM | {"deck": f"version:{deck.current_id}"})
    assert Batch.objects.get().entrants.first().version == deck.current


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"free_games": "0"}, "0 is not a whole number from 2 to 100000."),
        ({"free_games": ""}, "This field is required."),
        ({"deck": "reference:Nobody"}, "Nobody"),
        ({"deck": "version:77"}, "There is no deck version &#x27;77&#x27; that you may see."),
        ({"deck": "text", "text": "Bag\n1 Nothing of that name\n"}, "Nothing of that name"),
        ({"text": "Bag\n1 Nothing of that name\n"}, "Nothing of that name"),
        ({"deck": "text", "text": ""}, "A decklist is a text"),
        ({"deck": "text", "text": "\x00\u202e"}, "This cannot be simulated yet"),
        ({"kind": "chosen"}, "choose at least one deck"),
        ({"kind": "table"}, "at least two decks"),
        ({"policy": "genius"}, "genius"),
        ({"seed": "-1"}, "is not a whole number"),
        ({"seed": "9" * 40}, "is not a whole number"),
        ({"free_games": "100000"}, "are too many"),
        ({"until": "0.5"}, "0.5"),
    ],
)
def test_error_is_shown_beside_the_field(client: Client, changes: dict[str, str], message: str) -> None:
    response = client.post("/simulations/new/", FORM | changes)
    assert response.status_code == 400
    assert message in response.content.decode()
    assert not Batch.objects.exists()


def test_all_errors_are_shown_at_once(client: Client) -> None:
    """Errors of the form's fields and of the request."""
    response = client.post(
        "/simulations/new/",
        FORM | {"deck": "text", "text": "1 Nothing", "seed": "x", "games": "free", "free_games": "1"},
    )
    page = response.content.decode()
    assert response.status_code == 400
    assert "Enter a whole number." in page
    assert "1 is not a whole number from 2" in page
    assert "cannot be played" in page
    assert page.count('class="field-errors"') == 3, "each once"
    crowd = client.post("/simulations/new/", FORM | {"seed": "x", "kind": "chosen", "others": ["version:1"] * 3})
    assert crowd.status_code == 400


@pytest.mark.parametrize(("language", "number"), [("en", "1,000"), ("es", "1\xa0000"), ("it", "1.000")])
def test_numbers_of_games_are_localized(client: Client, language: str, number: str) -> None:
    page = client.get("/simulations/new/", headers={"accept-language": language}).content.decode()
    assert f"<span>{number}</span>" in page


def test_private_deck_of_another_user_is_refused(client: Client) -> None:
    owner = get_user_model().objects.create_user("owner")
    deck = deck_create(owner=owner, decklist=SYSTEM.reference_deck(WINDY).deck)
    response = client.post("/simulations/new/", FORM | {"deck": f"version:{deck.current_id}"})
    assert response.status_code == 400
    assert "that you may see" in response.content.decode()


def test_visitors_are_throttled(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StartThrottle, "rates", {"visitor": "2/hour", "user": "2/hour"})
    for seed in ("1", "2"):
        assert client.post("/simulations/new/", FORM | {"seed": seed}).status_code == 302
        play_all(Batch.objects.first())
    assert client.post("/simulations/new/", FORM | {"seed": "4"}).status_code == 429


def test_csv_and_json_exports(client: Client, anna: Any) -> None:
    text = "// =HYPERLINK(1)\nCharm\n1 Moonstone\nBag\n3 Candle\n3 Torch\n"
    batch = play_all(start_batch(batch_params(deck={"text": text}), user=anna))
    response = client.get(f"/simulations/{batch.token}/results.csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert rows[0]["first"] == "'=HYPERLINK(1)", "a name must not become a formula"
    assert [row["second"] for row in rows[:2]] == [BRIGHT, WINDY]
    assert rows[0]["games"] == "40"
    data = client.get(f"/simulations/{batch.token}/results.json").json()
    assert data["state"] == "done"
    assert data["overall"]["interval"][0] <= data["overall"]["score"] <= data["overall"]["interval"][1]
    assert data["matchups"][0]["cards"]["first"]
    assert f"simulation {batch.token}, 80 games, policy random-1, rules 1" in data["citation"]


def test_early_stop_is_marked(client: Client, anna: Any) -> None:
    batch = play_all(start_batch(batch_params(against=[{"reference": BRIGHT}], games=400, until=0.05), user=anna))
    page = client.get(f"/simulations/{batch.token}/").content.decode()
    assert '<span class="badge">stopped</span>' in page
    assert "Its sample was not fixed beforehand" in page


@pytest.mark.parametrize("path", ["", "live/", "results.csv", "results.json"])
def test_unknown_token_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/simulations/nothing/{path}").status_code == 404


def test_number_of_queries_is_bounded(client: Client, anna: Any, django_assert_max_num_queries: Any) -> None:
    batch = start_batch(user=anna)
    chunk_play_next()
    for seed in range(4):
        start_batch(batch_params(seed=seed), user=anna)
    client.get("/about/")  # the first request of a session is written down
    with django_assert_max_num_queries(6):
        client.get("/simulations/")
    with django_assert_max_num_queries(10):
        client.get(f"/simulations/{batch.token}/")
    with django_assert_max_num_queries(10):
        client.get(f"/simulations/{batch.token}/live/")


def test_report_of_a_million_games_is_small(client: Client, anna: Any, django_assert_max_num_queries: Any) -> None:
    batch = play_all(start_batch(user=anna))
    for row in batch.matchups.all():
        row.figures["pairs"] = [100_000, 50_000, 150_000, 50_000, 150_000]
        row.figures["games"] = 1_000_000
        row.outcomes = "2" * 500_000
        row.save()
    client.get("/about/")  # the first request of a session is written down
    with django_assert_max_num_queries(10):
        page = client.get(f"/simulations/{batch.token}/")
    assert page.status_code == 200
    assert len(page.content) < 40_000


@pytest.mark.parametrize("language", ["es", "it"])
def test_svg_numbers_have_decimal_points(client: Client, anna: Any, language: str) -> None:
    batch = play_all(start_batch(user=anna))
    with translation.override("en"):  # restores the language for the next test
        page = client.get(f"/simulations/{batch.token}/", headers={"accept-language": language}).content.decode()
    assert 'x="0.00"' in page or 'width="' in page
    assert ',0"' not in page.split("<svg")[1].split("</svg>")[0]
