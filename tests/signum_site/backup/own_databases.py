"""Private migrated databases for tests that replace them.

They are of the same kind as the suite's. Tests still need the mark `django_db`: without it the suite creates no
database to copy.
"""

import shutil
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.utils import load_backend

from signum_site.backup import rows
from tests.services import is_embedded


@contextmanager
def default_database(**changes: Any) -> Iterator[None]:
    """Replaces the site's database within the block."""
    kept = connections["default"]
    options = kept.settings_dict | changes
    connections["default"] = load_backend(options["ENGINE"]).DatabaseWrapper(options, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = kept


def sqlite_database(path: Path) -> dict[str, Any]:
    from signum_site.settings import SQLITE_OPTIONS

    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": SQLITE_OPTIONS}


@pytest.fixture(scope="module")
def another_database(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Callable[[], dict[str, Any]]]:
    """A function that creates a new database as a copy of a migrated one."""
    if is_embedded():
        folder = tmp_path_factory.mktemp("databases")
        with django_db_blocker.unblock(), closing(sqlite3.connect(folder / "template")) as template:
            connection.ensure_connection()
            connection.connection.backup(template)

        def copy_template() -> dict[str, Any]:
            path = folder / uuid.uuid4().hex
            shutil.copy(folder / "template", path)
            return sqlite_database(path)

        yield copy_template
        return
    url, created = settings.ENV["DATABASE_URL"], []

    def create(template: str) -> str:
        created.append(name := f"signum_test_{uuid.uuid4().hex[:12]}")
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def options(name: str) -> dict[str, Any]:
        return environ.Env.db_url_config(urlsplit(url)._replace(path=f"/{name}").geturl())

    with psycopg.connect(url, autocommit=True) as server:
        first = create("template0")
        with django_db_blocker.unblock(), default_database(**options(first)):
            call_command("migrate", verbosity=0)
        yield lambda: options(create(first))
        for name in created:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def copied_schema(monkeypatch: pytest.MonkeyPatch, another_database: Callable[[], dict[str, Any]]) -> None:
    """Lets a restore copy the suite's database, which is migrated already.

    For tests of what follows. Migrating takes seconds, and is tested by restoring in test_backup.py.
    """
    if not is_embedded():
        return
    template = another_database()["NAME"]

    def copy_template(alias: str, migrations: rows.Migrations) -> None:
        connections[alias].ensure_connection()
        with closing(sqlite3.connect(template)) as source:
            applied = set(source.execute("SELECT app, name FROM django_migrations"))
            assert applied == {(app, name) for app, names in migrations.items() for name in names}
            source.backup(connections[alias].connection)

    monkeypatch.setattr(rows, "migrate_to", copy_template)
