"""The systems under contract, and random walks through their games."""

from collections.abc import Iterator
from typing import Any

import pytest

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.play.chance import Chance
from simulator.engine.play.options import NO_OPTIONS, Option
from simulator.engine.play.protocols import State, View
from simulator.engine.values import Fact, Facts
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


def start_game(system: GameSystem, *, seed: int, options: Facts = NO_OPTIONS) -> State[Any]:
    """A new game with as many seats as the system allows."""
    return system.new_game(decks=decks_for(system, seats=max(system.seats)), chance=Chance(seed), options=options)


def is_quick(system: GameSystem) -> bool:
    """Whether its games take milliseconds, so that every table can be tried.

    Of other systems a sample is played, in which every number of players and every option occurs.
    """
    return system is toy.SYSTEM


def tables(system: GameSystem) -> list[tuple[int, Facts]]:
    """Numbers of seats with options: the default, each option changed alone, and all of them together.

    In a sample, options for any number of seats are changed alone at the smallest table only, and together at the
    largest.
    """
    least, most = min(system.seats), max(system.seats)
    chosen: list[tuple[int, Facts]] = []
    for seats in system.seats:
        changes = changed_options(system, seats=seats)
        if not is_quick(system) and seats != least:
            special = {option.code for option in system.options if option.seats}
            together = changes[-1:] if seats == most else []
            changes = [change for change in changes if set(change) <= special] + together
        chosen += [(seats, options) for options in (NO_OPTIONS, *dict.fromkeys(changes))]
    return chosen


def policies_at(system: GameSystem, *, seats: int) -> list[str]:
    """The policies to try at a table: all, or at larger tables of slow systems the fastest."""
    return list(system.policies) if is_quick(system) or seats == min(system.seats) else [fastest_policy(system)]


def changed_options(system: GameSystem, *, seats: int) -> list[Facts]:
    """Each option of a table changed alone, to every kind of other value, and all of them together."""
    offered = [option for option in system.options if option.applies_to(seats)]
    alone = [Facts({option.code: value}) for option in offered for value in _other_values(option)]
    together = Facts({option.code: _other_values(option)[0] for option in offered})
    return [*alone, *([together] if len(offered) > 1 else [])]


def _other_values(option: Option) -> list[Fact]:
    if option.kind == "flag":
        return [not option.default]
    if option.kind == "number":
        return [value for value in (option.least, option.most) if value != option.default]
    if option.kind == "choice":
        return [value for value in option.labels if value != option.default]
    return [(value,) for value in option.labels if (value,) != option.default]


def walk(system: GameSystem, *, seed: int, options: Facts = NO_OPTIONS) -> Iterator[State[Any]]:
    """Positions of a game with random actions.

    The generator yields the same state object, advanced each time.
    """
    state = start_game(system, seed=seed, options=options)
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
