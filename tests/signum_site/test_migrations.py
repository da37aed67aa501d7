"""All our migrations are reversible, so that an upgrade can be undone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.signum_site.backup.own_databases import another_database, default_database

__all__ = ["another_database"]

pytestmark = pytest.mark.django_db
IRREVERSIBLE: dict[tuple[str, str], str] = {}
"""(app, migration): why it is irreversible, and what to do instead."""


def tables() -> dict[str, list[tuple[Any, ...]]]:
    """Columns and constraints of every table, as the database reports them."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        return {
            name: sorted(map(repr, connection.introspection.get_table_description(cursor, name)))
            + sorted(map(repr, connection.introspection.get_constraints(cursor, name).items()))
            for name in names
        }


def our_apps() -> set[str]:
    ours = [path.parent for path in settings.BASE_DIR.glob("[!.]*/**/migrations")]
    return {app.label for app in apps.get_app_configs() if Path(app.path) in ours}


def test_every_migration_is_reversible() -> None:
    loader = MigrationLoader(None)
    stuck = {
        (app, name)
        for (app, name), migration in loader.disk_migrations.items()
        if app in our_apps() and not all(operation.reversible for operation in migration.operations)
    }
    assert stuck == IRREVERSIBLE.keys()


@pytest.mark.services
def test_migrating_to_zero_and_back_gives_the_same_tables(
    django_db_blocker: Any, another_database: Callable[[], dict[str, Any]]
) -> None:
    with django_db_blocker.unblock(), default_database(**another_database()):
        before = tables()
        for app in ("simulator", "reserve", "decks", "stock", "collection", "health"):
            call_command("migrate", app, "zero", verbosity=0)
        call_command("migrate", "admin", "zero", verbosity=0)  # these two refer to users
        call_command("migrate", "account", "zero", verbosity=0)
        call_command("migrate", "accounts", "zero", verbosity=0)
        assert not {name for name in tables() if name.split("_")[0] in our_apps()}
        call_command("migrate", verbosity=0)
        assert tables() == before
