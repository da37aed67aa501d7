"""OPTIONS describe what an address takes, not what it answers."""

import pytest
from django.test import Client

from signum_site.accounts.services import token_create
from tests.signum_site.visitors import House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db
INPUT = {
    "collection/": {"system", "name"},
    "collection/{collection}/changes/": {"changes", "why", "key"},
    "collection/{collection}/imports/": {"text", "format", "name", "key"},
    "collection/imports/{import}/enter/": {"how"},
    "decks/": {"text", "sections", "system", "format", "name", "message", "notes", "tags", "visibility"},
    "decks/parse/": {"text", "sections", "system", "format"},
    "decks/validate/": {"text", "sections", "system", "format"},
    "decks/{deck}/comments/": {"text"},
    "decks/{deck}/fork/": set(),
    "decks/{deck}/links/": {"expires_at"},
    "decks/{deck}/report/": {"reason", "comment"},
    "decks/{deck}/versions/": {"text", "sections", "system", "format", "parent", "name", "message"},
    "decks/{deck}/versions/1/restore/": set(),
    "formats/": {"system", "base", "name", "params", "limits"},
    "reserve/together/": {"decks", "use_built"},
    "simulations/": {
        "system",
        "players",
        "options",
        "deck",
        "others",
        "against",
        "table",
        "games",
        "until",
        "policy",
        "seed",
        "fresh",
        "test",
    },
    "simulations/{simulation}/cancel/": set(),
}


@pytest.mark.parametrize(("address", "fields"), INPUT.items())
def test_options_describe_the_input(house: House, address: str, fields: set[str]) -> None:
    token = token_create(user=house.people["owner"], name="options")
    client = Client(headers={"Authorization": f"Bearer {token}"})
    described = client.options(f"/api/v1/{house.filled(address, 'public')}").json()["actions"]["POST"]
    assert {name for name, about in described.items() if not about["read_only"]} == fields


def test_options_describe_the_input_of_put(house: House) -> None:
    token = token_create(user=house.people["owner"], name="options")
    client = Client(headers={"Authorization": f"Bearer {token}"})
    described = client.options(f"/api/v1/formats/{house.fixed['format']}/").json()["actions"]
    assert described["PUT"].keys() == INPUT["formats/"]
    assert "actions" not in client.options("/api/v1/formats/basic/").json()
