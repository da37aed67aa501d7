"""Which counts a kind of card has, and what they are called.

Every card has a count of cards, and counts of its miniatures if its kind has any. A piece is a part of other cards
(`GameSystem.part_kinds`): to own one is to own the figure itself, so it has one count. That is stored in the field
`cards` and shown as miniatures.
"""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from simulator import games
from simulator.engine.game_system import GameSystem

from .models import COUNTS, MINIATURES, WHAT

WITHOUT_MINIATURES: Final = tuple(field for field in COUNTS if field not in MINIATURES)


def count_columns(system: GameSystem | None) -> Sequence[str]:
    """Return the count fields that apply to any card of a game."""
    return COUNTS if system is None or system.miniature_kinds else WITHOUT_MINIATURES


def counts_for(system: GameSystem | None, kind: str) -> Sequence[str]:
    """Return the count fields that apply to a kind of card."""
    return COUNTS if system is None or kind in system.miniature_kinds else WITHOUT_MINIATURES


def piece_kinds(system: str) -> frozenset[str]:
    """Return the kinds of a game's pieces; empty for a game that is not installed."""
    game = games.systems().get(system)
    return game.part_kinds if game is not None else frozenset()


def field_name(field: str, *, system: str, kind: str) -> str:
    """Return what a field of a kind of card is called, in the user's language."""
    if field == "cards" and kind in piece_kinds(system):
        return _("Miniatures")
    return str(WHAT.get(field, field))


def piece_amounts(amounts: dict[str, int]) -> dict[str, int]:
    """Return the amounts of a piece: cards and miniatures of it are the same thing."""
    owned = [amounts[field] for field in ("cards", *MINIATURES) if field in amounts]
    others = {field: number for field, number in amounts.items() if field not in ("cards", *MINIATURES)}
    return {"cards": sum(owned), **others} if owned else others
