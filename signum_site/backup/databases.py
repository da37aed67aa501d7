"""A database that holds still while it is read, and one that is filled before anybody sees it."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connections, transaction
from django.db.utils import load_backend

ALIAS = "backup"
PATIENCE_S = 20


def is_sqlite() -> bool:
    return connections["default"].vendor == "sqlite"


@contextmanager
def _connected(**changed: object) -> Iterator[str]:
    """A second connection, for reading: the site's own goes on as it was."""
    connections.databases[ALIAS] = connections["default"].settings_dict | {"CONN_MAX_AGE": 0} | changed
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.databases[ALIAS]


@contextmanager
def _instead(**changed: object) -> Iterator[str]:
    """A connection that takes the place of the site's own: migrations that name none must not reach the other one."""
    kept = connections["default"]
    described = kept.settings_dict | {"CONN_MAX_AGE": 0} | changed
    kept.close()
    connections["default"] = load_backend(described["ENGINE"]).DatabaseWrapper(described, "default")
    try:
        yield "default"
    finally:
        connections["default"].close()
        connections["default"] = kept


@contextmanager
def still(folder: Path) -> Iterator[str]:
    """All rows as they were at one moment, while the site goes on writing."""
    if not is_sqlite():
        with _connected() as alias, transaction.atomic(using=alias):
            with connections[alias].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield alias
        return
    with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as place:
        copy = Path(place) / "copy.sqlite3"
        connections["default"].ensure_connection()
        with closing(sqlite3.connect(copy)) as target:
            connections["default"].connection.backup(target)
        with _connected(NAME=copy) as alias:
            yield alias


@contextmanager
def refilled() -> Iterator[str]:
    """An empty database to fill: it becomes the site's when the block ends well, and otherwise nothing has changed."""
    if not is_sqlite():
        with _instead() as alias, transaction.atomic(using=alias):
            _drop_all(alias)
            yield alias
        return
    site = Path(connections["default"].settings_dict["NAME"])
    fresh = site.with_name(f"{site.name}.restoring")
    _remove(fresh)
    try:
        with _instead(NAME=fresh) as alias:
            yield alias
            with connections[alias].cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _remove(site, but_itself=True)  # its log would be played into the new file
        os.replace(fresh, site)
    finally:
        _remove(fresh)


def _remove(database: Path, *, but_itself: bool = False) -> None:
    for end in ("-wal", "-shm") if but_itself else ("", "-wal", "-shm"):
        database.with_name(database.name + end).unlink(missing_ok=True)


def _drop_all(alias: str) -> None:
    """Every table this role owns in the schema; inside the transaction, so that a failure brings all of them back."""
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE_S}s'")  # somebody may still be at work here
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user"
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"DROP TABLE {connections[alias].ops.quote_name(table)} CASCADE")
