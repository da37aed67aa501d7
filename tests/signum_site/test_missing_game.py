"""Rows of a game that is no longer installed: every address answers, lists name them, and nothing is lost."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from decks.models import Deck, Draft
from simulator import games
from simulator.batches.chunks import ChunkOutcome, chunk_play
from simulator.games.signum import SYSTEM
from simulator.models.batches import Chunk
from simulator.models.ratings import Rating, RatingRun
from simulator.ratings.services import ratings_fit
from tests.signum_site.permissions import Line, lines
from tests.signum_site.toy_rows import toy_rows
from tests.simulator.batches.playing import batch_params, start_batch

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_cards")]
SENTENCE = "This belongs to the game “toy”, which is not installed here"


@pytest.fixture
def owner(django_user_model: Any) -> Any:
    return django_user_model.objects.create_user("vera", is_staff=True)


@pytest.fixture
def names(owner: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Values of {names} in addresses, of rows of the toy game, which is then removed."""
    names = toy_rows(owner) | {"api_token": "1", "login": "1"}
    monkeypatch.setattr(games, "systems", lambda **_: {"signum": SYSTEM})
    return names


@pytest.fixture
def browser(owner: Any) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    return client


def filled(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    return text


def answers(browser: Client, names: dict[str, str]) -> Iterator[tuple[Line, Any]]:
    """Send every request of permissions.txt, with rows of the removed game; changes are undone."""
    for line in lines():
        address, body = (filled(text.replace("/signum/", "/toy/"), names) for text in (line.address, line.body))
        if address.startswith("/account/") and address != "/account/archive/":
            continue
        is_form = (bool(body) and not body.startswith("{")) or not address.startswith("/api/v1/")
        kind = "application/x-www-form-urlencoded" if is_form else "application/json"
        with transaction.atomic():
            response = browser.generic(line.method, address, body, content_type=kind)
            if response.streaming:
                list(response)  # the test client closes a stream that was read to its end
            yield line, response
            transaction.set_rollback(True)


def test_every_address_answers(browser: Client, names: dict[str, str]) -> None:
    failures = {f"{line.method} {line.address}": response.status_code for line, response in answers(browser, names)
                if response.status_code >= 500}  # fmt: skip
    assert failures == {}


@pytest.mark.parametrize("path", [
    "/decks/{deck}/", "/decks/{deck}/1/", "/decks/{deck}/edit/", "/decks/drafts/{draft}/", "/s/{link_token}/",
    "/decks/formats/{format}/", "/simulations/new/?deck={version}", "/reserve/?deck={deck}",
])  # fmt: skip
def test_page_of_a_row_says_which_game_is_missing(browser: Client, names: dict[str, str], path: str) -> None:
    response = browser.get(filled(path, names))
    assert response.status_code == 404
    assert SENTENCE in response.content.decode()


@pytest.mark.parametrize("path", ["decks/{deck}/", "decks/{deck}/versions/1/", "decks/{deck}/export/text/",
                                  "formats/{format}/"])  # fmt: skip
def test_api_says_which_game_is_missing(browser: Client, names: dict[str, str], path: str) -> None:
    response = browser.get(filled(f"/api/v1/{path}", names))
    assert response.status_code == 404
    assert SENTENCE in response.json()["detail"]


def test_refused_change_by_the_api_changes_nothing(browser: Client, names: dict[str, str]) -> None:
    path = filled("/api/v1/decks/{deck}/", names)
    assert browser.patch(path, {"notes": "Changed"}, content_type="application/json").status_code == 404
    assert Deck.objects.get(pk=names["deck"]).notes == "Mind the wind."


@pytest.mark.parametrize(("path", "name"), [("/decks/", "Bright Night"), ("/collection/", "Box"),
                                            ("/simulations/", "Bright Night"), ("/decks/", "Windy Night")])  # fmt: skip
def test_lists_name_rows_of_a_missing_game(browser: Client, names: dict[str, str], path: str, name: str) -> None:
    page = browser.get(path).content.decode()
    assert name in page
    assert "“toy”: not on this site" in page


def test_api_lists_contain_rows_of_a_missing_game(browser: Client, names: dict[str, str]) -> None:
    for path in ("decks/?mine=1", "collection/", "simulations/"):
        rows = browser.get(f"/api/v1/{path}").json()
        assert "toy" in {row["system"] for row in (rows["results"] if isinstance(rows, dict) else rows)}, path


def test_archive_contains_rows_of_a_missing_game(browser: Client, names: dict[str, str]) -> None:
    content = b"".join(browser.get("/account/archive/"))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        data = {name: json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")}
    texts = json.dumps(data)
    for text in ("Bright Night", "Windy league", "Box", "Mind the wind."):
        assert text in texts


def test_draft_of_a_missing_game_can_be_forgotten(browser: Client, names: dict[str, str]) -> None:
    browser.post(filled("/decks/drafts/{draft}/", names))
    assert not Draft.objects.filter(pk=names["draft"]).exists()


def test_ratings_of_a_missing_game_stay(names: dict[str, str]) -> None:
    run, before = RatingRun.objects.get(system="toy"), Rating.objects.filter(system="toy").count()
    ratings_fit(run)
    assert Rating.objects.filter(system="toy").count() == before > 0


def test_games_of_a_missing_game_are_not_tried_again(two_games: None, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = start_batch(batch_params(system="toy", games=4))
    monkeypatch.setattr(games, "systems", lambda **_: {"signum": SYSTEM})
    chunk = batch.chunks.all()[0]
    assert chunk_play(chunk.pk) == ChunkOutcome.FAILED
    chunk.refresh_from_db()
    assert chunk.state == Chunk.State.FAILED
    assert "the game toy, which is no longer installed" in chunk.fault
