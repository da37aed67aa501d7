"""Rows of a database as lines of JSON and back: the same on SQLite and PostgreSQL, so that a site can change over.

Models are taken as the applied migrations leave them, not as the code has them now: a database that is older than the
program is backed up as it is, and restored to where it was before it is brought up to date.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connections, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .archive import VERSION
from .faults import BackupRefused, reason
from .values import Column

ROWS_AT_ONCE, FILES_AT_ONCE = 500, 10
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


def migrations_check(migrations: Migrations) -> None:
    """No gaps: every migration comes with those it builds upon."""
    if not migrations:
        raise BackupRefused("It is the backup of an empty database.")
    loader = MigrationLoader(None)
    wanted = set(_known(loader, migrations))
    for app, name in sorted(wanted):
        if missing := {parent.key for parent in loader.graph.node_map[app, name].parents} - wanted:
            raise BackupRefused(f"It lacks the migration {' '.join(min(missing))}, on which {app} {name} builds.")


def _known(loader: MigrationLoader, migrations: Migrations) -> list[tuple[str, str]]:
    wanted = [(app, name) for app, names in migrations.items() for name in names]
    unknown = [f"{app} {name}" for app, name in wanted if (app, name) not in loader.graph.nodes]
    if unknown:
        raise BackupRefused(
            f"The data is of a newer program, which has the migration {unknown[0]}: upgrade this one first."
        )
    return wanted


def columns(model: type[models.Model]) -> list[Column]:
    """Those with a value of their own; the database computes the others."""
    return [Column(field) for field in model._meta.local_concrete_fields if not field.generated]


def rows_out(model: type[models.Model], *, alias: str) -> Iterator[bytes]:
    taken = columns(model)
    found = model._base_manager.using(alias).order_by("pk").values_list(*(column.selection for column in taken))
    for row in found.iterator(chunk_size=_rows_at_once(taken)):
        values = [column.to_json(value) for column, value in zip(taken, row, strict=True)]
        yield json.dumps(values, separators=(",", ":")).encode() + b"\n"


def rows_in(
    model: type[models.Model], names: list[str], lines: Iterable[bytes], *, alias: str, version: int = VERSION
) -> int:
    """As they are, past the model's own ideas of what the time is now. How many there were."""
    connection, table = connections[alias], model._meta.db_table
    by_name = {column.name: column for column in columns(model)}
    taken = [by_name[name] for name in names]
    quoted = ", ".join(connection.ops.quote_name(str(column.field.column)) for column in taken)
    places = ", ".join(["%s"] * len(taken))
    into = f"INSERT INTO {connection.ops.quote_name(table)} ({quoted}) VALUES ({places})"  # noqa: S608
    done, waiting = 0, iter(lines)
    with connection.cursor() as cursor:
        while some := list(islice(waiting, _rows_at_once(taken))):
            rows = []
            for number, line in enumerate(some, done + 1):
                try:
                    rows.append(_row(line, taken, version=version, connection=connection))
                except Exception as fault:  # a field of a library may raise anything
                    raise BackupRefused(f"Line {number} of {table} cannot be read: {reason(fault)}.") from fault
            try:
                cursor.executemany(into, rows)
            except (DataError, IntegrityError, ValueError, OverflowError) as fault:  # the last two from the driver
                raise BackupRefused(f"{table} cannot hold one of its rows: {reason(fault)}.") from fault
            done += len(rows)
    return done


def _row(line: bytes, taken: list[Column], *, version: int, connection: Any) -> list[Any]:
    values = json.loads(line)
    if not isinstance(values, list) or len(values) != len(taken):
        raise ValueError(f"it is no list of {len(taken)} values")
    return [
        column.from_json(value, version=version, connection=connection)
        for column, value in zip(taken, values, strict=True)
    ]


def _rows_at_once(taken: list[Column]) -> int:
    """Bytes may be whole files: then a few at a time, or they would fill the memory."""
    return FILES_AT_ONCE if any(isinstance(column.target, models.BinaryField) for column in taken) else ROWS_AT_ONCE


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
