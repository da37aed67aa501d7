"""Which game is meant, and what a card's facts are called."""

from typing import Final

from simulator import games
from simulator.engine.system import Facet, GameSystem
from simulator.engine.values import Fact

FIRST_GAME: Final = "signum"


def first_game() -> GameSystem:
    """Meant by whoever names no game: the one this site is about, whichever join it; without it the first there is."""
    known = games.systems()
    return known.get(FIRST_GAME) or next(iter(known.values()))


def present_fact(facet: Facet, fact: Fact | list[str] | None, language: str, *, short: bool = False) -> str:
    """A fact as words; nothing for what a card does not have, and for a no. In a table an ordered value is its code."""
    if fact is None or fact is False or fact == "":
        return ""
    if fact is True:
        return "✓"
    values = fact if isinstance(fact, list | tuple) else [str(fact)]
    if short and facet.kind == "ordered":
        return ", ".join(map(str, values))
    return ", ".join(facet.label(str(value), language=language) for value in values)
