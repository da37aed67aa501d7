"""Finds the game systems: every package in this folder that exposes a `SYSTEM`. They are listed nowhere.

What a game system is, is engine/system.py; a game itself is its own package and knows no other.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from simulator.engine.cards.card import CatalogueError
from simulator.engine.system import GameSystem


def systems(*, extra: Sequence[ModuleType] = ()) -> dict[str, GameSystem]:
    """All game systems by code, in the order of their codes; `extra` packages take part as if they lay here."""
    return dict(_found(tuple(extra)))


def system(code: str, *, extra: Sequence[ModuleType] = ()) -> GameSystem:
    known = systems(extra=extra)
    if code not in known:
        raise LookupError(f"There is no game system {code!r}; those there are: {', '.join(known) or 'none'}.")
    return known[code]


def use_card_folders(folders: Iterable[Path]) -> None:
    """Hands folders of further card files to every game that reads cards from files; before anybody asks for a card."""
    there = tuple(folder for folder in folders if folder.is_dir())
    for package in _packages():
        if hasattr(package, "use_folders"):
            package.use_folders(there)
    _found.cache_clear()


def _packages() -> list[ModuleType]:
    return [
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    ]


@cache
def _found(extra: tuple[ModuleType, ...]) -> tuple[tuple[str, GameSystem], ...]:
    found: dict[str, GameSystem] = {}
    for package in (*_packages(), *extra):
        candidate = getattr(package, "SYSTEM", None)
        if not isinstance(candidate, GameSystem):
            raise CatalogueError(f"{package.__name__}: expected a GameSystem called SYSTEM, found {candidate!r}")
        if candidate.code in found:
            raise CatalogueError(
                f"{package.__name__}: the code {candidate.code!r} already belongs to another game system"
            )
        found[candidate.code] = candidate
    return tuple(sorted(found.items(), key=lambda pair: pair[0]))
