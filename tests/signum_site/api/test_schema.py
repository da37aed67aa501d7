"""Tests the API with generated requests from its own OpenAPI schema.

Valid and invalid requests never get a 500 or an undocumented response, and invalid URLs and queries are rejected. Each
operation also succeeds once with real data.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rest_framework.throttling import SimpleRateThrottle
from schemathesis import GenerationMode, checks
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    missing_required_header,
    negative_data_rejection,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from signum_site.accounts.services import token_create
from tests.signum_site.visitors import House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "8"))
"""An operation; `FUZZ_EXAMPLES=500` digs deeper."""
CHECKS = [
    checks.not_a_server_error,
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    missing_required_header,
    unsupported_method,
]

CARDS = {"hero": {"core-002": 1}}
GAMES = {"deck": {"version": "{version}"}, "games": 2, "policy": "random", "seed": 8}
# Valid bodies for the operations that need one.
BODIES: dict[str, Any] = {
    "POST /api/v1/collection/": {"name": "Box"},
    "PATCH /api/v1/collection/{id}/": {"name": "Box"},
    "POST /api/v1/collection/{id}/changes/": {"changes": [{"code": "{printing}", "what": "cards", "by": 1}]},
    "POST /api/v1/collection/{id}/imports/": {"text": "2 Fireball"},
    "POST /api/v1/collection/imports/{id}/enter/": {"how": "add"},
    "POST /api/v1/decks/": {"name": "Another", "sections": CARDS},
    "PATCH /api/v1/decks/{id}/": {"notes": "Changed", "tags": ["fire"]},
    "POST /api/v1/decks/{id}/comments/": {"text": "Fine"},
    "POST /api/v1/decks/{id}/links/": {},
    "POST /api/v1/decks/{id}/report/": {"reason": "Rude"},
    "POST /api/v1/decks/{id}/versions/": {"parent": 1, "sections": CARDS},
    "POST /api/v1/decks/parse/": {"text": "1 Fireball"},
    "POST /api/v1/decks/validate/": {"sections": CARDS},
    "POST /api/v1/formats/": {"base": "{base}", "name": "Another"},
    "PUT /api/v1/formats/{code}/": {"base": "{base}", "name": "Another"},
    "PATCH /api/v1/me/": {"language": "es"},
    "POST /api/v1/reserve/together/": {"decks": ["{deck}"]},
    "POST /api/v1/simulations/": GAMES,
}
QUERIES = {"GET /api/v1/decks/{id}/diff/": {"before": 1, "after": 1}}
# Operations whose validity depends on rules, rows or cursors: a request may match the schema and still be rejected.
JUDGED = {*BODIES, "GET /api/v1/cards/"}


def operations() -> list[Any]:
    described = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(described)
    schema.app = get_wsgi_application()
    found = [result.ok() for result in schema.get_all_operations()]
    return [
        operation for operation in found if operation.path != "/api/v1/me/export/"
    ]  # takes no input; see test_archive


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Share the test's connection; a real request closes its own."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


@pytest.fixture(scope="module")
def token(house: House) -> str:
    return token_create(user=house.people["owner"], name="fuzz")


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_every_response_is_documented(operation: Any, house: House, token: str) -> None:
    good, bad = (operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE))

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=good | bad, there=st.booleans())
    def ask(case: schemathesis.Case, there: bool) -> None:
        wrong = wrong_parts(case)
        if there and ParameterLocation.PATH not in wrong:
            case.path_parameters |= known(case, house)
        # The token sent here replaces a generated one. In a body, 1 and "1" are interchangeable for serializers.
        is_wrong = bool(wrong & {ParameterLocation.PATH, ParameterLocation.QUERY})
        wanted = [*CHECKS, negative_data_rejection] if is_wrong else CHECKS
        if not wrong and operation.label not in JUDGED:
            wanted = [*CHECKS, positive_data_acceptance]
        with transaction.atomic():
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=wanted)
            transaction.set_rollback(True)

    ask()


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_every_operation_succeeds_once(operation: Any, house: House, token: str) -> None:
    names = {parameter.name: 0 for parameter in operation.path_parameters}
    case = operation.Case(path_parameters=names, query=QUERIES.get(operation.label, {}))
    case.path_parameters |= known(case, house)
    if operation.label in BODIES:
        case.body, case.media_type = filled(BODIES[operation.label], house), "application/json"
    with transaction.atomic():
        answer = case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)
        transaction.set_rollback(True)
    assert 200 <= answer.status_code < 300, answer.text


def wrong_parts(case: schemathesis.Case) -> set[ParameterLocation]:
    """Where a generated request violates the schema; empty if it is valid."""
    assert case.meta is not None
    return {place for place, part in case.meta.components.items() if part.mode is GenerationMode.NEGATIVE}


def filled(body: Any, house: House) -> Any:
    """The body with each "{name}" replaced."""
    if isinstance(body, dict):
        return {name: filled(value, house) for name, value in body.items()}
    if isinstance(body, list):
        return [filled(value, house) for value in body]
    there = {**house.fixed, **house.decks["public"]}
    return there.get(body.strip("{}"), body) if isinstance(body, str) and body.startswith("{") else body


def known(case: schemathesis.Case, house: House) -> dict[str, Any]:
    """Names of existing objects, since random ones would nearly all give 404."""
    pk = next((house.fixed[what] for what in ("import", "collection") if f"/{what}s/{{" in case.path), None)
    if pk is None:
        pk = house.fixed["collection"] if "/collection/" in case.path else house.decks["public"]["deck"]
    there = {**house.fixed, **house.decks["public"]}
    there |= {
        "pk": pk,
        "id": pk,
        "token": house.fixed["simulation"],
        "code": house.fixed["format"] if "/formats/" in case.path else house.fixed["card"],
        "system": "signum",
        "kind": "csv",
        "number": 1,
        "matchup": 0,
        "pair": 0,
        "game": 0,
    }
    wanted = {name: name.removesuffix("_id") if name.endswith("_id") else name for name in case.path_parameters}
    return {name: there[known] for name, known in wanted.items() if known in there}
