"""The file of a backup: a zip with a manifest that tells what is in it, with sums.

Reading means checking: whoever holds an `Archive` knows that every byte is the one that was written.
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
MANIFEST_BYTES = 64 * 1024 * 1024


class Writer:
    """Entries one after another, the manifest last; the file has its name only when it is whole."""

    def __init__(self, path: Path) -> None:
        self.path, self.unfinished = path, path.with_name(f".{path.name}.part")
        self.sums: dict[str, str] = {}
        # Password hashes and addresses are in it: for its owner's eyes only.
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

    def give_up(self) -> None:
        """Nothing stays. On a full disk closing fails too, as it writes what is left."""
        for opened in (self.zip, self.file):
            with suppress(OSError, ValueError):
                opened.close()
        self.unfinished.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Archive:
    """A backup whose sums were found right."""

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
    """The archive, every sum of it checked; or a sentence that says what is wrong with it."""
    try:
        if not path.is_file():
            raise BackupRefused(f"There is no file {path}. make backup writes them into the folder backups of VAR_DIR.")
        found = Archive(zip=(opened := zipfile.ZipFile(path)), manifest=_manifest(opened, path))
        _compare(found, path)
    except BackupRefused:
        raise
    except PermissionError as fault:
        raise BackupRefused(f"{path} cannot be read: {fault.strerror}.") from fault
    except Exception as fault:  # of a damaged file zipfile and its decompressors may raise anything
        raise BackupRefused(f"{path} is damaged or no backup at all ({reason(fault)}).") from fault
    return found


def _manifest(opened: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    not_ours = BackupRefused(f"{path} is a zip, but no backup of this site: it has no readable {MANIFEST}.")
    try:
        if opened.getinfo(MANIFEST).file_size > MANIFEST_BYTES:
            raise not_ours
        manifest = json.loads(opened.read(MANIFEST))
    except (KeyError, ValueError, RecursionError) as fault:
        raise not_ours from fault
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or type(manifest.get("version")) is not int:
        raise not_ours
    if (version := manifest["version"]) > VERSION:
        raise BackupRefused(
            f"{path} was written by a newer program (backup format {version}, this one reads up to {VERSION}): "
            "upgrade the program first."
        )
    if version < 1 or not _is_whole(manifest):
        raise not_ours
    return manifest


def _is_whole(manifest: dict[str, Any]) -> bool:
    """Is everything there that is read later, and of the right type?"""
    sums, migrations, tables = (manifest.get(part) for part in ("sums", "migrations", "tables"))
    if not (isinstance(sums, dict) and isinstance(migrations, dict) and isinstance(tables, dict)):
        return False
    return (
        isinstance(manifest.get("made_at"), str)
        and all(_is_list_of_text(names) for names in migrations.values())
        and all(
            isinstance(table, dict) and _is_list_of_text(table.get("columns")) and type(table.get("rows")) is int
            for table in tables.values()
        )
    )


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _compare(found: Archive, path: Path) -> None:
    names = set(found.zip.namelist()) - {MANIFEST}
    sums = found.manifest["sums"]
    if odd := sorted(names ^ sums.keys()):
        raise BackupRefused(f"{path} is damaged: {odd[0]!r} is in the file or in its manifest, but not in both.")
    for name, expected in sums.items():
        if _leads_out(name):
            raise BackupRefused(f"{path} is no backup of ours: {name!r} would lead out of its folder.")
        digest = hashlib.sha256()
        for piece in found.pieces(name):
            digest.update(piece)
        if digest.hexdigest() != expected:
            raise BackupRefused(f"{path} is damaged: {name} is not what was written.")


def _leads_out(name: str) -> bool:
    """Anything but a plain path: media//etc/x would be /etc/x in the folder media."""
    plain = PurePosixPath(name)
    return plain.is_absolute() or ".." in plain.parts or str(plain) != name or "\\" in name
