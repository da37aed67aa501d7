"""The API against its own OpenAPI description: a few made-up requests to each operation, good ones and bad ones, never
meet a 500 or an answer that is not described."""

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
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from signum_site.accounts.services import token_create
from tests.site.visitors import House, house

__all__ = ["house"]

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "8"))
"""An operation; `FUZZ_EXAMPLES=500` digs deeper."""
CHECKS = [
    checks.not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]


def operations() -> list[Any]:
    described = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(described)
    schema.app = get_wsgi_application()
    found = [result.ok() for result in schema.get_all_operations()]
    return [
        operation for operation in found if operation.path != "/api/v1/me/export/"
    ]  # asks nothing; see test_archive


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """A request by itself ends with its connection; here all share the test's."""
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
def test_no_answer_outside_the_description(operation: Any, house: House, token: str) -> None:
    good, bad = (operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE))

    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=good | bad, there=st.booleans())
    def ask(case: schemathesis.Case, there: bool) -> None:
        if there:
            case.path_parameters |= known(case, house)
        with transaction.atomic():
            case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)
            transaction.set_rollback(True)

    ask()


def known(case: schemathesis.Case, house: House) -> dict[str, Any]:
    """Names of things that are there: else nearly all answers were 404."""
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
    }
    wanted = {name: name.removesuffix("_id") if name.endswith("_id") else name for name in case.path_parameters}
    return {name: there[known] for name, known in wanted.items() if known in there}
