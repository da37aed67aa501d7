"""Compiled or interpreted: `make engine` leaves extension modules beside the sources, and this decides about them.

They call each other directly, so it is all of them or none. A list of what each source was when it was compiled lies
beside them; if one source differs now, the old binaries are passed over with a warning and Python reads the sources.
`ENGINE_PURE=1` passes them over without a word. Compiling itself is simulator/compilation/build.py.
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
ROOMS: Final = ("simulator/engine", "simulator/games")
STAMP: Final = ROOT / "simulator" / "engine" / "binaries.json"


def fingerprints(sources: Iterable[str]) -> dict[str, str]:
    """What each source (by its path from the root) is now; a missing one is the empty word."""
    found = {}
    for source in sources:
        path = ROOT / source
        found[source] = hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest() if path.is_file() else ""
    return found


def binaries() -> list[Path]:
    """The extension modules in the two rooms, whatever they were made from."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob(f"*{EXTENSION_SUFFIXES[0]}"))]


def are_fresh() -> bool:
    """Whether the binaries were made from the very sources that are here."""
    try:
        compiled = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if not isinstance(compiled, dict) or compiled.get("suffix") != EXTENSION_SUFFIXES[0]:
        return False
    sources = compiled.get("sources")
    return isinstance(sources, dict) and fingerprints(sources) == sources


def choose() -> None:
    """Lets Python find the binaries only if they are fresh and wanted."""
    if os.environ.get("ENGINE_PURE", "0") not in ("", "0"):
        sys.meta_path.insert(0, _SourcesOnly())
    elif not are_fresh() and binaries():
        sys.meta_path.insert(0, _SourcesOnly())
        logging.getLogger(__name__).warning(
            "The compiled engine is older than its sources and is not used; `make engine` compiles it anew."
        )


class _SourcesOnly(MetaPathFinder):
    """Finds the modules of the two rooms as if nothing had been compiled."""

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
