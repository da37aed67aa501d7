"""Legends of Signum, the basic rules. Chapter n of docs/rules/signum.md is in the module named in docs/structure.md.

The package's SYSTEM is made in system.py when somebody first asks for it, not on import: whoever wants one rule
need not read every card, and further card folders can be named before.
"""

from collections.abc import Iterable
from pathlib import Path

from simulator.engine.system import GameSystem
from simulator.games.signum.cardfile import loader
from simulator.games.signum.game.game import deck_cards
from simulator.games.signum.system import signum_system


def use_folders(folders: Iterable[Path]) -> None:
    """Folders of further card files."""
    loader.use_folders(folders)
    signum_system.cache_clear()
    deck_cards.cache_clear()


def __getattr__(name: str) -> GameSystem:
    if name == "SYSTEM":
        return signum_system()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
