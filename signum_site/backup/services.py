"""Backing up and restoring, from the first look to the last file."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connections, models, transaction

from signum_site.health.models import Pulse

from . import art, databases, rows
from .archive import Archive, Writer, archive_read
from .faults import BackupRefused, fault_sentence, reason

NAME = "signum-{moment}.zip"
ASIDE = "before-restore-{moment}.zip"
Tables = dict[str, type[models.Model]]


@dataclass(frozen=True, slots=True)
class Made:
    path: Path
    rows: int
    files: int


@dataclass(frozen=True, slots=True)
class Restored:
    rows: int
    files: int
    made_at: str
    aside: Path | None


def backup_folder() -> Path:
    return Path(settings.VAR_DIR) / "backups"


def backup_make(*, folder: Path | None = None, name: str = NAME, keep: int | None = None) -> Made:
    """One file with all rows of one moment and all art. With `keep`, only so many of these files stay."""
    folder = folder or backup_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    now = datetime.now(UTC)
    writer = Writer(folder / name.format(moment=now.strftime("%Y%m%d-%H%M%S-%f")))
    try:
        with databases.still(folder) as alias:
            migrations = rows.migrations_applied(alias)
            if not migrations:
                raise BackupRefused(
                    "The database is empty: there is nothing to back up. DATABASE_URL says which it is."
                )
            tables: dict[str, dict[str, Any]] = {}
            for model in rows.models_at(migrations):
                table = model._meta.db_table
                counted = _Counted(rows.rows_out(model, alias=alias))
                writer.add(f"tables/{table}.jsonl", counted)
                names = [column.name for column in rows.columns(model)]
                tables[table] = {"columns": names, "rows": counted.count}
        files = art.art_files()
        for path in files:
            writer.add(f"media/{path.relative_to(settings.MEDIA_ROOT).as_posix()}", art.art_pieces(path))
        writer.finish(
            made_at=now.isoformat(timespec="seconds"),
            program=program_version(),
            database=connections["default"].vendor,
            migrations=migrations,
            tables=tables,
        )
    except BaseException:
        writer.give_up()
        raise
    if keep:
        _remove_all_but(keep, folder, made=writer.path)
    return Made(path=writer.path, rows=sum(one["rows"] for one in tables.values()), files=len(files))


def _remove_all_but(keep: int, folder: Path, *, made: Path) -> None:
    try:
        for old in sorted(folder.glob(NAME.format(moment="*")))[:-keep]:
            old.unlink()
    except OSError as fault:
        raise BackupRefused(f"{made} is written, but an old backup cannot be removed: {reason(fault)}.") from fault


def backup_restore(path: Path) -> Restored:
    """Make the site what the file says. Everything is checked before, and what is there now is backed up first."""
    found = archive_read(path)
    tables = _tables(found, path)
    with databases.looked_at() as alias:
        present = bool(rows.migrations_applied(alias))
        if present and (worker := _worker_alive()):
            raise BackupRefused(
                f"The site is running: {worker} was heard of within the last half minute. "
                "Stop web server and workers first."
            )
    aside = _aside() if present else None
    with art.replaced(found) as change_art, databases.refilled() as alias:
        rows.migrate_to(alias, found.manifest["migrations"])
        count = _fill(found, tables, alias=alias)
        call_command("migrate", database=alias, verbosity=0, interactive=False)
        change_art()
    return Restored(rows=count, files=len(found.under("media")), made_at=found.manifest["made_at"], aside=aside)


def _tables(found: Archive, path: Path) -> Tables:
    """The tables that the archive's migrations make; they and their columns must be those that it holds."""
    rows.migrations_check(found.manifest["migrations"])
    tables: Tables = {model._meta.db_table: model for model in rows.models_at(found.manifest["migrations"])}
    kept = {name.removeprefix("tables/").removesuffix(".jsonl") for name in found.under("tables")}
    odd = (tables.keys() ^ found.manifest["tables"].keys()) | (tables.keys() ^ kept)
    for table in tables.keys() - odd:
        names = found.manifest["tables"][table]["columns"]
        known = [column.name for column in rows.columns(tables[table])]
        if sorted(names) != sorted(known):
            odd |= {f"{table}.{name}" for name in set(names) ^ set(known)} or {table}
    if odd:
        raise BackupRefused(f"{path} does not fit its own list of migrations: {min(odd)!r}.")
    return tables


def _aside() -> Path:
    try:
        return backup_make(name=ASIDE).path
    except Exception as fault:
        raise BackupRefused(f"What is here now cannot be backed up first: {fault_sentence(fault)}") from fault


def _fill(found: Archive, tables: Tables, *, alias: str) -> int:
    connection = connections[alias]
    with connection.constraint_checks_disabled(), transaction.atomic(using=alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Migrations leave some references checked at once; here rows may come before those they refer to.
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for table in tables:  # what migrations themselves put there comes back with the rows
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608
        total = 0
        for table, told in found.manifest["tables"].items():
            lines = found.lines(f"tables/{table}.jsonl")
            version = found.manifest["version"]
            count = rows.rows_in(tables[table], told["columns"], lines, alias=alias, version=version)
            if count != told["rows"]:
                raise BackupRefused(f"{table} should have {told['rows']} rows and has {count}.")
            total += count
    rows.rows_settle(list(tables.values()), alias=alias)
    return total


def _worker_alive() -> str:
    if Pulse._meta.db_table not in connections["default"].introspection.table_names():
        return ""
    pulse = Pulse.objects.alive().first()
    return f"the worker {pulse.worker}" if pulse else ""


def program_version() -> str:
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


class _Counted:
    """Lines on their way into the file, counted."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines, self.count = lines, 0

    def __iter__(self) -> Iterator[bytes]:
        for line in self.lines:
            self.count += 1
            yield line
