"""Comparison of versions and decks on common seeds, and its permissions."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from decks.models import DeckVersion
from decks.services import deck_create, version_save
from simulator.engine.decks import decklist
from simulator.engine.matches.totals import half_points
from simulator.engine.statistics.intervals import paired_difference
from simulator.reports.comparison import compare_entrants, compare_versions
from tests.simulator.batches.playing import TABLE, WINDY, batch_params, play_all, start_batch
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


def test_difference_of_versions_is_that_of_their_pairs(client: Client, anna: Any, versions: Any) -> None:
    client.force_login(anna)
    address = f"/ratings/compare/{versions[0].pk}/{versions[1].pk}/"
    assert "no games with common seeds" in client.get(address).content.decode()
    runs = []
    for version in versions:
        raw = batch_params(deck={"version": version.pk}, against=[{"reference": WINDY}])
        batch = play_all(start_batch(raw, user=anna))
        runs.append(half_points(batch.matchups.get().outcomes))
    comparison = compare_versions(*versions)
    assert comparison.difference == paired_difference(*runs)
    assert comparison.opponents == 1
    page = client.get(address).content.decode()
    assert "Smallest difference" in page
    assert client.get(f"/decks/{versions[0].deck_id}/compare/?before=1&after=2").status_code == 200


def test_version_is_not_compared_with_itself(client: Client, anna: Any, versions: Any) -> None:
    client.force_login(anna)
    page = client.get(f"/ratings/compare/{versions[0].pk}/{versions[0].pk}/").content.decode()
    assert "one version twice" in page
    assert "/simulations/new/?deck=" not in page


def test_versions_of_other_users_are_not_found(client: Client, versions: Any) -> None:
    assert client.get(f"/ratings/compare/{versions[0].pk}/{versions[1].pk}/").status_code == 404
    assert client.get("/ratings/compare/1/99999999999999999/").status_code == 404


def test_decks_of_a_table_are_compared_by_common_opponents(client: Client) -> None:
    batch = play_all(start_batch(batch_params(table=TABLE, games=200)))
    rows = {(row.first.number, row.second.number): half_points(row.outcomes) for row in batch.matchups.all()}
    first, second, _third = batch.entrants.all()
    comparison = compare_entrants(first, second, batch=batch)
    assert comparison.difference == paired_difference(rows[0, 2], rows[1, 2]), "without their own match-up"
    assert comparison.opponents == 1
    assert comparison.is_fixed
    reverse = compare_entrants(second, first, batch=batch)
    assert reverse.difference is not None
    assert reverse.difference.value == pytest.approx(-comparison.difference.value)
    assert (
        f'action="/simulations/{batch.token}/compare/"' in client.get(f"/simulations/{batch.token}/").content.decode()
    )
    page = client.get(f"/simulations/{batch.token}/compare/?before=0&after=1").content.decode()
    assert "Smallest difference" in page
    itself = client.get(f"/simulations/{batch.token}/compare/?before=0&after=0").content.decode()
    assert "do not tell which one is stronger" in itself


@pytest.mark.parametrize("query", ["", "?before=0", "?before=0&after=9", "?before=x&after=1", "?before=0&after=-1"])
def test_unknown_decks_of_a_table_are_not_found(client: Client, query: str) -> None:
    batch = start_batch(batch_params(table=TABLE))
    assert client.get(f"/simulations/{batch.token}/compare/{query}").status_code == 404


def test_unfinished_matchups_are_not_compared(client: Client) -> None:
    batch = start_batch(batch_params(table=TABLE))
    page = client.get(f"/simulations/{batch.token}/compare/?before=0&after=1").content.decode()
    assert "no finished games against the same decks" in page


def test_comparison_marks_early_stop(client: Client, anna: Any, versions: Any) -> None:
    client.force_login(anna)
    for version in versions:
        batch = play_all(
            start_batch(batch_params(deck={"version": version.pk}, against=[{"reference": WINDY}]), user=anna)
        )
    address = f"/ratings/compare/{versions[0].pk}/{versions[1].pk}/"
    assert compare_versions(*versions).is_fixed
    assert "stopped early" not in client.get(address).content.decode()
    batch.matchups.update(stopped_early=True)
    assert not compare_versions(*versions).is_fixed
    assert "stopped early" in client.get(address).content.decode()
