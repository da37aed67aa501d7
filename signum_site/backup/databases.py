"""Database connections for backups: a frozen view, and an empty replacement."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

from django.db import connections, transaction
from django.db.utils import load_backend

from .faults import BackupRefused, reason

ALIAS = "backup"
LOCK_TIMEOUT_S = 20


def is_sqlite() -> bool:
    return connections["default"].vendor == "sqlite"


@contextmanager
def _second_connection(**overrides: object) -> Iterator[str]:
    """Open a second connection for reading, beside the site's own."""
    connections.databases[ALIAS] = connections["default"].settings_dict | {"CONN_MAX_AGE": 0} | overrides
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.databases[ALIAS]


@contextmanager
def _replaced_connection(**overrides: object) -> Iterator[str]:
    """Replace the site's own connection.

    Migrations that name no connection must not reach the old database.
    """
    original = connections["default"]
    options = original.settings_dict | {"CONN_MAX_AGE": 0} | overrides
    original.close()
    connections["default"] = load_backend(options["ENGINE"]).DatabaseWrapper(options, "default")
    try:
        yield "default"
    finally:
        connections["default"].close()
        connections["default"] = original


@contextmanager
def snapshot(folder: Path) -> Iterator[str]:
    """Yield a connection to a snapshot, while the site goes on writing."""
    if not is_sqlite():
        with _second_connection() as alias, transaction.atomic(using=alias):
            with connections[alias].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            _set_lock_timeout(alias)
            yield alias
        return
    with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as temporary:
        copy = Path(temporary) / "copy.sqlite3"
        _copy(copy)
        immutable = f"{copy.resolve().as_uri()}?immutable=1"  # so that reading creates no further files
        with _second_connection(NAME=immutable, OPTIONS={"init_command": "PRAGMA temp_store=MEMORY"}) as alias:
            yield alias


def _copy(path: Path) -> None:
    """Copy the file with SQLite's backup API, which would wait for a lock forever."""
    deadline = monotonic() + LOCK_TIMEOUT_S

    def progress(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and monotonic() > deadline:
            raise sqlite3.OperationalError("another program has locked it")

    connections["default"].ensure_connection()
    try:
        with closing(sqlite3.connect(path)) as target:
            connections["default"].connection.backup(target, progress=progress)
    except sqlite3.Error as fault:
        raise BackupRefused(f"The database could not be copied into {path.parent.parent}: {reason(fault)}.") from fault


@contextmanager
def with_lock_timeout() -> Iterator[str]:
    """Yield the site's own connection, with a time limit for locks."""
    if is_sqlite():  # its connection has a time limit anyway
        yield "default"
        return
    with transaction.atomic():
        _set_lock_timeout("default")
        yield "default"


@contextmanager
def replacement() -> Iterator[str]:
    """Yield an empty database to fill.

    It becomes the site's when the block succeeds; otherwise nothing has changed.
    """
    if not is_sqlite():
        with _replaced_connection() as alias, transaction.atomic(using=alias):
            _drop_tables(alias)
            yield alias
        return
    site = Path(connections["default"].settings_dict["NAME"])
    new = site.with_name(f"{site.name}.restoring")
    _remove(new)
    try:
        with _replaced_connection(NAME=new) as alias:
            yield alias
            with connections[alias].cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with _exclusive(site):
            if site.exists():
                shutil.copymode(site, new)
            _remove(site, keep_database=True)  # the old log would be applied to the new file
            os.replace(new, site)
    finally:
        _remove(new)


@contextmanager
def _exclusive(site: Path) -> Iterator[None]:
    """Hold the file exclusively.

    Another program that has it open would go on writing into the replaced file.
    """
    if not site.exists():
        yield
        return
    with closing(sqlite3.connect(site, timeout=LOCK_TIMEOUT_S, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")  # refused while another connection uses the log
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as fault:
            raise BackupRefused(
                f"Another program uses the database {site} ({reason(fault)}): stop web server and workers first."
            ) from fault
        yield


def _remove(database: Path, *, keep_database: bool = False) -> None:
    for suffix in ("-wal", "-shm", "-journal") if keep_database else ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def _drop_tables(alias: str) -> None:
    """Drop all tables that this role owns in the schema.

    It runs in the transaction, so a failure restores them.
    """
    _set_lock_timeout(alias)
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user"
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"DROP TABLE {connections[alias].ops.quote_name(table)} CASCADE")


def _set_lock_timeout(alias: str) -> None:
    """Set a time limit for locks in this transaction: other sessions may hold them."""
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_S}s'")
