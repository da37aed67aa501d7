"""Rows of a database as lines of JSON and back: the same on SQLite and PostgreSQL, so that a site can change over.

Models are taken as the applied migrations leave them, not as the code has them now: a database that is older than the
program is backed up as it is, and restored to where it was before it is brought up to date.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connections, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .archive import BackupRefused

ROWS_AT_ONCE = 500
Migrations = dict[str, list[str]]


def migrations_applied(alias: str) -> Migrations:
    """By app. Those of an app that is no longer here are told too: nobody restores half a site without a word."""
    applied: Migrations = {}
    for app, name in sorted(MigrationRecorder(connections[alias]).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


def models_at(migrations: Migrations) -> list[type[models.Model]]:
    """Every model with a table of its own, as these migrations leave it."""
    loader = MigrationLoader(None)
    state: Apps = loader.project_state(_known(loader, migrations)).apps
    found = state.get_models(include_auto_created=True)
    own = [model for model in found if model._meta.managed and not model._meta.proxy]
    return sorted(own, key=lambda model: model._meta.db_table)


def migrate_to(alias: str, migrations: Migrations) -> None:
    """An empty database brought to exactly this state. No signals: rows they would make are among those restored."""
    executor = MigrationExecutor(connections[alias])
    wanted = set(_known(executor.loader, migrations))
    all_of_them = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    executor.migrate(None, plan=[step for step in all_of_them if (step[0].app_label, step[0].name) in wanted])


def _known(loader: MigrationLoader, migrations: Migrations) -> list[tuple[str, str]]:
    wanted = [(app, name) for app, names in migrations.items() for name in names]
    unknown = [f"{app} {name}" for app, name in wanted if (app, name) not in loader.graph.nodes]
    if unknown:
        raise BackupRefused(
            f"The data is of a newer program, which has the migration {unknown[0]}: upgrade this one first. "
            "Nothing was changed."
        )
    return wanted


def columns(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.local_concrete_fields]


def rows_out(model: type[models.Model], *, alias: str) -> Iterator[bytes]:
    rows = model._base_manager.using(alias).order_by("pk").values_list(*columns(model))
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        yield json.dumps(row, default=_plain, separators=(",", ":")).encode() + b"\n"


def _plain(value: object) -> Any:
    """Everything a column may hold that JSON has no word for; the field reads it back."""
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (UUID, Decimal, timedelta)):
        return str(value)
    raise TypeError(f"rows of {type(value).__name__} cannot be backed up yet")


def rows_in(model: type[models.Model], names: list[str], lines: Iterable[bytes], *, alias: str) -> int:
    """As they are, past the model's own ideas of what the time is now. How many there were."""
    connection = connections[alias]
    fields = [next(field for field in model._meta.local_concrete_fields if field.attname == name) for name in names]
    quoted = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    into = f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({quoted}) VALUES ({places})"  # noqa: S608
    done, waiting = 0, iter(lines)
    with connection.cursor() as cursor:
        while some := list(islice(waiting, ROWS_AT_ONCE)):
            rows = [
                [
                    field.get_db_prep_save(field.to_python(value), connection)
                    for field, value in zip(fields, json.loads(line), strict=True)
                ]
                for line in some
            ]
            cursor.executemany(into, rows)
            done += len(rows)
    return done


def rows_settle(found: list[type[models.Model]], *, alias: str) -> None:
    """After the last row: every reference must lead somewhere, and new rows get numbers of their own."""
    connection = connections[alias]
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), found):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            # From here on nothing is left to be checked later: a migration that writes rows may alter tables next.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
