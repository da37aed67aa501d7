"""A failed restore reports one line, exits with 2, and changes nothing."""

import errno
import json
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, transaction

from signum_site.accounts.models import User
from signum_site.backup import art, databases, rows, services
from signum_site.backup.archive import archive_read
from signum_site.backup.faults import BackupRefused
from signum_site.backup.services import backup_folder, backup_make
from signum_site.management.commands import restore
from tests.services import is_embedded
from tests.signum_site.backup.broken_backups import BROKEN, random_change, rebuilt
from tests.signum_site.backup.every_model import everything, full_site
from tests.signum_site.backup.own_databases import another_database, default_database

__all__ = ["another_database", "full_site"]

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("backup")]
RANDOM_CHANGES = int(os.environ.get("BACKUP_CHANGES", "60"))


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def refusal(path: Path) -> str:
    """The error message of the command; checks its form."""
    stderr = StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("restore", str(path), stdout=StringIO(), stderr=stderr)
    assert exit_info.value.code == 2
    sentence = stderr.getvalue()
    assert sentence.endswith(". Nothing was changed.\n")
    assert sentence.count("\n") == 1
    assert "should not happen" not in sentence
    return sentence


@pytest.fixture
def fast_restore(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restores into the existing tables, without migrations.

    So only reading the file is tested.
    """

    @contextmanager
    def replacement() -> Iterator[str]:
        with transaction.atomic():
            yield "default"

    def cached(function: Callable[[rows.Migrations], Any]) -> Callable[[rows.Migrations], Any]:
        by_text = cache(lambda migrations: function(json.loads(migrations)))
        return lambda migrations: by_text(json.dumps(migrations))

    monkeypatch.setattr(databases, "replacement", replacement)
    monkeypatch.setattr(rows, "models_at", cached(rows.models_at))
    monkeypatch.setattr(rows, "check_migrations", cached(rows.check_migrations))
    monkeypatch.setattr(rows, "migrate_to", lambda alias, migrations: None)
    monkeypatch.setattr(services, "_back_up_current", lambda: None)
    for module in (services, restore):
        monkeypatch.setattr(module, "call_command", lambda *_, **__: None)


@pytest.mark.both_databases
def test_every_error_of_a_file_is_reported(full_site: Path, fast_restore: None) -> None:
    made, other = backup_make().path, full_site / "other.zip"
    before = everything()
    for name, (change, words) in BROKEN.items():
        assert words in refusal(rebuilt(made, other, change)), name
        assert User.objects.count() == 3, name
    assert everything() == before
    assert sorted(path.name for path in full_site.iterdir()) == ["backups", "media", "other.zip"]


@pytest.mark.both_databases
def test_random_changes_cause_no_traceback(full_site: Path, fast_restore: None) -> None:
    """Harmless changes are restored, all others refused."""
    made, other = backup_make().path, full_site / "other.zip"
    sentences = []
    for seed in range(RANDOM_CHANGES):
        rebuilt(made, other, random_change(random.Random(seed)))
        stderr = StringIO()
        with suppress(SystemExit):
            call_command("restore", str(other), stdout=StringIO(), stderr=stderr)
        if sentence := stderr.getvalue():
            sentences.append(sentence)
            assert sentence.endswith(". Nothing was changed.\n"), seed
            assert "should not happen" not in sentence, seed
    assert len(sentences) > RANDOM_CHANGES / 2


@pytest.mark.both_databases
def test_nothing_is_replaced_without_a_backup_of_it(full_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = backup_make().path
    before = everything()

    monkeypatch.setattr("signum_site.backup.archive.os.fsync", full)
    assert "cannot be backed up first: No space left on device." in refusal(made)
    assert everything() == before
    assert [path.name for path in backup_folder().iterdir()] == [made.name]


@pytest.mark.both_databases
@pytest.mark.parametrize("place", ["writing", "renaming", "committing"])
def test_pictures_and_rows_change_together(
    full_site: Path, fast_restore: None, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    made = backup_make().path
    User.objects.filter(pk=30_001).update(username="later")
    (full_site / "media" / "later.png").write_bytes(b"later")
    before = everything()

    @contextmanager
    def not_committed() -> Iterator[str]:
        with transaction.atomic():
            yield "default"
            assert not (full_site / "media" / "later.png").exists(), "pictures were changed before"
            full()

    if place == "writing":
        monkeypatch.setattr(art, "_write", full)
    elif place == "renaming":
        monkeypatch.setattr(Path, "rename", full)
    else:
        monkeypatch.setattr(databases, "replacement", not_committed)
    assert "No space left on device" in refusal(made)
    assert everything() == before
    assert sorted(path.name for path in full_site.iterdir()) == ["backups", "media"]


def test_pictures_survive_a_killed_restore(full_site: Path, fast_restore: None) -> None:
    made = backup_make().path
    before = everything()
    (full_site / "media").rename(full_site / "media.old")
    with pytest.raises(RuntimeError), art.replace_art(archive_read(made)):
        raise RuntimeError
    assert everything() == before


@pytest.mark.both_databases
def test_unreachable_database_is_reported(full_site: Path) -> None:
    made = backup_make().path
    away = {"NAME": full_site / "nowhere" / "x.sqlite3"} if is_embedded() else {"PORT": 1}
    with default_database(**away):
        assert "DATABASE_URL: the database cannot be used (" in refusal(made)


@pytest.mark.both_databases
def test_locked_database_is_reported(full_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = backup_make().path
    monkeypatch.setattr(databases, "LOCK_TIMEOUT_S", 0.2)
    with another_program() as lock:
        lock()
        assert "lock" in refusal(made)
        stderr = StringIO()
        with pytest.raises(SystemExit) as exit_info:
            call_command("backup", stderr=stderr)
        assert exit_info.value.code == 2
        assert "lock" in stderr.getvalue()
    assert [path.name for path in backup_folder().iterdir()] == [made.name]


def test_database_in_use_is_not_replaced(full_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "LOCK_TIMEOUT_S", 0.2)
    site = Path(connection.settings_dict["NAME"])
    connection.close()
    with another_program(), pytest.raises(BackupRefused, match="Another program uses"), databases._exclusive(site):
        pass
    with (
        databases._exclusive(site),
        closing(sqlite3.connect(site, timeout=0)) as other,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("SELECT * FROM accounts_user")


@contextmanager
def another_program() -> Iterator[Callable[[], Any]]:
    """Another connection to the database; yields a function that locks it."""
    if not is_embedded():
        settings = connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}
        settings.pop("context", None)
        settings.pop("prepare_threshold", None)
        with psycopg.connect(**settings) as other:
            yield lambda: other.execute("LOCK TABLE django_migrations")
            other.rollback()
        return
    connection.settings_dict["OPTIONS"] = connection.settings_dict["OPTIONS"] | {"timeout": 0.2}
    connection.close()
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("SELECT count(*) FROM accounts_user").fetchall()

        def lock() -> None:
            other.execute("PRAGMA journal_mode=DELETE")
            other.execute("BEGIN EXCLUSIVE")

        yield lock


def test_unreadable_file_is_reported(full_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = backup_make().path

    def forbidden(*_: Any) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "is_file", forbidden)
    assert refusal(made) == f"{made} cannot be read: Permission denied. Nothing was changed.\n"


def test_failed_load_of_cards_is_reported_after_the_restore(
    full_site: Path, fast_restore: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = backup_make().path
    monkeypatch.setattr(restore, "call_command", full)
    done, stderr = StringIO(), StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("restore", str(made), stdout=done, stderr=stderr)
    assert exit_info.value.code == 2
    assert done.getvalue().startswith("Restored ")
    assert (
        stderr.getvalue()
        == "The cards are those of the backup: manage.py load_catalogue failed (No space left on device).\n"
    )
