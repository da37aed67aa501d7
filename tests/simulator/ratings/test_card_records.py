"""Card records on a card's page: shares and impact, with enough games."""

import pytest
from django.test import Client

from collection.services import catalogue_load
from simulator.models.ratings import CardRecord, RatingRun
from simulator.ratings.card_records import card_records
from simulator.ratings.services import ratings_fit
from simulator.reports import cards
from tests.simulator.batches.playing import BRIGHT, TABLE, batch_params, play_all, start_batch
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

POLICY = "random-1"


def fit() -> None:
    ratings_fit(RatingRun.objects.get(system="toy", policy=POLICY))


def test_batch_gives_every_card_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    # Games of the toy system are so short that most cards are seen in almost all of them.
    monkeypatch.setattr(cards, "MIN_GAMES", 1)
    batch = play_all(start_batch(batch_params(games=400)))
    fit()
    met = {code for row in batch.matchups.all() for book in row.cards["decks"] for code in book}
    records = {record.code: record for record in CardRecord.objects.all()}
    assert records.keys() == met
    for record in records.values():
        assert record.opening <= record.drawn <= record.games
        assert record.impact is None or record.low < record.impact < record.high
    assert any(record.impact is not None for record in records.values())


def test_same_games_count_once() -> None:
    play_all(start_batch(batch_params(games=40)))
    once = {record.code: record.games for record in card_records(SYSTEM, policy=POLICY)}
    play_all(start_batch(batch_params(table=TABLE, games=40)))
    twice = {record.code: record.games for record in card_records(SYSTEM, policy=POLICY)}
    assert set(once) <= set(twice)
    play_all(start_batch(batch_params(games=20)))
    assert {record.code: record.games for record in card_records(SYSTEM, policy=POLICY)} == twice


def test_card_page_shows_figures_only_with_enough_games(client: Client) -> None:
    catalogue_load(system=SYSTEM)
    code = SYSTEM.reference_deck(BRIGHT).deck.section("bag")[0][0]
    page = client.get(f"/cards/toy/{code}/").content.decode()
    assert "once decks with this card have played 200 games" in page
    play_all(start_batch(batch_params(games=400)))
    fit()
    page = client.get(f"/cards/toy/{code}/").content.decode()
    record = CardRecord.objects.get(code=code)
    assert f"{record.games} games of decks that hold it" in page
    CardRecord.objects.update(cards_version="older")
    assert "once decks with this card have played" in client.get(f"/cards/toy/{code}/").content.decode()
