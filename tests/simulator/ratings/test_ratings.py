"""Ratings, fitted by a worker from finished batches.

The same games count once, and private decks stay unnamed.
"""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from decks.models import Deck
from decks.services import deck_create, version_save
from simulator import games
from simulator.batches.chunks import chunk_play_next
from simulator.batches.services import batch_cancel
from simulator.engine.decks import decklist
from simulator.models.ratings import CardRecord, LeaderRating, Rating, RatingPoint, RatingRun
from simulator.ratings.history import deck_history, history_chart
from simulator.ratings.leaders import _find_outdated
from simulator.ratings.services import leading_policy
from simulator.tasks import fit_ratings
from tests.simulator.batches.playing import BRIGHT, TABLE, WINDY, batch_params, play_all, start_batch
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


def test_finished_batch_makes_ratings_due(client: Client) -> None:
    assert "No deck is rated yet" in client.get("/ratings/").content.decode()
    play_all(start_batch())
    assert RatingRun.objects.due().count() == 1
    fit()
    assert not RatingRun.objects.due().exists()
    references = Rating.objects.all()
    expected = {reference.deck.content_hash for reference in SYSTEM.reference_decks()}
    assert {rating.content_hash for rating in references} == expected
    assert sum(rating.points for rating in references) / len(references) == pytest.approx(1500)
    page = client.get("/ratings/").content.decode()
    assert BRIGHT in page
    assert WINDY in page


def test_ladder_tells_where_one_number_misleads(client: Client) -> None:
    """Only match-ups with reference decks are named, so that private decks stay unnamed."""
    play_all(start_batch(batch_params(table=TABLE, games=60)))
    fit()
    rated = {rating.content_hash: rating for rating in Rating.objects.all()}
    assert len(rated) == 3
    assert all(rating.misfit is not None for rating in rated.values())
    references = {reference.deck.content_hash for reference in SYSTEM.reference_decks()}
    (third,) = rated.keys() - references
    (best, best_score, low, high, expected), (worst, worst_score, *_) = rated[third].matchups
    assert {best, worst} == references
    assert low <= best_score <= high
    assert worst_score <= best_score
    assert 0 < expected < 1
    rung = client.get("/api/v1/ratings/?system=toy").json()
    assert {one["name"] for one in (rung if isinstance(rung, list) else rung["results"])} == {BRIGHT, WINDY}
    assert "hides good and bad match-ups" in client.get("/ratings/").content.decode()


def test_same_games_count_once() -> None:
    play_all(start_batch())
    fit()
    before = list(Rating.objects.values_list("points", "games"))
    play_all(start_batch(batch_params(games=20)))
    fit()
    assert list(Rating.objects.values_list("points", "games")) == before, "the first of those forty were played before"


def test_private_deck_is_rated_but_not_named(client: Client, secret: Deck, django_assert_max_num_queries: Any) -> None:
    play_all(start_batch(batch_params(table=TABLE)))
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
    ladder = client.get("/api/v1/ratings/").json()
    rung = next(row for row in ladder["results"] if row["name"] == "Secret")
    assert ladder["count"] == 3
    assert round(rung["rating"]) == secret.rating
    assert rung["interval"][0] < rung["rating"] < rung["interval"][1]
    assert rung["status"] in ("preliminary", "usable", "established")


@pytest.mark.parametrize("page", ["0", "-1", "2", "x", "9" * 40, "١"])
def test_missing_page_is_quoted(client: Client, page: str) -> None:
    answer = client.get("/api/v1/ratings/", {"page": page})
    assert answer.status_code == 404
    assert page[:40] in answer.json()["detail"]


def test_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/ratings/?system=chess").status_code == 404
    assert client.get("/api/v1/ratings/?system=chess").status_code == 404


def deck_with_two_rated_versions(anna: Any) -> Deck:
    """A deck with two versions, both played and rated."""
    deck = deck_create(owner=anna, decklist=replace(SYSTEM.reference_deck(BRIGHT).deck, name="Mine"))
    later, _ = decklist.read(TABLE[2]["text"], system=SYSTEM)
    version_save(deck=deck, author=anna, decklist=replace(later, name="Mine"), message="More candles", parent=1)
    first, second = deck.versions.order_by("number")
    for version in (first, second):
        play_all(start_batch(batch_params(deck={"version": version.pk}, against=[{"reference": WINDY}]), user=anna))
    fit()
    return deck


def test_history_lists_every_version(client: Client) -> None:
    anna = get_user_model().objects.create_user("anna")
    deck = deck_with_two_rated_versions(anna)
    path, api = f"/ratings/decks/{deck.pk}/", f"/api/v1/ratings/decks/{deck.pk}/"
    assert client.get(path).status_code == client.get(api).status_code == 404, "a private deck"
    client.force_login(anna)
    versions = client.get(api).json()
    assert [version["version"] for version in versions] == [2, 1]
    for version in versions:
        rating = Rating.objects.get(content_hash=version["content_hash"])
        (point,) = version["history"]
        assert point["rating"] == round(rating.points, 1)
        assert point["interval"] == [round(rating.low, 1), round(rating.high, 1)]
    page = client.get(path).content.decode()
    assert page.count("history-mark") == 2
    assert "More candles" in page
    assert f"/ratings/compare/{versions[1]['id']}/{versions[0]['id']}/" in page
    assert path in client.get(f"/decks/{deck.pk}/history/").content.decode()


def test_one_point_per_day() -> None:
    play_all(start_batch())
    fit()
    RatingPoint.objects.update(points=0.0)
    RatingRun.objects.update(fitted_at=None)
    fit()
    assert RatingPoint.objects.count() == 2, "one for each deck"
    assert not RatingPoint.objects.filter(points=0.0).exists(), "the last of the day counts"
    RatingPoint.objects.update(day="2020-01-01", cards_version="old")
    RatingRun.objects.update(fitted_at=None)
    fit()
    assert RatingPoint.objects.count() == 4


def test_points_of_older_cards_are_marked_in_the_chart() -> None:
    anna = get_user_model().objects.create_user("anna")
    deck = deck_with_two_rated_versions(anna)
    RatingPoint.objects.filter(content_hash=deck.versions.get(number=1).content_hash).update(cards_version="old")
    picture = history_chart(deck_history(deck))
    assert picture is not None
    assert [(mark.version, mark.is_current) for mark in picture.marks] == [(1, False), (2, True)]
    heights = [float(height) for height, _ in picture.lines]
    for mark in picture.marks:
        assert min(heights) <= float(mark.top) <= float(mark.y) <= float(mark.bottom) <= max(heights)


def test_leading_cards_are_rated_by_their_decks(client: Client) -> None:
    play_all(start_batch(batch_params(table=TABLE)))
    fit()
    leaders = client.get("/api/v1/ratings/leaders/").json()
    assert sum(leader["decks"] for leader in leaders) == len(TABLE)
    ratings = [leader["rating"] for leader in leaders]
    assert ratings == sorted(ratings, reverse=True)
    for leader in leaders:
        assert leader["interval"][0] < leader["rating"] < leader["interval"][1]
    assert all(leader["status"] == "preliminary" for leader in leaders if leader["decks"] == 1)
    page = client.get("/ratings/").content.decode()
    assert all(f">{leader['name']}</a>" in page for leader in leaders)
    assert client.get("/api/v1/ratings/leaders/?system=chess").status_code == 404


def test_versions_of_one_deck_count_once_for_its_leader() -> None:
    anna = get_user_model().objects.create_user("anna")
    deck = deck_with_two_rated_versions(anna)
    old, new = deck.versions.order_by("number")
    hashes = [old.content_hash, new.content_hash]
    assert _find_outdated(hashes) == {old.content_hash}
    deck_create(owner=anna, decklist=SYSTEM.reference_deck(BRIGHT).deck)
    assert _find_outdated(hashes) == set(), "it is the newest of another deck"


def test_reference_deck_counts_although_it_is_an_old_version() -> None:
    anna = get_user_model().objects.create_user("anna")
    deck_with_two_rated_versions(anna)
    assert sum(LeaderRating.objects.values_list("decks", flat=True)) == 3


def test_matchup_that_stopped_early_is_not_rated() -> None:
    batch = play_all(start_batch())
    batch.matchups.update(stopped_early=True)
    fit()
    assert not Rating.objects.exists()
    assert not CardRecord.objects.exists()


def test_cancelled_batch_is_not_rated() -> None:
    batch = start_batch(batch_params(games=400))
    chunk_play_next()
    batch_cancel(batch)
    assert not RatingRun.objects.exists()


def test_ratings_of_a_retired_policy_give_way_to_those_of_today(client: Client) -> None:
    """A policy of older rules may have many more games; the ladder starts over all the same."""
    play_all(start_batch())
    fit()
    for rating in Rating.objects.all():
        old = {"policy": "old-1", "rules_version": "0", "games": 10_000}
        Rating.objects.create(
            system="toy", cards_version=rating.cards_version, content_hash=rating.content_hash, points=1500, low=1490,
            high=1510, opponents=9, **old,
        )  # fmt: skip
    assert leading_policy("toy") == "random-1"
    assert "No deck is rated yet" not in client.get("/ratings/").content.decode()


def test_history_keeps_the_points_of_a_retired_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = deck_with_two_rated_versions(get_user_model().objects.create_user("anna"))
    before = sum(len(item.points) for item in deck_history(deck))
    RatingPoint.objects.update(policy="old-1", rules_version="0")
    game = replace(SYSTEM, retired_policies={"old-1": "0"})
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": game})
    assert sum(len(item.points) for item in deck_history(deck)) == before > 0
