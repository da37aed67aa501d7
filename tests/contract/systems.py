"""The systems under contract, and random walks through their games."""

from collections.abc import Iterator
from typing import Any

import pytest

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.play.chance import Chance
from simulator.engine.play.event_log import SilentLog
from simulator.engine.play.protocols import State, View
from simulator.games import systems
from tests import toy

SYSTEMS = tuple(systems(extra=(toy,)).values())

for_every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.code)

# A large game has hundreds of actions in a position. Tests look at a sample.
MAX_STEPS = 40
MAX_ACTIONS = 50


def decks_for(system: GameSystem, *, seats: int) -> list[DeckList]:
    """One reference deck per seat, repeated if there are too few."""
    decks = [reference.deck for reference in system.reference_decks()]
    assert decks, f"{system.code} has no reference decks to play with"
    return [decks[seat % len(decks)] for seat in range(seats)]


def fastest_policy(system: GameSystem) -> str:
    """A greedy policy if there is one.

    It plans instead of listing every legal action.
    """
    return next((name for name in system.policies if name.startswith("greedy-")), next(iter(system.policies)))


def start_game(system: GameSystem, *, seed: int) -> State[Any]:
    """A new game with as many seats as the system allows."""
    return system.start(decks=decks_for(system, seats=max(system.seats)), chance=Chance(seed), log=SilentLog())


def walk(system: GameSystem, *, seed: int) -> Iterator[State[Any]]:
    """Positions of a game with random actions.

    The generator yields the same state object, advanced each time.
    """
    state = start_game(system, seed=seed)
    stream = Chance(seed).stream("walk")
    for _ in range(MAX_STEPS):
        if state.outcome() is not None:
            return
        yield state
        actions = state.legal_actions()
        state.apply(actions[stream.below(len(actions))])


def all_views(state: State[Any]) -> list[View[Any]]:
    """The view of every seat. Equal positions have equal views."""
    return [state.view(seat) for seat in state.seats]
