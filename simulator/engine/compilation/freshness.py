"""Decides whether Python loads the compiled modules or the sources.

`make engine` puts compiled modules beside the sources. They call each other directly, so all of them are used or none.
A stamp file holds a hash of every source at compile time. If a source has changed since, the binaries are ignored with
a warning. `ENGINE_PURE=1` ignores them silently. Compiling is simulator/compilation/build.py.
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
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
PURE_FOLDERS: Final = ("simulator/engine", "simulator/games")
STAMP: Final = ROOT / "simulator" / "engine" / "binaries.json"


def fingerprints(sources: Iterable[str]) -> dict[str, str]:
    """The hash of each source, by its path from the root; empty for a missing file."""
    hashes = {}
    for source in sources:
        path = ROOT / source
        hashes[source] = hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest() if path.is_file() else ""
    return hashes


def binaries() -> list[Path]:
    """All extension modules of the engine and the games, fresh or not."""
    return [path for folder in PURE_FOLDERS for path in sorted((ROOT / folder).rglob(f"*{EXTENSION_SUFFIXES[0]}"))]


def are_fresh() -> bool:
    """Whether the binaries were compiled from the current sources."""
    try:
        compiled = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if not isinstance(compiled, dict) or compiled.get("suffix") != EXTENSION_SUFFIXES[0]:
        return False
    sources = compiled.get("sources")
    return isinstance(sources, dict) and fingerprints(sources) == sources


def choose() -> None:
    """Hides the binaries from Python if they are stale or ENGINE_PURE is set."""
    if os.environ.get("ENGINE_PURE", "0") not in ("", "0"):
        sys.meta_path.insert(0, _SourcesOnly())
    elif not are_fresh() and binaries():
        sys.meta_path.insert(0, _SourcesOnly())
        logging.getLogger(__name__).warning(
            "The compiled engine is older than its sources and is not used; `make engine` compiles it again."
        )


class _SourcesOnly(MetaPathFinder):
    """Finds the sources of the engine and the games, never their binaries."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith(("simulator.engine.", "simulator.games.")):
            return None
        for folder in path:
            spec = _sources_in(folder).find_spec(fullname)
            if spec is not None:
                return spec
        return None


@cache
def _sources_in(folder: str) -> FileFinder:
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
