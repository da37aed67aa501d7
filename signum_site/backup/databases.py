"""A database that holds still while it is read, and one that is filled before anybody sees it."""

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
            _lose_patience(alias)
            yield alias
        return
    with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as place:
        copy = Path(place) / "copy.sqlite3"
        _copy(copy)
        unchanging = f"{copy.resolve().as_uri()}?immutable=1"  # to read it takes no further files then
        with _connected(NAME=unchanging, OPTIONS={"init_command": "PRAGMA temp_store=MEMORY"}) as alias:
            yield alias


def _copy(path: Path) -> None:
    """SQLite's own way to copy a file that others write to. It would wait for a lock without end."""
    deadline = monotonic() + PATIENCE_S

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
def looked_at() -> Iterator[str]:
    """The site's own connection for a look that does not wait long for locks."""
    if is_sqlite():  # its connection has a time limit
        yield "default"
        return
    with transaction.atomic():
        _lose_patience("default")
        yield "default"


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
        with _alone(site):
            if site.exists():
                shutil.copymode(site, fresh)
            _remove(site, but_itself=True)  # its log would be played into the new file
            os.replace(fresh, site)
    finally:
        _remove(fresh)


@contextmanager
def _alone(site: Path) -> Iterator[None]:
    """While no other program has the file open: it would go on writing into the one that is gone."""
    if not site.exists():
        yield
        return
    with closing(sqlite3.connect(site, timeout=PATIENCE_S, isolation_level=None)) as own:
        try:
            own.execute("PRAGMA journal_mode=DELETE")  # refused while another connection uses the log
            own.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as fault:
            raise BackupRefused(
                f"Another program uses the database {site} ({reason(fault)}): stop web server and workers first."
            ) from fault
        yield


def _remove(database: Path, *, but_itself: bool = False) -> None:
    for end in ("-wal", "-shm", "-journal") if but_itself else ("", "-wal", "-shm", "-journal"):
        database.with_name(database.name + end).unlink(missing_ok=True)


def _drop_all(alias: str) -> None:
    """Every table this role owns in the schema; inside the transaction, so that a failure brings all of them back."""
    _lose_patience(alias)
    with connections[alias].cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tableowner = current_user"
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"DROP TABLE {connections[alias].ops.quote_name(table)} CASCADE")


def _lose_patience(alias: str) -> None:
    """For this transaction: another session may hold a lock, for long."""
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE_S}s'")
