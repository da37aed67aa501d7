"""Build plans: whether decks can be built together from a user's collection."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects

from collection.games import first_game
from decks import decklists
from decks.models import DeckVersion
from simulator import games
from simulator.engine.game_system import GameSystem

from .allocation import Allocation, build_together
from .requirements import Counts, Stock, lacking, together
from .selectors import needs_of, owned, reserved
from .substitutes import MAX_SWAPS, Swap, swaps, take_fielded

MAX_DECKS = 30


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """The allocation of the user's cards to the decks.

    Cards in other built decks are not available, unless the plan may use them.
    """

    system: GameSystem
    versions: tuple[DeckVersion, ...]
    answer: Allocation[DeckVersion]
    aside: int
    """The number of cards in other built decks."""
    swaps: tuple[tuple[DeckVersion, Swap], ...]

    @property
    def shopping(self) -> dict[str, int]:
        """The missing copies by card code."""
        return {short.code: short.missing for short in self.answer.cards}


def build_plan(
    user: Any, versions: Sequence[DeckVersion], *, system: GameSystem, use_built: bool = False, with_swaps: bool = True
) -> BuildPlan:
    """Plan to build some decks together.

    Takes a handful of queries, however many decks.
    """
    prefetch_related_objects(list(versions[:MAX_DECKS]), "deck", "lines")
    of_game = tuple(version for version in versions[:MAX_DECKS] if version.deck.system == system.code)
    stock = owned(user, system.code)
    aside = Stock() if use_built else reserved(user, system.code, excluding=[version.deck_id for version in of_game])
    usable = stock.without(aside)
    needs = needs_of([version.pk for version in of_game], system)
    answer = build_together([(version, needs[version.pk]) for version in of_game], stock=usable)
    proposed: tuple[tuple[DeckVersion, Swap], ...] = ()
    if with_swaps and answer.cards:
        free = usable.without(together(needs.values()))
        proposed = tuple(_propose_swaps(of_game, needs, usable, free, system))
    return BuildPlan(system=system, versions=of_game, answer=answer, aside=sum(aside.cards.values()), swaps=proposed)


def _propose_swaps(
    versions: tuple[DeckVersion, ...], needs: dict[int, Stock], usable: Stock, free: Stock, system: GameSystem
) -> list[tuple[DeckVersion, Swap]]:
    """Propose swaps deck by deck, each from the cards that earlier decks left.

    Every free copy is offered once.
    """
    result: list[tuple[DeckVersion, Swap]] = []
    left, offered = usable, dict(free.cards)
    incomplete: list[tuple[DeckVersion, Counts]] = []
    for version in versions:
        need = needs[version.pk]
        if missing := lacking(need.cards, left.cards):
            incomplete.append((version, missing))
        left = left.without(need)
    for version, missing in incomplete:
        most = max(1, MAX_SWAPS // len(incomplete))
        deck = decklists.of_version(version)
        for swap in swaps(deck, missing=missing, free=offered, system=system, most=most):
            take_fielded(offered, swap.into, system)
            result.append((version, swap))
    return result


def system_from_request(code: str) -> GameSystem:
    """Return the game with this code, else the first game."""
    systems = games.systems()
    return systems.get(code) or first_game()
