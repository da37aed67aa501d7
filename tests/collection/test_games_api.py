"""The games as an API, and `game` as another name of `system`."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from simulator import games
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {**games.systems(), "toy": SYSTEM}
    monkeypatch.setattr(games, "systems", lambda **_: installed)


def test_every_game_is_described(client: Client) -> None:
    listed = client.get("/api/v1/games/?shape=page").json()["results"]
    assert listed[0]["code"] == "signum"
    toy = next(game for game in listed if game["code"] == "toy")
    assert toy["names"] == {"en": "Lanterns", "es": "Faroles", "it": "Lanterne"}
    assert toy["seats"] == [2, 3, 4]
    assert [section["code"] for section in toy["sections"]] == ["charm", "bag"]
    assert toy["default_policy"] in toy["policies"]
    options = {option["code"]: option for option in toy["options"]}
    assert (options["last_turn"]["kind"], options["last_turn"]["default"], options["last_turn"]["most"]) == (
        "number",
        30,
        60,
    )
    assert options["teams"]["seats"] == [4]
    assert client.get("/api/v1/games/toy/").json() == toy


def test_unknown_game_is_named(client: Client) -> None:
    answer = client.get("/api/v1/games/chess/")
    assert answer.status_code == 404
    assert "chess" in answer.json()["detail"]


@pytest.mark.parametrize("address", ["keywords/", "cards/bulk/"])
def test_game_means_the_same_as_system(client: Client, address: str) -> None:
    by_game, by_system = (client.get(f"/api/v1/{address}?{name}=toy").content for name in ("game", "system"))
    assert by_game == by_system != client.get(f"/api/v1/{address}").content


def test_game_is_accepted_in_a_body(client: Client) -> None:
    deck = {"text": "Charm\n1 Moonstone\n\nBag\n3 Candle\n3 Torch\n"}
    for name in ("game", "system"):
        answer = client.post("/api/v1/decks/parse/", {**deck, name: "toy"}, content_type="application/json").json()
        assert (answer["system"], answer["problems"]) == ("toy", [])


def test_an_empty_game_and_an_empty_name_change_nothing(client: Client) -> None:
    plain = client.get("/api/v1/keywords/?system=toy").content
    assert client.get("/api/v1/keywords/?system=toy&game=").content == plain
    assert client.get("/api/v1/keywords/?system=toy&=zzz").content == plain


@pytest.mark.parametrize("address", ["decks/", "decks/?mine=1", "formats/", "collection/", "simulations/", "ratings/"])
def test_lists_take_one_game_and_refuse_unknown_ones(client: Client, address: str) -> None:
    client.force_login(get_user_model().objects.create_user("anna"))
    mark = "&" if "?" in address else "?"
    assert client.get(f"/api/v1/{address}{mark}game=toy").status_code == 200
    answer = client.get(f"/api/v1/{address}{mark}game=chess")
    assert answer.status_code == 404
    assert "chess" in answer.json()["detail"]


def test_formats_of_one_game(client: Client) -> None:
    formats = client.get("/api/v1/formats/?game=toy").json()
    assert {row["system"] for row in formats} == {"toy"}
    assert client.get("/api/v1/formats/short/?game=toy").json()["system"] == "toy"
    assert client.get("/api/v1/formats/short/?game=signum").status_code == 404
