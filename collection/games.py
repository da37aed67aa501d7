"""The default game, and card facts as text."""

from typing import Final

from simulator import games
from simulator.engine.game_system import Facet, GameSystem
from simulator.engine.values import Fact

FIRST_GAME: Final = "signum"


def first_game() -> GameSystem:
    """Return the default game for requests that name none.

    This is always FIRST_GAME, even when other games are installed. Without it, the first installed game.
    """
    systems = games.systems()
    return systems.get(FIRST_GAME) or next(iter(systems.values()))


def present_fact(facet: Facet, fact: Fact | list[str] | None, language: str, *, short: bool = False) -> str:
    """Return a fact as text; empty if the card has no such fact, or if it is false.

    With `short`, for tables, ordered values are shown as their codes.
    """
    if fact is None or fact is False or fact == "":
        return ""
    if fact is True:
        return "✓"
    values = fact if isinstance(fact, list | tuple) else [str(fact)]
    if short and facet.kind == "ordered":
        return ", ".join(map(str, values))
    return ", ".join(facet.label(str(value), language=language) for value in values)
