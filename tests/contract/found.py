"""The systems the contract holds for, and walks through their games. The promises are in the test files."""

from collections.abc import Iterator
from typing import Any

import pytest

from simulator.engine.decks.decklist import DeckList
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import SilentLog
from simulator.engine.play.protocols import State, View
from simulator.engine.system import GameSystem
from simulator.games import systems
from tests import toy

SYSTEMS = tuple(systems(extra=(toy,)).values())

for_every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.code)

# A big game has hundreds of actions in a position: enough to look at, not all of them.
LONGEST_WALK = 40
MOST_ACTIONS = 50


def decks_for(system: GameSystem, *, seats: int) -> list[DeckList]:
    """Reference decks, one a seat, beginning again when there are fewer."""
    decks = [reference.deck for reference in system.reference_decks()]
    assert decks, f"{system.code} has no reference decks to play with"
    return [decks[seat % len(decks)] for seat in range(seats)]


def fastest(system: GameSystem) -> str:
    """Who plans plays sooner than who has every legal action listed."""
    return next((name for name in system.policies if name.startswith("greedy-")), next(iter(system.policies)))


def begun(system: GameSystem, *, seed: int) -> State[Any]:
    """A game about to begin, with as many seats as the system allows."""
    return system.start(decks=decks_for(system, seats=max(system.seats)), chance=Chance(seed), log=SilentLog())


def walk(system: GameSystem, *, seed: int) -> Iterator[State[Any]]:
    """The positions of a game in which everybody does anything; the state moves on when the next one is asked for."""
    state = begun(system, seed=seed)
    whim = Chance(seed).stream("walk")
    for _ in range(LONGEST_WALK):
        if state.outcome() is not None:
            return
        yield state
        actions = state.legal_actions()
        state.apply(actions[whim.below(len(actions))])


def seen(state: State[Any]) -> list[View[Any]]:
    """Everything anybody sees: what two equal positions agree on."""
    return [state.view(seat) for seat in state.seats]
