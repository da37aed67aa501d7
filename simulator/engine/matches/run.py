"""Plays rounds of a batch by number and adds them up.

Round k depends only on decks, policies, options, the batch's seed and k, never on other rounds.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.matches.match import play
from simulator.engine.matches.rounds import RoundTotals
from simulator.engine.matches.totals import ENTRANTS, Totals
from simulator.engine.play.chance import seed_of
from simulator.engine.play.event_log import Tally
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.values import Facts

FOLLOWED: Final = 8
"""Every eighth round is followed turn by turn to find a close game; following all would cost too much."""


def empty_totals(entrants: int) -> Totals | RoundTotals:
    """Sums without games: of pairs for two decks, of rounds for more."""
    return Totals() if entrants == ENTRANTS else RoundTotals.empty(entrants)


def play_totals(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    batch_seed: int,
    numbers: Iterable[int],
    options: Facts = NO_OPTIONS,
    after_round: Callable[[], None] = lambda: None,
) -> Totals | RoundTotals:
    """Plays the rounds with these numbers and adds them up."""
    totals = empty_totals(len(decks))
    seatings = system.round_seatings(len(decks), options)
    for number in numbers:
        seed = seed_of(batch=batch_seed, number=number)
        tallies = [Tally() for _ in seatings]
        results = [
            play(
                system=system,
                decks=decks,
                policies=policies,
                seed=seed,
                seating=seating,
                options=options,
                log=tally,
                follow=number % FOLLOWED == 0,
            )
            for seating, tally in zip(seatings, tallies, strict=True)
        ]
        totals.count(number, results, tallies, decks)
        after_round()
    return totals
