"""A disk that fills up during a backup: an error message, and no files are left."""

import errno
import os
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from signum_site.backup import archive, databases
from signum_site.backup.services import backup_make
from tests.services import is_embedded
from tests.signum_site.backup.every_model import full_site
from tests.signum_site.backup.own_databases import another_database

__all__ = ["another_database", "full_site"]

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("backup")]
NO_ROOM = "No space left on device"


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def refusal(folder: Path) -> str:
    stderr = StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("backup", folder=folder, stderr=stderr)
    assert exit_info.value.code == 2
    assert stderr.getvalue().count("\n") == 1
    return stderr.getvalue()


class FullAfter:
    """A file on a disk with limited space; closing it flushes the rest."""

    def __init__(self, file: Any, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data: bytes) -> int:
        self.room -= len(data)
        return int(self.file.write(data)) if self.room >= 0 else full()

    def close(self) -> None:
        self.file.close()
        if self.room < 0:
            full()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def _small_copy(path: Path) -> sqlite3.Connection:
    made = real_connect(path)
    made.execute("PRAGMA max_page_count=2")
    return made


real_open, real_connect = os.fdopen, sqlite3.connect
PLACES: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "open": (archive.os, "open", full),
    "rows": (archive.os, "fdopen", lambda *args: FullAfter(real_open(*args), room=1000)),
    "manifest": (zipfile.ZipFile, "writestr", full),
    "fsync": (archive.os, "fsync", full),
    "rename": (Path, "replace", full),
    "folder of the copy": (databases.tempfile, "mkdtemp", full),
    "copy": (databases.sqlite3, "connect", _small_copy),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("place", PLACES)
def test_full_disk_at_any_step_leaves_no_files(
    full_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    if "copy" in place and not is_embedded():
        pytest.skip("Only SQLite is copied first.")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(*PLACES[place])
        sentence = refusal(folder)
    if place == "copy":
        assert sentence == f"The database could not be copied into {folder}: database or disk is full.\n"
    else:
        assert sentence == f"The backup could not be written into {folder}: {NO_ROOM}.\n"
    assert list(folder.iterdir()) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """A function that mounts a small file system; only root can."""
    mounted = []

    def made(kilobytes: int) -> Path:
        folder = tmp_path / f"disk-{kilobytes}"
        folder.mkdir()
        tried = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder], capture_output=True, text=True
        )
        if tried.returncode:
            pytest.skip(f"No small disk can be made here: {tried.stderr.strip()}")
        mounted.append(folder)
        return folder

    yield made
    for folder in mounted:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.both_databases
def test_real_full_disk(full_site: Path, small_disk: Callable[[int], Path]) -> None:
    """With no space, too little for SQLite's copy, and too little for the rows."""
    needed = backup_make(folder=small_disk(16_384)).path.stat().st_size // 1024
    copied = Path(connection.settings_dict["NAME"]).stat().st_size // 1024 if is_embedded() else 0
    for room in {4, needed // 2, copied // 2, copied + needed // 4} - {0}:
        folder = small_disk(room)
        sentence = refusal(folder)
        assert str(folder) in sentence
        assert NO_ROOM in sentence or "disk is full" in sentence
        assert list(folder.iterdir()) == []
