"""Two versions on common seeds: the luck cancels, and nobody compares what is not theirs to see."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from decks.models import DeckVersion
from decks.services import deck_create, version_save
from simulator.comparing import versions_compared
from simulator.engine import decklist
from simulator.engine.stats import paired_difference
from simulator.engine.totals import half_points
from tests.simulator.playing import TABLE, WINDY, play_all, started, wish
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


@pytest.fixture
def anna() -> Any:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def versions(anna: Any) -> tuple[DeckVersion, DeckVersion]:
    lists = [
        decklist.read(text, system=SYSTEM)[0]
        for text in (TABLE[2]["text"], TABLE[2]["text"].replace("3 Torch", "2 Torch\n1 Bonfire"))
    ]
    deck = deck_create(owner=anna, decklist=replace(lists[0], name="Mine"))
    before = deck.current
    return before, version_save(deck=deck, author=anna, decklist=replace(lists[1], name="Mine"), parent=before.number)


def test_the_difference_is_that_of_the_pairs(client: Client, anna: Any, versions: Any) -> None:
    client.force_login(anna)
    address = f"/ratings/compare/{versions[0].pk}/{versions[1].pk}/"
    assert "no games with common seeds" in client.get(address).content.decode()
    runs = []
    for version in versions:
        asked = wish(deck={"version": version.pk}, against=[{"reference": WINDY}])
        batch = play_all(started(asked, user=anna))
        runs.append(half_points(batch.matchups.get().outcomes))
    comparison = versions_compared(*versions)
    assert comparison.difference == paired_difference(*runs)
    assert comparison.opponents == 1
    page = client.get(address).content.decode()
    assert "Smallest difference" in page
    assert client.get(f"/decks/{versions[0].deck_id}/compare/?before=1&after=2").status_code == 200


def test_other_peoples_versions_are_not_found(client: Client, versions: Any) -> None:
    assert client.get(f"/ratings/compare/{versions[0].pk}/{versions[1].pk}/").status_code == 404
    assert client.get("/ratings/compare/1/99999999999999999/").status_code == 404
