"""Ratings: fitted from finished batches by a worker, the same games once, and no private deck has a name in them."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from decks.models import Deck
from decks.services import deck_create
from simulator.engine import decklist
from simulator.models import Rating, RatingRun
from simulator.tasks import fit_ratings
from tests.simulator.playing import BRIGHT, TABLE, WINDY, play_all, started, wish
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def fit() -> None:
    for run in RatingRun.objects.due():
        fit_ratings(run.pk)


@pytest.fixture
def secret() -> Deck:
    anna = get_user_model().objects.create_user("anna")
    deck, _ = decklist.read(TABLE[2]["text"], system=SYSTEM)
    return deck_create(owner=anna, decklist=replace(deck, name="Secret"))


def test_a_finished_batch_makes_ratings_due_and_a_worker_fits_them(client: Client) -> None:
    assert "No deck is rated yet" in client.get("/ratings/").content.decode()
    play_all(started())
    assert RatingRun.objects.due().count() == 1
    fit()
    assert not RatingRun.objects.due().exists()
    references = Rating.objects.all()
    assert {rating.content_hash for rating in references} == {one.deck.content_hash for one in SYSTEM.reference_decks()}
    assert sum(rating.points for rating in references) / len(references) == pytest.approx(1500)
    page = client.get("/ratings/").content.decode()
    assert BRIGHT in page
    assert WINDY in page


def test_the_same_games_count_once() -> None:
    play_all(started())
    fit()
    before = list(Rating.objects.values_list("points", "games"))
    play_all(started(wish(games=20)))
    fit()
    assert list(Rating.objects.values_list("points", "games")) == before, "the first of those forty were played before"


def test_a_private_deck_is_rated_and_not_named(
    client: Client, secret: Deck, django_assert_max_num_queries: Any
) -> None:
    play_all(started(wish(table=TABLE)))
    fit()
    assert Rating.objects.count() == 3
    secret.refresh_from_db()
    assert secret.rating is not None
    client.force_login(secret.owner)
    assert f"Rating {secret.rating}" in client.get(f"/decks/{secret.pk}/").content.decode()
    client.logout()
    assert "Secret" not in client.get("/ratings/").content.decode()
    assert secret.current.content_hash not in client.get("/api/v1/ratings/").content.decode()
    Deck.objects.filter(pk=secret.pk).update(visibility=Deck.Visibility.PUBLIC)
    with django_assert_max_num_queries(6):
        assert "Secret" in client.get("/ratings/").content.decode()
    told = client.get("/api/v1/ratings/").json()
    mine = next(one for one in told["results"] if one["name"] == "Secret")
    assert told["count"] == 3
    assert round(mine["rating"]) == secret.rating
    assert mine["interval"][0] < mine["rating"] < mine["interval"][1]
    assert mine["status"] in ("preliminary", "usable", "established")


@pytest.mark.parametrize("page", ["0", "-1", "2", "x", "9" * 40, "١"])
def test_a_page_that_is_not_there_is_named(client: Client, page: str) -> None:
    answer = client.get("/api/v1/ratings/", {"page": page})
    assert answer.status_code == 404
    assert page[:40] in answer.json()["detail"]


def test_another_game_is_not_found(client: Client) -> None:
    assert client.get("/ratings/?system=chess").status_code == 404
    assert client.get("/api/v1/ratings/?system=chess").status_code == 404
