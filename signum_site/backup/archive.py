"""The backup file: a zip with a manifest that lists its content with checksums.

Reading includes verification: every byte of an `Archive` is known to be intact.
"""

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from .faults import BackupRefused, reason

FORMAT, VERSION, MANIFEST = "signum-backup", 2, "manifest.json"
PIECE_BYTES = 1024 * 1024
MAX_MANIFEST_BYTES = 64 * 1024 * 1024


class ArchiveWriter:
    """Writes entries one by one and the manifest last.

    The file gets its final name only when it is complete.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.unfinished = path, path.with_name(f".{path.name}.part")
        self.sums: dict[str, str] = {}
        # It contains password hashes and mail addresses: readable by its owner only.
        descriptor = os.open(self.unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        self.file = os.fdopen(descriptor, "wb")
        self.zip = zipfile.ZipFile(self.file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)

    def add(self, name: str, pieces: Iterable[bytes]) -> None:
        digest = hashlib.sha256()
        with self.zip.open(name, "w", force_zip64=True) as entry:
            for piece in pieces:
                digest.update(piece)
                entry.write(piece)
        self.sums[name] = digest.hexdigest()

    def finish(self, **manifest: Any) -> None:
        document = {"format": FORMAT, "version": VERSION, **manifest, "sums": self.sums}
        self.zip.writestr(MANIFEST, json.dumps(document, indent=1))
        self.zip.close()
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()
        self.unfinished.replace(self.path)

    def discard(self) -> None:
        """Remove the unfinished file. Closing flushes, so on a full disk it fails too."""
        for opened in (self.zip, self.file):
            with suppress(OSError, ValueError):
                opened.close()
        self.unfinished.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Archive:
    """A backup whose checksums were verified."""

    zip: zipfile.ZipFile
    manifest: dict[str, Any]

    def pieces(self, name: str) -> Iterator[bytes]:
        with self.zip.open(name) as entry:
            while piece := entry.read(PIECE_BYTES):
                yield piece

    def lines(self, name: str) -> Iterator[bytes]:
        with self.zip.open(name) as entry:
            yield from entry

    def under(self, folder: str) -> list[str]:
        return [name for name in self.manifest["sums"] if name.startswith(f"{folder}/")]


def archive_read(path: Path) -> Archive:
    """Open and verify a backup. BackupRefused says what is wrong with it."""
    try:
        if not path.is_file():
            raise BackupRefused(f"There is no file {path}. make backup writes them into the folder backups of VAR_DIR.")
        archive = Archive(zip=(opened := zipfile.ZipFile(path)), manifest=_read_manifest(opened, path))
        _verify(archive, path)
    except BackupRefused:
        raise
    except PermissionError as fault:
        raise BackupRefused(f"{path} cannot be read: {fault.strerror}.") from fault
    except Exception as fault:  # zipfile and its decompressors may raise anything for a damaged file
        raise BackupRefused(f"{path} is damaged or no backup at all ({reason(fault)}).") from fault
    return archive


def _read_manifest(opened: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    not_a_backup = BackupRefused(f"{path} is a zip, but no backup of this site: it has no readable {MANIFEST}.")
    try:
        if opened.getinfo(MANIFEST).file_size > MAX_MANIFEST_BYTES:
            raise not_a_backup
        manifest = json.loads(opened.read(MANIFEST))
    except (KeyError, ValueError, RecursionError) as fault:
        raise not_a_backup from fault
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or type(manifest.get("version")) is not int:
        raise not_a_backup
    if (version := manifest["version"]) > VERSION:
        raise BackupRefused(
            f"{path} was written by a newer program (backup format {version}, this one reads up to {VERSION}): "
            "upgrade the program first."
        )
    if version < 1 or not _is_complete(manifest):
        raise not_a_backup
    return manifest


def _is_complete(manifest: dict[str, Any]) -> bool:
    """Whether the manifest has everything that is read later, with the right types."""
    sums, migrations, tables = (manifest.get(part) for part in ("sums", "migrations", "tables"))
    if not (isinstance(sums, dict) and isinstance(migrations, dict) and isinstance(tables, dict)):
        return False
    return (
        isinstance(manifest.get("made_at"), str)
        and all(_is_string_list(names) for names in migrations.values())
        and all(
            isinstance(table, dict) and _is_string_list(table.get("columns")) and type(table.get("rows")) is int
            for table in tables.values()
        )
    )


def _is_string_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _verify(archive: Archive, path: Path) -> None:
    names = set(archive.zip.namelist()) - {MANIFEST}
    sums = archive.manifest["sums"]
    if unmatched := sorted(names ^ sums.keys()):
        raise BackupRefused(f"{path} is damaged: {unmatched[0]!r} is in the file or in its manifest, but not in both.")
    for name, expected in sums.items():
        if _escapes_folder(name):
            raise BackupRefused(f"{path} is no backup of ours: {name!r} would lead out of its folder.")
        digest = hashlib.sha256()
        for piece in archive.pieces(name):
            digest.update(piece)
        if digest.hexdigest() != expected:
            raise BackupRefused(f"{path} is damaged: {name} is not what was written.")


def _escapes_folder(name: str) -> bool:
    """Whether the name is not a plain relative path.

    In the folder media, media//etc/x would become /etc/x.
    """
    path = PurePosixPath(name)
    return path.is_absolute() or ".." in path.parts or str(path) != name or "\\" in name
