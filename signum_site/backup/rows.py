"""Converts database rows to JSON lines and back.

The format is the same for SQLite and PostgreSQL, so that a site can move from one to the other. Models are built from
the applied migrations, not from the current code: a database older than the program is backed up as it is, and restored
to that state before it is migrated.
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

ROW_BATCH_SIZE, FILE_BATCH_SIZE = 500, 10
Migrations = dict[str, list[str]]


def applied_migrations_by_app(alias: str) -> Migrations:
    """The applied migrations by app.

    Those of removed apps are included, so that a restore without them is refused and not silently partial.
    """
    applied: Migrations = {}
    for app, name in sorted(MigrationRecorder(connections[alias]).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


def models_at(migrations: Migrations) -> list[type[models.Model]]:
    """All models with a table of their own, as these migrations define them."""
    loader = MigrationLoader(None)
    state: Apps = loader.project_state(_known_keys(loader, migrations)).apps
    managed = state.get_models(include_auto_created=True)
    own = [model for model in managed if model._meta.managed and not model._meta.proxy]
    return sorted(own, key=lambda model: model._meta.db_table)


def migrate_to(alias: str, migrations: Migrations) -> None:
    """Migrate an empty database to exactly this state.

    No signals are sent: the rows they would create are in the backup.
    """
    executor = MigrationExecutor(connections[alias])
    keys = set(_known_keys(executor.loader, migrations))
    full_plan = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    executor.migrate(None, plan=[step for step in full_plan if (step[0].app_label, step[0].name) in keys])


def check_migrations(migrations: Migrations) -> None:
    """Raise BackupRefused if a migration lacks one that it depends on."""
    if not migrations:
        raise BackupRefused("It is the backup of an empty database.")
    loader = MigrationLoader(None)
    keys = set(_known_keys(loader, migrations))
    for app, name in sorted(keys):
        if missing := {parent.key for parent in loader.graph.node_map[app, name].parents} - keys:
            raise BackupRefused(f"It lacks the migration {' '.join(min(missing))}, on which {app} {name} builds.")


def _known_keys(loader: MigrationLoader, migrations: Migrations) -> list[tuple[str, str]]:
    keys = [(app, name) for app, names in migrations.items() for name in names]
    unknown = [f"{app} {name}" for app, name in keys if (app, name) not in loader.graph.nodes]
    if unknown:
        raise BackupRefused(
            f"The data is of a newer program, which has the migration {unknown[0]}: upgrade this one first."
        )
    return keys


def columns(model: type[models.Model]) -> list[Column]:
    """The columns of a model, except those that the database computes."""
    return [Column(field) for field in model._meta.local_concrete_fields if not field.generated]


def dump_rows(model: type[models.Model], *, alias: str) -> Iterator[bytes]:
    selected = columns(model)
    rows = model._base_manager.using(alias).order_by("pk").values_list(*(column.selection for column in selected))
    for row in rows.iterator(chunk_size=_batch_size(selected)):
        values = [column.to_json(value) for column, value in zip(selected, row, strict=True)]
        yield json.dumps(values, separators=(",", ":")).encode() + b"\n"


def load_rows(
    model: type[models.Model], names: list[str], lines: Iterable[bytes], *, alias: str, version: int = VERSION
) -> int:
    """Insert the rows as they are and return their number.

    It bypasses the models, whose fields may set the current time.
    """
    connection, table = connections[alias], model._meta.db_table
    by_name = {column.name: column for column in columns(model)}
    selected = [by_name[name] for name in names]
    quoted = ", ".join(connection.ops.quote_name(str(column.field.column)) for column in selected)
    placeholders = ", ".join(["%s"] * len(selected))
    insert = f"INSERT INTO {connection.ops.quote_name(table)} ({quoted}) VALUES ({placeholders})"  # noqa: S608
    done, remaining = 0, iter(lines)
    with connection.cursor() as cursor:
        while batch := list(islice(remaining, _batch_size(selected))):
            rows = []
            for number, line in enumerate(batch, done + 1):
                try:
                    rows.append(_parse_row(line, selected, version=version, connection=connection))
                except Exception as fault:  # fields of libraries may raise anything
                    raise BackupRefused(f"Line {number} of {table} cannot be read: {reason(fault)}.") from fault
            try:
                cursor.executemany(insert, rows)
            except (DataError, IntegrityError, ValueError, OverflowError) as fault:  # the last two from the driver
                raise BackupRefused(f"{table} cannot hold one of its rows: {reason(fault)}.") from fault
            done += len(rows)
    return done


def _parse_row(line: bytes, selected: list[Column], *, version: int, connection: Any) -> list[Any]:
    values = json.loads(line)
    if not isinstance(values, list) or len(values) != len(selected):
        raise ValueError(f"it is no list of {len(selected)} values")
    return [
        column.from_json(value, version=version, connection=connection)
        for column, value in zip(selected, values, strict=True)
    ]


def _batch_size(selected: list[Column]) -> int:
    """The batch size: small for columns of bytes, which may hold whole files."""
    return (
        FILE_BATCH_SIZE if any(isinstance(column.target, models.BinaryField) for column in selected) else ROW_BATCH_SIZE
    )


def finish_loading(tables: list[type[models.Model]], *, alias: str) -> None:
    """Check all references, and set the sequences for new rows."""
    connection = connections[alias]
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            # Deferred checks would block a migration that alters a table after it has written rows.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
