"""With several games installed, whoever names none means the one the site is about."""

import json

import pytest
from django.test import Client

from collection.games import first_game
from simulator import games
from simulator.games.signum import SYSTEM
from tests.toy import SYSTEM as TOY

pytestmark = pytest.mark.django_db


@pytest.fixture
def toy_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_pages_are_about_it(toy_comes_first: None, client: Client, path: str, word: str) -> None:
    assert word in client.get(path).content.decode()


def test_tools_get_it(toy_comes_first: None, client: Client) -> None:
    sent = json.dumps({"text": "Hero\n1 Herrick\n"})
    told = client.post("/api/v1/decks/parse/", sent, content_type="application/json").json()
    assert told["sections"] == {"hero": {"core-002": 1}}


def test_a_site_without_it_shows_the_first_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY})
    assert first_game() is TOY
