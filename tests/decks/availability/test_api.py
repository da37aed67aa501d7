"""The API for built and buildable decks."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.availability.models import Built
from decks.models import Deck
from signum_site.accounts.models import User
from simulator.engine.game_system import GameSystem
from tests.decks.availability.test_availability import deck_of, lances

pytestmark = pytest.mark.django_db
JSON = "application/json"


def test_decks_together(reader: Client, owner: User, system: GameSystem) -> None:
    decks = [deck_of(owner, lances(system)).pk, deck_of(owner, lances(system)).pk]
    single = reader.post(reverse("api_together"), {"decks": decks[:1]}, content_type=JSON).json()
    assert (single["buildable"], single["table_ready"], single["cards"]) == (True, True, [])
    both = reader.post(reverse("api_together"), {"decks": decks}, content_type=JSON).json()
    assert both["together"] == decks[:1]
    assert all(short["conflict"] for short in both["cards"])


def test_hidden_decks_are_refused(
    reader: Client,
    stranger: User,
    system: GameSystem,
) -> None:
    hidden = deck_of(stranger, lances(system)).pk
    for decks in ([hidden], [], ["x"], [10**30], list(range(1, 99)), "all"):
        assert reader.post(reverse("api_together"), {"decks": decks}, content_type=JSON).status_code == 400
    assert reader.put(reverse("api_built", args=[hidden])).status_code == 404


def test_building_and_taking_apart(reader: Client, owner: User, system: GameSystem) -> None:
    deck = deck_of(owner, lances(system))
    for _ in range(2):
        assert reader.put(reverse("api_built", args=[deck.pk])).json()["deck"] == deck.pk
    assert [row["deck"] for row in reader.get(reverse("api_reserve")).json()] == [deck.pk]
    assert reader.delete(reverse("api_built", args=[deck.pk])).status_code == 204
    assert not Built.objects.exists()


def test_nearly_buildable_public_decks(reader: Client, stranger: User, system: GameSystem) -> None:
    near = deck_of(stranger, lances(system), public=True)
    deck_of(stranger, system.reference_decks()[0].deck, public=True)
    assert reader.get(reverse("api_buildable"), {"most": "x"}).status_code == 400
    answer = reader.get(reverse("api_buildable"), {"free": "1"}).json()
    assert answer == {"count": 1, "next": None, "previous": None, "results": [{"deck": near.pk, "missing": 0}]}
    assert Deck.objects.public().count() == 2
