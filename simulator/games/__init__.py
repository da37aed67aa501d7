"""Finds the game systems: every package in this folder that exposes a `SYSTEM`.

What a game system consists of is engine/game_system.py. A game's package imports no other game.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from simulator.engine.cards.card import CatalogueError
from simulator.engine.game_system import GameSystem


def systems(*, extra: Sequence[ModuleType] = ()) -> dict[str, GameSystem]:
    """All game systems by code, sorted.

    `extra` packages are added to those of this folder.
    """
    return dict(_load(tuple(extra)))


def system(code: str, *, extra: Sequence[ModuleType] = ()) -> GameSystem:
    known = systems(extra=extra)
    if code not in known:
        raise LookupError(f"There is no game system {code!r}; those there are: {', '.join(known) or 'none'}.")
    return known[code]


def use_card_folders(folders: Iterable[Path]) -> None:
    """Passes folders of further card files to every game that reads any.

    Call it before any card is used.
    """
    existing = tuple(folder for folder in folders if folder.is_dir())
    for package in _packages():
        if hasattr(package, "use_folders"):
            package.use_folders(existing)
    _load.cache_clear()


def _packages() -> list[ModuleType]:
    return [
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    ]


@cache
def _load(extra: tuple[ModuleType, ...]) -> tuple[tuple[str, GameSystem], ...]:
    by_code: dict[str, GameSystem] = {}
    for package in (*_packages(), *extra):
        candidate = getattr(package, "SYSTEM", None)
        if not isinstance(candidate, GameSystem):
            raise CatalogueError(f"{package.__name__}: expected a GameSystem called SYSTEM, found {candidate!r}")
        if candidate.code in by_code:
            raise CatalogueError(
                f"{package.__name__}: the code {candidate.code!r} already belongs to another game system"
            )
        by_code[candidate.code] = candidate
    return tuple(sorted(by_code.items(), key=lambda pair: pair[0]))
