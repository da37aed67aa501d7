"""OPTIONS of every address of the API, and bodies that once broke it."""

import re
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from signum_site.accounts.models import User
from signum_site.accounts.services import token_create
from tests.cards import signum_cards

pytestmark = pytest.mark.django_db


def test_options_of_every_address_are_no_server_error() -> None:
    token = token_create(user=User.objects.create_user("brissa"), name="options")
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    client = Client(headers={"Authorization": f"Bearer {token}"}, raise_request_exception=False)
    statuses = {path: client.options(re.sub(r"{\w+}", "1", path)).status_code for path in paths}
    assert {path: status for path, status in statuses.items() if status >= 500} == {}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("decks/parse/", {"text": '{"system": "\\ud800"}'}),
        ("simulations/", {"deck": {"text": "https://x\ud800/"}}),
        ("simulations/", {"deck": {"text": '{"system": "\\ud800"}'}}),
        ("simulations/", {"deck": {"reference": "Lances at Dawn"}, "until": 10**400}),
    ],
)
def test_odd_bodies_are_answered_with_400(path: str, body: Any) -> None:
    signum_cards()
    answer = Client(raise_request_exception=False).post(f"/api/v1/{path}", body, "application/json")
    assert answer.status_code == 400, answer.content[:200]
