"""The default game when several games are installed."""

import json

import pytest
from django.test import Client

from collection.games import first_game
from simulator import games
from simulator.games.signum import SYSTEM
from tests.toy import SYSTEM as TOY

pytestmark = pytest.mark.django_db


@pytest.fixture
def toy_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY, "signum": SYSTEM})


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/glossary/", "Magical Shot"),
        ("/cards/syntax/", "Grypharim"),
        ("/simulations/new/", "Lances at Dawn"),
        ("/decks/build/", "Battle deck"),
    ],
)
def test_pages_use_the_default_game(toy_is_first: None, client: Client, path: str, word: str) -> None:
    assert word in client.get(path).content.decode()


def test_api_uses_the_default_game(toy_is_first: None, client: Client) -> None:
    body = json.dumps({"text": "Hero\n1 Herrick\n"})
    deck = client.post("/api/v1/decks/parse/", body, content_type="application/json").json()
    assert deck["sections"] == {"hero": {"core-002": 1}}


def test_without_it_the_first_game_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY})
    assert first_game() is TOY
