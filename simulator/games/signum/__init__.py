"""Legends of Signum, the basic rules.

docs/structure.md says which module holds which chapter of docs/rules/signum.md.
SYSTEM is made on first use (system.py), not on import, so that code that needs one rule does not read every card, and
further card folders can be added before.
"""

from collections.abc import Iterable
from pathlib import Path

from simulator.engine.game_system import GameSystem
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
