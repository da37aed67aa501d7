"""Export and import of simulations: complete, once, never trusted."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from simulator.archive import simulations
from simulator.archive.simulations import preview_simulations, serialize_simulations
from simulator.models.batches import Batch
from simulator.models.ratings import CardRecord, Rating, RatingRun
from simulator.ratings.services import ratings_fit, ratings_request
from tests.simulator.batches.playing import BRIGHT, TABLE, WINDY, batch_params, play_all, start_batch
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


@pytest.fixture
def anna() -> Any:
    return get_user_model().objects.create_user("anna")


@pytest.fixture
def bruno() -> Any:
    return get_user_model().objects.create_user("bruno")


def export(owner: Any) -> dict[str, Any]:
    """The data as it is in a file."""
    data = {"simulations": list(serialize_simulations(owner=owner))}
    return json.loads(json.dumps(data, cls=DjangoJSONEncoder))


def comparable(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The simulations without the fields that an import changes."""
    changed = ("token", "citation", "state")
    return [{key: value for key, value in row.items() if key not in changed} for row in data["simulations"]]


def import_all(owner: Any, data: dict[str, Any]) -> list[str]:
    items = preview_simulations(owner=owner, data=data)
    for item in items:
        if item.take_in:
            item.take_in()
    return [str(item.state) for item in items]


def test_export_holds_decks_seeds_and_sums(anna: Any, bruno: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = play_all(start_batch(user=anna))
    start_batch(batch_params(seed=8), user=bruno)
    (row,) = export(anna)["simulations"]
    assert (row["token"], row["seed"], row["games"], row["state"]) == (batch.token, 7, 40, "done")
    assert row["entrants"][0]["name"] == BRIGHT
    assert "Candle" in row["entrants"][0]["text"] or "Torch" in row["entrants"][0]["text"]
    assert [matchup["figures"]["games"] for matchup in row["matchups"]] == [40] * len(SYSTEM.reference_decks())
    later = start_batch(batch_params(seed=9), user=anna)
    monkeypatch.setattr(simulations, "MAX_SIMULATIONS", 1)
    assert [row["token"] for row in export(anna)["simulations"]] == [later.token]


def test_import_restores_simulations_once(anna: Any, bruno: Any) -> None:
    play_all(start_batch(user=anna))
    play_all(start_batch(batch_params(table=TABLE, seed=8), user=anna))
    start_batch(batch_params(seed=9), user=anna)
    data = export(anna)
    assert import_all(bruno, data) == ["new"] * 3
    assert comparable(export(bruno)) == comparable(data)
    assert set(Batch.objects.filter(owner=bruno).values_list("state", flat=True)) == {"brought"}
    assert import_all(bruno, data) == import_all(bruno, export(bruno)) == import_all(anna, data) == ["known"] * 3
    assert import_all(anna, export(bruno)) == ["known"] * 3


def test_imported_test_keeps_its_verdict(anna: Any, bruno: Any, client: Client) -> None:
    play_all(start_batch(batch_params(against=[{"reference": WINDY}], test=0.2), user=anna))
    data = export(anna)
    assert import_all(bruno, data) == ["new"]
    assert comparable(export(bruno)) == comparable(data)
    batch = Batch.objects.get(owner=bruno)
    assert f"{BRIGHT} is better." in client.get(f"/simulations/{batch.token}/").content.decode()


def test_imported_simulation_is_marked_and_read_only(anna: Any, client: Client) -> None:
    play_all(start_batch())
    data = export_and_delete_all()
    import_all(anna, data)
    batch = Batch.objects.get(owner=anna)
    client.force_login(anna)
    page = client.get(f"/simulations/{batch.token}/").content.decode()
    assert "They were not played here" in page
    assert "Play on" not in page
    assert "brought in" in client.get("/simulations/").content.decode()
    assert client.get(f"/simulations/{batch.token}/games/0/0/0/").status_code == 410
    client.post(f"/simulations/{batch.token}/resume/")
    client.post(f"/simulations/{batch.token}/cancel/")
    batch.refresh_from_db()
    assert batch.state == "brought"
    for ending in ("csv", "json"):
        assert client.get(f"/simulations/{batch.token}/results.{ending}").status_code == 200


def export_and_delete_all() -> dict[str, Any]:
    owner = get_user_model().objects.create_user("osric")
    Batch.objects.update(owner=owner)
    data = export(owner)
    Batch.objects.all().delete()
    return data


def test_imported_simulation_counts_in_no_rating_and_is_not_reused(anna: Any) -> None:
    play_all(start_batch())
    assert import_all(anna, export_and_delete_all()) == ["new"]
    ratings_request(system="toy", policy="random@1")
    for policy in set(Batch.objects.values_list("policy", flat=True)):
        ratings_request(system="toy", policy=policy)
    for run in RatingRun.objects.due():
        ratings_fit(run)
    assert not Rating.objects.exists()
    assert not CardRecord.objects.exists()
    batch = start_batch(user=anna)
    assert batch.state == "queued", "games are played, whatever a file says about them"


FORGED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "kind": lambda row: row.update(kind="duel"),
    "seed": lambda row: row.update(seed=-1),
    "games": lambda row: row.update(games=10**30),
    "until": lambda row: row.update(until=float("nan")),
    "test": lambda row: row.update(test=0.5),
    "test of several match-ups": lambda row: row.update(test=0.05),
    "a deck that is none": lambda row: row["entrants"].__setitem__(0, 7),
    "no hash": lambda row: row["entrants"][0].update(content_hash="../x"),
    "an endless text": lambda row: row["entrants"][0].update(text="x" * 20_001),
    "a match-up too few": lambda row: row["matchups"].pop(),
    "no decks": lambda row: row.update(entrants=[], matchups=[]),
    "no sums": lambda row: row["matchups"][0].pop("figures"),
    "more won than played": lambda row: row["matchups"][0]["figures"].update(pairs=[0, 0, 0, 0, 21]),
    "other outcomes": lambda row: row["matchups"][0].update(outcomes="4" * 20),
    "no outcomes": lambda row: row["matchups"][0].update(outcomes="x"),
    "negative": lambda row: row["matchups"][0]["figures"].update(length=[-1, 0]),
    "a late turn": lambda row: row["matchups"][0]["figures"].update(endings={"cap": {"999999999": [40, 0, 0]}}),
    "more points than games": lambda row: row["matchups"][0]["cards"].update(builds=[{"a": [1, 3]}, {}]),
    "a card's pairs": lambda row: next(iter(row["matchups"][0]["cards"]["decks"][0].values())).update(pairs={"999": 1}),
    "samples": lambda row: row["matchups"][0].update(samples={"longest": [1, 20, 0]}),
    "a digest": lambda row: row["matchups"][0].update(digest="zz"),
    "seconds": lambda row: row["matchups"][0].update(seconds=float("inf")),
    "a truth for a number": lambda row: row["matchups"][0].update(played_pairs=True),
    "errors": lambda row: row["matchups"][0].update(errors=[{"number": 1}]),
    "more pairs than asked for": lambda row: row["matchups"][0].update(planned_pairs=21),
}  # fmt: skip


def test_impossible_sums_are_refused_with_a_message(anna: Any) -> None:
    play_all(start_batch())
    data = export_and_delete_all()
    for name, forge in FORGED.items():
        forged = copy.deepcopy(data)
        forge(forged["simulations"][0])
        (verdict,) = preview_simulations(owner=anna, data=forged)
        assert (verdict.state, verdict.take_in) == ("refused", None), name
        assert verdict.sentence
    for nonsense in (7, {}, None, []):
        (verdict,) = preview_simulations(owner=anna, data={"simulations": [nonsense]})
        assert verdict.state == "refused"


def test_number_of_imports_is_limited(anna: Any, bruno: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (7, 8):
        start_batch(batch_params(seed=seed), user=anna)
    data = export(anna)
    monkeypatch.setattr(simulations, "MAX_SIMULATIONS", 2)
    assert import_all(bruno, data) == ["new", "new"]
    start_batch(batch_params(seed=9), user=anna)
    assert import_all(bruno, export(anna)) == ["known", "refused"]
