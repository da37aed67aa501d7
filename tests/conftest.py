"""Fixtures for the whole suite, and skipping of tests whose servers are missing."""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from collection.services import catalogue_load
from signum_site.templatetags import fragments
from simulator import games
from tests.services import is_embedded, missing_service
from tests.toy import SYSTEM as TOY

# No test may fail because the machine is busy, and the same commit gives the same result every time.
# New examples: pytest --hypothesis-profile=explore (CONTRIBUTING.md).
UNHURRIED = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.register_profile("suite", UNHURRIED, derandomize=True)
hypothesis_settings.register_profile("explore", UNHURRIED, derandomize=False)
hypothesis_settings.load_profile("suite")


# Marks of tests that make test-fast leaves to another target.
ELSEWHERE = {"services", "browser", "compiled", "played", "processes"}


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with tests that wait for processes.

    Tests of a module that share a house stay in one process, which builds it once.
    """
    items.sort(key=lambda item: item.get_closest_marker("processes") is None)
    for item in items:
        if "house" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


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


class MarkedPopen(subprocess.Popen):  # type: ignore[type-arg]
    """Starts any program but Python, whose start takes longer than most tests."""

    def __init__(self, args: Any, *others: Any, **options: Any) -> None:
        program = str(args[0] if isinstance(args, list | tuple) else args)
        assert not program.startswith(sys.prefix), "Mark this test with `processes`: it starts Python."
        super().__init__(args, *others, **options)


@pytest.fixture(autouse=True)
def only_marked_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails a test that starts Python without the mark.

    So make test-fast stays fast.
    """
    if ELSEWHERE.isdisjoint(mark.name for mark in request.node.iter_markers()):
        monkeypatch.setattr(subprocess, "Popen", MarkedPopen)


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


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes the toy game the second game."""
    both = {"signum": games.system("signum"), "toy": TOY}
    monkeypatch.setattr(games, "systems", lambda **_: both)
    # Fragments are kept for the games of a process, which never change outside of tests.
    fragments.store.clear()
    yield
    fragments.store.clear()


@pytest.fixture
def toy_cards(two_games: None, db: None) -> None:
    """Makes the toy game the second game, with its cards in the library."""
    catalogue_load(system=TOY)
