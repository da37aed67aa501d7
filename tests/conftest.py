"""Fixtures for the whole suite, and skipping of tests whose servers are missing."""

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
from hypothesis import settings as hypothesis_settings

from tests.services import is_embedded, missing_service

# No test may fail because the machine is busy.
hypothesis_settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("suite")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("processes") is None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    needs_servers = item.get_closest_marker("services") or not is_embedded()
    if needs_servers and (missing := missing_service()):
        if os.environ.get("REQUIRE_SERVICES"):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Clears the cache, so that no test inherits the rate limits of another."""
    for cache in caches.all():
        cache.clear()


@pytest.fixture(autouse=True)
def plain_language() -> None:
    """Resets the language, which a request leaves active in the thread."""
    translation.activate("en")


@pytest.fixture
def server_database() -> Iterator[str]:
    """The address of a PostgreSQL database made for one test.

    For tests that start processes.
    """
    url = settings.ENV["DATABASE_URL"]
    name = f"signum_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")
