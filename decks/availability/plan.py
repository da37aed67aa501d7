"""The question of the evening: these decks, out of what I have. Everything a page or a tool is told about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects

from collection.games import first_game
from decks import decklists
from decks.models import DeckVersion
from simulator import games
from simulator.engine.system import GameSystem

from .allocation import Allocation, build_together
from .requirements import Counts, Stock, lacking, together
from .selectors import needs_of, owned, reserved
from .substitutes import MOST_CARDS, Swap, swaps

MOST_DECKS = 30


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """The answer, with the cards of decks that are built and not asked about put aside, unless they may be used."""

    system: GameSystem
    versions: tuple[DeckVersion, ...]
    answer: Allocation[DeckVersion]
    aside: int
    """How many cards lie in other built decks."""
    swaps: tuple[tuple[DeckVersion, Swap], ...]

    @property
    def shopping(self) -> dict[str, int]:
        """What to get, by card."""
        return {short.code: short.missing for short in self.answer.cards}


def build_plan(
    user: Any, versions: Sequence[DeckVersion], *, system: GameSystem, use_built: bool = False, with_swaps: bool = True
) -> BuildPlan:
    """A handful of queries, however many decks."""
    prefetch_related_objects(list(versions[:MOST_DECKS]), "deck", "lines")
    of_game = tuple(version for version in versions[:MOST_DECKS] if version.deck.system == system.code)
    there = owned(user, system.code)
    aside = Stock() if use_built else reserved(user, system.code, but=[version.deck_id for version in of_game])
    usable = there.without(aside)
    needs = needs_of([version.pk for version in of_game], system)
    answer = build_together([(version, needs[version.pk]) for version in of_game], there=usable)
    found: tuple[tuple[DeckVersion, Swap], ...] = ()
    if with_swaps and answer.cards:
        free = usable.without(together(needs.values()))
        found = tuple(_swaps(of_game, needs, usable, free, system))
    return BuildPlan(system=system, versions=of_game, answer=answer, aside=sum(aside.cards.values()), swaps=found)


def _swaps(
    versions: tuple[DeckVersion, ...], needs: dict[int, Stock], usable: Stock, free: Stock, system: GameSystem
) -> list[tuple[DeckVersion, Swap]]:
    """Deck by deck, each with what those before it left; a free card is offered once."""
    found: list[tuple[DeckVersion, Swap]] = []
    left, offered = usable, dict(free.cards)
    short: list[tuple[DeckVersion, Counts]] = []
    for version in versions:
        need = needs[version.pk]
        if missing := lacking(need.cards, left.cards):
            short.append((version, missing))
        left = left.without(need)
    for version, missing in short:
        most = max(1, MOST_CARDS // len(short))
        deck = decklists.of_version(version)
        for swap in swaps(deck, missing=missing, free=offered, system=system, most=most):
            offered[swap.into] -= 1
            found.append((version, swap))
    return found


def system_from_request(code: str) -> GameSystem:
    """The game an address names, or the first there is."""
    systems = games.systems()
    return systems.get(code) or first_game()
