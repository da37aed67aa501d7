"""The one door from "something is set off" to "its effects happen".

Damage sets off triggers, triggers run effects, effects do damage: somewhere that circle must be open. Here it is:
play/effects.py hands in its function when it is imported, everybody else calls `resolve`.
"""

from collections.abc import Callable

from simulator.games.signum.cards.abilities import Options
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.state.position import NO_WINNER, Position

Resolve = Callable[[Position, Options, Source], None]

_carried_out_by: list[Resolve] = []


def resolve_with(carry_out: Resolve) -> None:
    """Called once, by play/effects.py."""
    _carried_out_by[:] = [carry_out]


def resolve(position: Position, options: Options, source: Source) -> None:
    """S-13.4 Carries out one of the options; the controller of the source chooses which, and within it."""
    if options and position.winner == NO_WINNER:
        position.disturb()
        _carried_out_by[0](position, options, source)
