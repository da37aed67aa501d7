"""The API against its OpenAPI schema.

Generated requests, valid and invalid, never get a server error or an undocumented response; invalid addresses and
queries are refused. Each operation succeeds once with existing data.
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
"""Per operation; `FUZZ_EXAMPLES=500` tests more."""
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
# Valid bodies of the operations that take one.
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
# Operations that may refuse requests that match the schema, because of game rules, existing data or a cursor.
JUDGED = {*BODIES, "GET /api/v1/cards/"}


def operations() -> list[Any]:
    document = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(document)
    schema.app = get_wsgi_application()
    every = [result.ok() for result in schema.get_all_operations()]
    # The export has no parameters; test_archive.py tests it.
    return [operation for operation in every if operation.path != "/api/v1/me/export/"]


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Keeps the test's connection open, which Django would close after each request."""
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
def test_responses_match_the_schema(operation: Any, house: House, token: str) -> None:
    good, bad = (operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE))

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=good | bad, existing=st.booleans())
    def send(case: schemathesis.Case, existing: bool) -> None:
        wrong = wrong_parts(case)
        if existing and ParameterLocation.PATH not in wrong:
            case.path_parameters |= known(case, house)
        # The valid token replaces a generated one. Serializers accept 1 as "1" and "1" as 1 in a body.
        is_wrong = bool(wrong & {ParameterLocation.PATH, ParameterLocation.QUERY})
        case_checks = [*CHECKS, negative_data_rejection] if is_wrong else CHECKS
        if not wrong and operation.label not in JUDGED:
            case_checks = [*CHECKS, positive_data_acceptance]
        with transaction.atomic():
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=case_checks)
            transaction.set_rollback(True)

    send()


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_every_operation_succeeds_with_existing_data(operation: Any, house: House, token: str) -> None:
    names = {parameter.name: 0 for parameter in operation.path_parameters}
    case = operation.Case(path_parameters=names, query=QUERIES.get(operation.label, {}))
    case.path_parameters |= known(case, house)
    if operation.label in BODIES:
        case.body, case.media_type = filled(BODIES[operation.label], house), "application/json"
    with transaction.atomic():
        response = case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)
        transaction.set_rollback(True)
    assert 200 <= response.status_code < 300, response.text


def wrong_parts(case: schemathesis.Case) -> set[ParameterLocation]:
    """The parts of a generated request that violate the schema."""
    assert case.meta is not None
    return {place for place, part in case.meta.components.items() if part.mode is GenerationMode.NEGATIVE}


def filled(body: Any, house: House) -> Any:
    """The body with every "{name}" replaced by an existing value."""
    if isinstance(body, dict):
        return {name: filled(value, house) for name, value in body.items()}
    if isinstance(body, list):
        return [filled(value, house) for value in body]
    values = {**house.fixed, **house.decks["public"]}
    return values.get(body.strip("{}"), body) if isinstance(body, str) and body.startswith("{") else body


def known(case: schemathesis.Case, house: House) -> dict[str, Any]:
    """Path parameters of existing objects; otherwise nearly all responses were 404."""
    pk = next((house.fixed[kind] for kind in ("import", "collection") if f"/{kind}s/{{" in case.path), None)
    if pk is None:
        pk = house.fixed["collection"] if "/collection/" in case.path else house.decks["public"]["deck"]
    values = {**house.fixed, **house.decks["public"]}
    values |= {
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
    return {name: values[known] for name, known in wanted.items() if known in values}
