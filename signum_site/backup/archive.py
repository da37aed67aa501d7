"""The file of a backup: a zip with a manifest that tells what is in it, with sums.

Reading means checking: whoever holds an `Archive` knows that every byte is the one that was written.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

FORMAT, VERSION, MANIFEST = "signum-backup", 1, "manifest.json"
PIECE_BYTES = 1024 * 1024
MANIFEST_BYTES = 64 * 1024 * 1024


class BackupRefused(Exception):
    """A sentence for the operator: what is wrong, and that nothing was changed."""


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
        self.file.close()
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
    if not path.is_file():
        raise BackupRefused(f"There is no file {path}. make backup writes them into the folder backups of VAR_DIR.")
    try:
        found = Archive(zip=(opened := zipfile.ZipFile(path)), manifest=_manifest(opened, path))
        _compare(found, path)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as fault:
        raise BackupRefused(f"{path} is damaged or no backup at all ({fault}). Nothing was changed.") from fault
    return found


def _manifest(opened: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    not_ours = BackupRefused(f"{path} is a zip, but no backup of this site: it has no readable {MANIFEST}.")
    try:
        if opened.getinfo(MANIFEST).file_size > MANIFEST_BYTES:
            raise not_ours
        manifest = json.loads(opened.read(MANIFEST))
        known = manifest["format"] == FORMAT
        version = int(manifest["version"])
        parts = [manifest[part] for part in ("sums", "tables", "migrations")]
    except (KeyError, ValueError, TypeError) as fault:
        raise not_ours from fault
    if not known or not all(isinstance(part, dict) for part in parts):
        raise not_ours
    if version > VERSION:
        raise BackupRefused(
            f"{path} was written by a newer program (backup format {version}, this one reads up to {VERSION}): "
            "upgrade the program first. Nothing was changed."
        )
    return manifest


def _compare(found: Archive, path: Path) -> None:
    names = set(found.zip.namelist()) - {MANIFEST}
    sums = found.manifest["sums"]
    if odd := sorted(names ^ sums.keys()):
        raise BackupRefused(f"{path} is damaged: {odd[0]} is in the file or in its manifest, but not in both.")
    for name, expected in sums.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name:
            raise BackupRefused(f"{path} is no backup of ours: {name!r} would lead out of its folder.")
        digest = hashlib.sha256()
        for piece in found.pieces(name):
            digest.update(piece)
        if digest.hexdigest() != expected:
            raise BackupRefused(f"{path} is damaged: {name} is not what was written. Nothing was changed.")
