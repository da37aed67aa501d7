"""Somebody's simulations as data: what was asked for, the decks as they were, what came out; of nobody else."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.core.serializers.json import DjangoJSONEncoder

from simulator import archive
from tests.simulator.playing import BRIGHT, play_all, started, wish
from tests.toy import SYSTEM

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def test_simulations_go_along_with_their_decks_seeds_and_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    people = get_user_model().objects
    anna, bruno = people.create_user("anna"), people.create_user("bruno")
    batch = play_all(started(user=anna))
    started(wish(seed=8), user=bruno)
    (told,) = archive.simulations_as_data(owner=anna)
    assert json.dumps(told, cls=DjangoJSONEncoder)
    assert (told["token"], told["seed"], told["games"], told["state"]) == (batch.token, 7, 40, "done")
    assert told["entrants"][0]["name"] == BRIGHT
    assert "Candle" in told["entrants"][0]["text"] or "Torch" in told["entrants"][0]["text"]
    assert [one["games"] for one in told["matchups"]] == [40] * len(SYSTEM.reference_decks())
    later = started(wish(seed=9), user=anna)
    monkeypatch.setattr(archive, "MOST_KEPT", 1)
    assert [one["token"] for one in archive.simulations_as_data(owner=anna)] == [later.token]
