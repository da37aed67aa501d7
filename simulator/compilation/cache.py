"""Keeps compiled groups, so that a build of the same sources is copied instead of repeated.

An entry is a folder in ENGINE_CACHE (by default ~/.cache/signum-engine), named after its group and a hash of
everything the build depends on. `ENGINE_CACHE=` turns the cache off. The newest entries of each group stay.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from simulator.compilation.groups import CompileGroup, configuration
from simulator.engine.compilation.freshness import ROOT, fingerprints

MAX_ENTRIES: Final = 4
MANIFEST: Final = "manifest.json"
FLAGS: Final = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")


def folder() -> Path | None:
    """Where entries are kept; None if the cache is turned off."""
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "signum-engine"
    chosen = os.environ.get("ENGINE_CACHE", str(default))
    return Path(chosen) if chosen else None


def build_key(group: CompileGroup, compiler: str) -> str:
    """The group and a hash of all that decides what a build gives: sources, build code, packages, Python, compiler."""
    files = [*Path(__file__).parent.glob("*.py"), ROOT / "requirements-engine.txt"]
    version = subprocess.run([*compiler.split(), "--version"], capture_output=True, check=False).stdout  # noqa: S603
    machine = [sys.version, platform.machine(), *platform.libc_ver(), *(os.environ.get(flag, "") for flag in FLAGS)]
    inputs = [machine, configuration(), group.compiled, fingerprints(group.inputs)]
    digest = hashlib.blake2b(version + json.dumps(inputs).encode(), digest_size=16)
    for path in sorted(files):
        digest.update(f"\0{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return f"{group.library}-{digest.hexdigest()}"


def restore(key: str) -> bool:
    """Copies the files of an entry into the tree; False if there is none, or one of its files is damaged."""
    kept = folder()
    if kept is None:
        return False
    entry = kept / key
    try:
        hashes = json.loads((entry / MANIFEST).read_text(encoding="utf-8"))
        files = {name: (entry / name).read_bytes() for name in hashes}
    except (OSError, ValueError):
        return False
    if any(hashlib.blake2b(content).hexdigest() != hashes[name] for name, content in files.items()):
        shutil.rmtree(entry, ignore_errors=True)
        return False
    for name, content in files.items():
        (ROOT / name).write_bytes(content)
    os.utime(entry)
    return True


def keep(key: str, paths: list[Path]) -> None:
    """Stores the files of a build; a cache that cannot be written is no reason to fail."""
    kept = folder()
    if kept is None:
        return
    try:
        kept.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix="part-", dir=kept))
        hashes = {}
        for path in paths:
            name = path.relative_to(ROOT).as_posix()
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, part / name)
            hashes[name] = hashlib.blake2b(path.read_bytes()).hexdigest()
        (part / MANIFEST).write_text(json.dumps(hashes), encoding="utf-8")
        shutil.rmtree(kept / key, ignore_errors=True)
        part.rename(kept / key)
        _remove_oldest(kept, group=key.rpartition("-")[0])
    except OSError as failed:
        sys.stdout.write(f"The build is not kept for next time: {failed}.\n")


def _remove_oldest(kept: Path, *, group: str) -> None:
    entries = [entry for entry in kept.iterdir() if entry.name.rpartition("-")[0] == group]
    for entry in sorted(entries, key=lambda entry: entry.stat().st_mtime, reverse=True)[MAX_ENTRIES:]:
        shutil.rmtree(entry, ignore_errors=True)
