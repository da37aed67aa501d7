"""Decides whether Python loads the compiled modules or the sources.

`make engine` puts compiled modules beside the sources: those of the engine and those of each game are groups of their
own. The modules of a group call each other directly, so all of them are used or none. A stamp file in the group's
folder holds a hash of every source it was compiled from. If one has changed since, the binaries of this group are
ignored with a warning. `ENGINE_PURE=1` ignores all binaries silently. Compiling is simulator/compilation/build.py.

A process decides once, when it starts: binaries that appear while it runs are for the processes after it.
"""

import hashlib
import json
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]
ENGINE: Final = "simulator/engine"
GAMES: Final = "simulator/games"
PURE_FOLDERS: Final = (ENGINE, GAMES)
STAMP_NAME: Final = "binaries.json"


def group_folders() -> list[str]:
    """The folders that are compiled on their own: the engine and every game."""
    games = sorted(path.parent for path in (ROOT / GAMES).glob("*/__init__.py"))
    return [ENGINE, *(game.relative_to(ROOT).as_posix() for game in games)]


def fingerprints(sources: Iterable[str]) -> dict[str, str]:
    """The hash of each source, by its path from the root; empty for a missing file."""
    hashes = {}
    for source in sources:
        path = ROOT / source
        hashes[source] = hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest() if path.is_file() else ""
    return hashes


def binaries(folder: str) -> list[Path]:
    """All extension modules in the folder of a group, fresh or not."""
    return sorted((ROOT / folder).rglob(f"*{EXTENSION_SUFFIXES[0]}"))


def read_stamp(folder: str) -> dict[str, Any]:
    """What the binaries of a group were compiled from; empty if there is no valid stamp."""
    try:
        stamp = json.loads((ROOT / folder / STAMP_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    # A copied folder brings the stamp of the other one.
    return stamp if isinstance(stamp, dict) and stamp.get("folder") == folder else {}


def is_fresh(folder: str) -> bool:
    """Whether the binaries of a group are complete and were compiled from the current sources."""
    stamp = read_stamp(folder)
    files, sources = stamp.get("binaries"), stamp.get("sources")
    if stamp.get("suffix") != EXTENSION_SUFFIXES[0] or not isinstance(files, list) or not isinstance(sources, dict):
        return False
    return all((ROOT / file).is_file() for file in files) and fingerprints(sources) == sources


def is_pure() -> bool:
    """Whether ENGINE_PURE asks for the sources."""
    return os.environ.get("ENGINE_PURE", "0") not in ("", "0")


_compiled: Final[set[str]] = set()


def runs_compiled(folder: str) -> bool:
    """Whether this process uses the binaries of a group."""
    return folder in _compiled


def choose() -> None:
    """Hides binaries from Python: the stale ones, or all if ENGINE_PURE is set."""
    if is_pure():
        sys.meta_path.insert(0, _SourcesOnly(PURE_FOLDERS))
        return
    folders = group_folders()
    _compiled.update(folder for folder in folders if is_fresh(folder))
    interpreted = [folder for folder in folders if folder not in _compiled]
    if interpreted:
        # Also where there are no binaries yet: a build may put them there before all modules are imported.
        sys.meta_path.insert(0, _SourcesOnly(interpreted))
    stale = [folder for folder in interpreted if binaries(folder)]
    if stale:
        names = ", ".join(folder.rpartition("/")[2] for folder in stale)
        logging.getLogger(__name__).warning(
            "Compiled modules are older than their sources and are not used: %s; `make engine` compiles them again.",
            names,
        )


class _SourcesOnly(MetaPathFinder):
    """Finds the sources of modules in some folders, never their binaries."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._prefixes = tuple(f"{folder.replace('/', '.')}." for folder in folders)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith(self._prefixes):
            return None
        for folder in path:
            spec = _sources_in(folder).find_spec(fullname)
            if spec is not None:
                return spec
        return None


@cache
def _sources_in(folder: str) -> FileFinder:
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
