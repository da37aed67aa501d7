"""How a card fared, on its page: nothing before there are games, then shares and an impact with its interval."""

import pytest
from django.test import Client

from collection.services import catalogue_load
from simulator.models.ratings import CardRecord, RatingRun
from simulator.ratings.card_records import card_records
from simulator.ratings.services import ratings_fit
from simulator.reports import cards
from tests.simulator.batches.playing import BRIGHT, TABLE, play_all, started, wish
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

POLICY = "random-1"


def fitted() -> None:
    ratings_fit(RatingRun.objects.get(system="toy", policy=POLICY))


def test_every_card_of_every_deck_has_a_record_after_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    # The toy's games are short: hardly a card is missing from many of them.
    monkeypatch.setattr(cards, "FEWEST_GAMES", 1)
    batch = play_all(started(wish(games=400)))
    fitted()
    met = {code for row in batch.matchups.all() for book in row.cards["decks"] for code in book}
    records = {record.code: record for record in CardRecord.objects.all()}
    assert records.keys() == met
    for record in records.values():
        assert record.opening <= record.drawn <= record.games
        assert record.impact is None or record.low < record.impact < record.high
    assert any(record.impact is not None for record in records.values())


def test_the_same_games_played_again_count_once() -> None:
    play_all(started(wish(games=40)))
    once = {record.code: record.games for record in card_records(SYSTEM, policy=POLICY)}
    play_all(started(wish(table=TABLE, games=40)))
    twice = {record.code: record.games for record in card_records(SYSTEM, policy=POLICY)}
    assert set(once) <= set(twice)
    play_all(started(wish(games=20)))
    assert {record.code: record.games for record in card_records(SYSTEM, policy=POLICY)} == twice


def test_a_cards_page_says_when_there_are_too_few_games_and_tells_the_figures_then(client: Client) -> None:
    catalogue_load(system=SYSTEM)
    code = SYSTEM.reference_deck(BRIGHT).deck.section("bag")[0][0]
    page = client.get(f"/cards/toy/{code}/").content.decode()
    assert "once decks with this card have played 200 games" in page
    play_all(started(wish(games=400)))
    fitted()
    page = client.get(f"/cards/toy/{code}/").content.decode()
    record = CardRecord.objects.get(code=code)
    assert f"{record.games} games of decks that hold it" in page
    CardRecord.objects.update(cards_version="older")
    assert "once decks with this card have played" in client.get(f"/cards/toy/{code}/").content.decode()
