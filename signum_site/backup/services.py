"""Backs up and restores the site."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connections, models, transaction

from signum_site import __version__
from signum_site.health.models import Pulse

from . import art, databases, rows
from .archive import Archive, ArchiveWriter, archive_read
from .faults import BackupRefused, fault_sentence, reason

NAME = "signum-{moment}.zip"
ASIDE_NAME = "before-restore-{moment}.zip"
Tables = dict[str, type[models.Model]]


@dataclass(frozen=True, slots=True)
class Backup:
    path: Path
    rows: int
    files: int


@dataclass(frozen=True, slots=True)
class RestoreResult:
    rows: int
    files: int
    made_at: str
    aside: Path | None


def backup_folder() -> Path:
    return Path(settings.VAR_DIR) / "backups"


def backup_make(*, folder: Path | None = None, name: str = NAME, keep: int | None = None) -> Backup:
    """Write one file with a snapshot of all rows and all card art.

    With `keep`, only that many of these files are kept.
    """
    folder = folder or backup_folder()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    now = datetime.now(UTC)
    writer = ArchiveWriter(folder / name.format(moment=now.strftime("%Y%m%d-%H%M%S-%f")))
    try:
        with databases.snapshot(folder) as alias:
            migrations = rows.applied_migrations_by_app(alias)
            if not migrations:
                raise BackupRefused(
                    "The database is empty: there is nothing to back up. DATABASE_URL says which it is."
                )
            tables: dict[str, dict[str, Any]] = {}
            for model in rows.models_at(migrations):
                table = model._meta.db_table
                counted = _CountedLines(rows.dump_rows(model, alias=alias))
                writer.add(f"tables/{table}.jsonl", counted)
                names = [column.name for column in rows.columns(model)]
                tables[table] = {"columns": names, "rows": counted.count}
        files = art.art_files()
        for path in files:
            writer.add(f"media/{path.relative_to(settings.MEDIA_ROOT).as_posix()}", art.art_pieces(path))
        writer.finish(
            made_at=now.isoformat(timespec="seconds"),
            program=__version__,
            database=connections["default"].vendor,
            migrations=migrations,
            tables=tables,
        )
    except BaseException:
        writer.discard()
        raise
    if keep:
        _remove_all_but(keep, folder, newest=writer.path)
    return Backup(path=writer.path, rows=sum(table["rows"] for table in tables.values()), files=len(files))


def _remove_all_but(keep: int, folder: Path, *, newest: Path) -> None:
    try:
        for old in sorted(folder.glob(NAME.format(moment="*")))[:-keep]:
            old.unlink()
    except OSError as fault:
        raise BackupRefused(f"{newest} is written, but an old backup cannot be removed: {reason(fault)}.") from fault


def backup_restore(path: Path) -> RestoreResult:
    """Replace the site's data by a backup.

    The file is verified first, and the current data is backed up.
    """
    archive = archive_read(path)
    tables = _check_tables(archive, path)
    with databases.with_lock_timeout() as alias:
        present = bool(rows.applied_migrations_by_app(alias))
        if present and (worker := _live_worker()):
            raise BackupRefused(
                f"The site is running: {worker} was heard of within the last half minute. "
                "Stop web server and workers first."
            )
    aside = _back_up_current() if present else None
    with art.replace_art(archive) as swap_art, databases.replacement() as alias:
        rows.migrate_to(alias, archive.manifest["migrations"])
        count = _load_tables(archive, tables, alias=alias)
        call_command("migrate", database=alias, verbosity=0, interactive=False)
        swap_art()
    return RestoreResult(
        rows=count, files=len(archive.under("media")), made_at=archive.manifest["made_at"], aside=aside
    )


def _check_tables(archive: Archive, path: Path) -> Tables:
    """Return the tables of the archive's migrations.

    Their names and columns must match those in the archive.
    """
    rows.check_migrations(archive.manifest["migrations"])
    tables: Tables = {model._meta.db_table: model for model in rows.models_at(archive.manifest["migrations"])}
    entries = {name.removeprefix("tables/").removesuffix(".jsonl") for name in archive.under("tables")}
    mismatched = (tables.keys() ^ archive.manifest["tables"].keys()) | (tables.keys() ^ entries)
    for table in tables.keys() - mismatched:
        names = archive.manifest["tables"][table]["columns"]
        known = [column.name for column in rows.columns(tables[table])]
        if sorted(names) != sorted(known):
            mismatched |= {f"{table}.{name}" for name in set(names) ^ set(known)} or {table}
    if mismatched:
        raise BackupRefused(f"{path} does not fit its own list of migrations: {min(mismatched)!r}.")
    return tables


def _back_up_current() -> Path:
    try:
        return backup_make(name=ASIDE_NAME).path
    except Exception as fault:
        raise BackupRefused(f"What is here now cannot be backed up first: {fault_sentence(fault)}") from fault


def _load_tables(archive: Archive, tables: Tables, *, alias: str) -> int:
    connection = connections[alias]
    with connection.constraint_checks_disabled(), transaction.atomic(using=alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Some migrations leave constraints immediate, but rows may precede those they refer to.
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for table in tables:  # rows created by migrations are in the backup as well
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608
        total = 0
        for table, info in archive.manifest["tables"].items():
            lines = archive.lines(f"tables/{table}.jsonl")
            version = archive.manifest["version"]
            count = rows.load_rows(tables[table], info["columns"], lines, alias=alias, version=version)
            if count != info["rows"]:
                raise BackupRefused(f"{table} should have {info['rows']} rows and has {count}.")
            total += count
    rows.finish_loading(list(tables.values()), alias=alias)
    return total


def _live_worker() -> str:
    if Pulse._meta.db_table not in connections["default"].introspection.table_names():
        return ""
    pulse = Pulse.objects.alive().first()
    return f"the worker {pulse.worker}" if pulse else ""


class _CountedLines:
    """Counts the lines that pass through."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines, self.count = lines, 0

    def __iter__(self) -> Iterator[bytes]:
        for line in self.lines:
            self.count += 1
            yield line
