"""Plays whole games: single ones, rounds with every seating, and runs.

Results have a digest that proves them. Statistics are statistics/intervals.py; batches and workers are
simulator/batches. Decks are not checked here: callers pass legal decks.
"""

import gc
import hashlib
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import PurePath
from typing import Any, Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.play.chance import Chance, seed_of
from simulator.engine.play.event_log import Log
from simulator.engine.play.game_loop import Table, Watch
from simulator.engine.play.options import NO_OPTIONS
from simulator.engine.play.protocols import Outcome, State
from simulator.engine.statistics.intervals import PairCounts
from simulator.engine.values import Facts

_POLICY_PURPOSE: Final = "policy"
_DIGEST_MASK: Final = (1 << 256) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of one game.

    Entrants are numbered in the order of decks; `seating[seat]` is an entrant.
    """

    seed: int
    seating: tuple[int, ...]
    outcome: Outcome | None
    """None only if the game failed with an error."""
    turns: int = 0
    decisions: int = 0
    error: str = ""
    options: Facts = NO_OPTIONS
    """Those that differ from the default."""
    open_until: int | None = None
    """If the game was followed: the last turn that began without the later winner ahead. Not in the digest."""
    measures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """What each seat ended with. Not in the digest."""

    @property
    def winner(self) -> int | None:
        """The entrant that won alone."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        return self.seating[self.outcome.winner]

    def score(self, entrant: int) -> Fraction | None:
        """The entrant's share of the point; None if the game failed."""
        if self.outcome is None:
            return None
        return self.outcome.score(self.seating.index(entrant), seats=len(self.seating))

    def line(self) -> str:
        """Everything that must be equal on every machine.

        Of an error only its type, as messages may contain paths.
        """
        winners, reason = (self.outcome.winners, self.outcome.reason) if self.outcome else ((), "")
        error = self.error.partition(":")[0]
        line = f"{self.seed} {self.seating} {winners} {reason} {self.turns} {self.decisions} {error}"
        if self.outcome is not None and self.outcome.places:
            line += f" {self.outcome.places}"
        return f"{line} {self.options}" if self.options else line

    def place(self, entrant: int) -> int | None:
        """The entrant's place, 1 for the best; None if the game failed."""
        if self.outcome is None:
            return None
        return self.outcome.place(self.seating.index(entrant))


def play(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    seed: int,
    seating: Sequence[int] | None = None,
    options: Facts = NO_OPTIONS,
    log: Log | None = None,
    cap: int | None = None,
    watch: Watch | None = None,
    follow: bool = False,
) -> Result:
    """Plays one game to its end.

    Errors inside the game are part of the result, never raised. `watch` gets the state before every decision and at
    the end. `follow` adjudicates the game at the beginning of every turn, which costs a few percent of the time.
    """
    seats = tuple(seating) if seating is not None else tuple(range(len(decks)))
    if len(decks) not in system.seats:
        allowed = " or ".join(str(number) for number in system.seats)
        raise ValueError(f"{len(decks)} decks given; {system.name.en} is played by {allowed}")
    if len(policies) != len(decks) or sorted(seats) != list(range(len(decks))):
        raise ValueError(f"{len(decks)} decks need as many policies and seats, not {list(policies)} and {list(seats)}")
    makers = [system.policies[system.policy_name(policies[entrant])] for entrant in seats]
    # Separate from the game's own chance, so that a policy's draws do not affect the dice.
    policy_chance = Chance(seed)
    table = Table()
    state: State[Any] | None = None
    # A game creates no reference cycles; garbage collection would take a tenth of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        table.seated = [maker(policy_chance.stream(_POLICY_PURPOSE, seat=seat)) for seat, maker in enumerate(makers)]
        seated = [decks[entrant] for entrant in seats]
        state = system.new_game(decks=seated, chance=Chance(seed), log=log, options=options)
        if watch is None:  # a watcher gets every decision, including those inside an action
            state.ask_at_once(table.choose)
        bound = cap if cap is not None else system.decision_cap
        outcome = table.play(state, bound=bound, watch=watch, follow=follow)
        if watch is not None:
            watch(state)
        return Result(
            seed=seed,
            seating=seats,
            outcome=outcome,
            turns=state.turn,
            decisions=table.decisions,
            options=options,
            measures=state.measures() if system.measures else {},
            open_until=_open_until(table.leads, outcome) if follow else None,
        )
    except Exception as error:  # one faulty card must not stop thousands of other games
        turns = state.turn if state is not None else 0
        message = _error_text(error)
        return Result(
            seed=seed,
            seating=seats,
            outcome=None,
            turns=turns,
            decisions=table.decisions,
            error=message,
            options=options,
        )
    finally:
        if collecting:
            gc.enable()


def _open_until(leads: Sequence[tuple[int, ...]], outcome: Outcome) -> int:
    """The last turn at whose beginning the later winners did not lead.

    0 if they always led.
    """
    return max((turn for turn, *leaders in leads if tuple(leaders) != outcome.winners), default=0)


def play_round(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    seed: int,
    options: Facts = NO_OPTIONS,
    cap: int | None = None,
) -> tuple[Result, ...]:
    """Plays the same seed once for every seating.

    Two games for two decks, three for three.
    """
    return tuple(
        play(system=system, decks=decks, policies=policies, seed=seed, seating=seating, options=options, cap=cap)
        for seating in system.round_seatings(len(decks), options)
    )


def play_run(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    batch_seed: int,
    numbers: Iterable[int],
    options: Facts = NO_OPTIONS,
    cap: int | None = None,
) -> Iterator[tuple[Result, ...]]:
    """Plays rounds of a batch by number; round k does not depend on other rounds."""
    for number in numbers:
        seed = seed_of(batch=batch_seed, number=number)
        yield play_round(system=system, decks=decks, policies=policies, seed=seed, options=options, cap=cap)


def count_pairs(pairs: Iterable[Sequence[Result]], *, entrant: int = 0) -> PairCounts:
    """Counts the results of one of two entrants by pairs.

    Pairs with a failed game are left out.
    """
    scores = []
    for first, second in pairs:
        first_score, second_score = first.score(entrant), second.score(entrant)
        if first_score is not None and second_score is not None:
            scores.append((first_score, second_score))
    return PairCounts.of(scores)


def digest(results: Iterable[Result]) -> str:
    """A digest of the results, independent of their order and grouping."""
    return digest_text(sum(fingerprint(result) for result in results))


def fingerprint(result: Result) -> int:
    """A hash of one result; a digest is their sum, so that parts of a run add up."""
    return int.from_bytes(hashlib.sha256(result.line().encode()).digest(), "big")


def digest_text(total: int) -> str:
    return f"{total & _DIGEST_MASK:064x}"


def _error_text(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
