"""Fixtures for the whole suite, and what becomes of tests whose servers are missing."""

import os
import uuid
from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as of_hypothesis

from tests.services import is_embedded, missing_service

# What is right does not depend on how busy the machine is: no test may fail for its time.
of_hypothesis.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
of_hypothesis.load_profile("suite")


def pytest_runtest_setup(item: pytest.Item) -> None:
    on_servers = item.get_closest_marker("services") or not is_embedded()
    if on_servers and (missing := missing_service()):
        if os.environ.get("REQUIRE_SERVICES"):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Rate limits are counted in the cache: no test may inherit another's."""
    for cache in caches.all():
        cache.clear()


@pytest.fixture(autouse=True)
def plain_language() -> None:
    """A request leaves the thread in its reader's language: no test may inherit another's."""
    translation.activate("en")


@pytest.fixture
def server_database() -> Iterator[str]:
    """The address of a PostgreSQL database made for one test, for processes of their own."""
    url = settings.ENV["DATABASE_URL"]
    name = f"signum_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
