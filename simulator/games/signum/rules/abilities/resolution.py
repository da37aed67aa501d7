"""The one entry point from a trigger to its effects.

Damage runs triggers, triggers run effects, effects do damage: the import cycle is broken here. play/effects.py
registers its function when it is imported, every other module calls `resolve`.
"""

from collections.abc import Callable

from simulator.games.signum.cards.abilities import Options
from simulator.games.signum.rules.abilities.source import Source
from simulator.games.signum.state.position import NO_WINNER, Position

Resolve = Callable[[Position, Options, Source], None]

_registered: list[Resolve] = []


def resolve_with(carry_out: Resolve) -> None:
    """Registers the function that carries out effects: that of play/effects.py."""
    _registered[:] = [carry_out]


def resolve(position: Position, options: Options, source: Source) -> None:
    """S-13.4 Carries out one of the options; the source's controller makes all choices.

    Not those of a player who is out (SR-64).
    """
    if options and position.winner == NO_WINNER and not position.players[source.seat].out:
        position.disturb()
        _registered[0](position, options, source)
