"""Replays of a game that tells its games without pictures, draws them, or does neither."""

from html import unescape

import pytest
from django.test import Client

from simulator import games
from simulator.engine.game_system import GameSystem
from simulator.models.batches import Batch
from simulator.replays import load_replay
from tests.simulator.batches.playing import BRIGHT, WINDY, batch_params, play_all, start_batch
from tests.simulator.guests import DRAWN, TOLD
from tests.toy import SYSTEM as SILENT

pytestmark = pytest.mark.django_db


def play_batch(monkeypatch: pytest.MonkeyPatch, system: GameSystem) -> Batch:
    """Two games of the toy as the only game."""
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": system})
    load_replay.cache_clear()
    raw = batch_params(system="toy", games=2, against=[{"reference": WINDY}])
    return play_all(start_batch(raw))


@pytest.fixture(autouse=True)
def _forget_replays() -> None:
    load_replay.cache_clear()


def address(batch: Batch) -> str:
    return f"/simulations/{batch.token}/games/0/0/0/"


def text_of(client: Client, url: str, **params: str) -> str:
    answer = client.get(url, params)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_a_game_without_pictures_is_told_in_sentences(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = play_batch(monkeypatch, TOLD)
    assert "/games/0/0/" in text_of(client, f"/simulations/{batch.token}/")
    page = text_of(client, address(batch))
    assert f"{BRIGHT}: " in page or f"{WINDY}: " in page
    assert '<svg class="field"' not in page
    assert "Show the hands" not in page
    assert "replay-seats" not in page
    text = text_of(client, f"{address(batch)}game.txt")
    steps = client.get(f"/api/v1/simulations/{batch.token}/replays/0/0/0/").json()["steps"]
    said = [sentence["text"] for step in steps for sentence in step["said"]]
    assert said
    assert all(sentence in text for sentence in said)


def test_a_game_that_is_neither_drawn_nor_told_offers_no_link(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = play_batch(monkeypatch, SILENT)
    assert "/games/" not in text_of(client, f"/simulations/{batch.token}/")
    for url in (address(batch), f"{address(batch)}game.txt"):
        answer = client.get(url)
        assert answer.status_code == 404
        assert "Replays are not available for Lanterns" in answer.content.decode()
    api = client.get(f"/api/v1/simulations/{batch.token}/replays/0/0/0/")
    assert api.status_code == 404
    assert "Lanterns" in api.json()["detail"]


def test_a_game_names_its_own_picture(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = play_batch(monkeypatch, DRAWN)
    page = text_of(client, address(batch))
    assert 'aria-label="The shore"' in page
    assert "On each lantern: its light." in page
    assert "strength" not in page
    assert "battlefield" not in page
    assert 'viewBox="-6 -6 612 312"' in page, "every field is drawn equally wide"
    assert "Show the hands" in page
