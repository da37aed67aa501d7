"""What is compiled together: the engine, and each game on its own.

pyproject.toml lists where to begin; imports within the folder of a group are followed. Calls between groups are
ordinary Python calls, so a group can be compiled, stale or interpreted without regard to the others.
"""

import ast
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from simulator.engine.compilation.freshness import ENGINE, PURE_FOLDERS, ROOT, group_folders


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileGroup:
    """Modules that are compiled into one library."""

    folder: str
    compiled: tuple[str, ...]
    """The modules to compile, as paths from the root."""
    sources: tuple[str, ...]
    """These and what they import: constants of other modules are compiled in. A change makes the binaries stale."""
    inputs: tuple[str, ...]
    """These and what they import in turn: a build of the same inputs can be copied."""

    @property
    def name(self) -> str:
        return self.folder.rpartition("/")[2]

    @property
    def is_game(self) -> bool:
        return self.folder != ENGINE

    @property
    def library(self) -> str:
        return self.folder.replace("/", "_")


def find_groups(names: Sequence[str] = ()) -> list[CompileGroup]:
    """The engine and the named games, or all games; the largest first, because it takes longest."""
    folders = {folder.rpartition("/")[2]: folder for folder in group_folders() if folder != ENGINE}
    for name in names:
        if name not in folders:
            raise LookupError(f"There is no game {name!r}; those there are: {', '.join(folders) or 'none'}.")
    chosen = [folder for name, folder in folders.items() if name in names or not names]
    return sorted(map(group_of, [ENGINE, *chosen]), key=lambda group: -len(group.compiled))


def group_of(folder: str) -> CompileGroup:
    patterns = configuration()["game" if folder != ENGINE else "engine"]
    start = {path for pattern in patterns for path in (ROOT / folder).glob(pattern)}
    compiled = _follow(start, only_compiled_in=ROOT / folder)
    sources = compiled.union(*map(_imported, compiled))
    inputs = _follow(compiled)
    return CompileGroup(folder=folder, compiled=_names(compiled), sources=_names(sources), inputs=_names(inputs))


def configuration() -> dict[str, Any]:
    """The section [tool.engine] of pyproject.toml."""
    config: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["engine"]
    return config


def _follow(start: Iterable[Path], *, only_compiled_in: Path | None = None) -> set[Path]:
    """The modules and what they import; without those that stay interpreted if a folder is given."""
    interpreted = configuration()["interpreted"]
    waiting, found = list(start), set[Path]()
    while waiting:
        path = waiting.pop()
        is_wanted = only_compiled_in is None or (
            path.is_relative_to(only_compiled_in) and not any(path.match(pattern) for pattern in interpreted)
        )
        if path not in found and is_wanted:
            found.add(path)
            waiting += _imported(path)
    return found


@cache
def _imported(source: Path) -> list[Path]:
    """The files of the engine and the games that a module imports.

    `from a.b import c` may mean a.b or a.b.c.
    """
    names: list[str] = []
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names += [node.module, *[f"{node.module}.{name.name}" for name in node.names]]
        elif isinstance(node, ast.Import):
            names += [name.name for name in node.names]
    prefixes = tuple(f"{folder.replace('/', '.')}." for folder in PURE_FOLDERS)
    places = [ROOT / name.replace(".", "/") for name in names if name.startswith(prefixes)]
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return [file for file in files if file.is_file()]


def _names(paths: Iterable[Path]) -> tuple[str, ...]:
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in paths))
