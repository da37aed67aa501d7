"""Whole games: one, the same one with the seats changed, a run of them; what came out, and a digest that proves it.

Rules and policies are the game's; figures are intervals.py; jobs and workers are not here. Whether decks are legal was
asked before: a game does not check again.
"""

import gc
import hashlib
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePath
from typing import Any, Final

from simulator.engine.decks.decklist import DeckList
from simulator.engine.play.chance import Chance, seed_of
from simulator.engine.play.event_log import Log, SilentLog
from simulator.engine.play.protocols import Outcome, State
from simulator.engine.play.table import Table, Watch
from simulator.engine.statistics.intervals import PairCounts
from simulator.engine.system import GameSystem

_POLICY_PURPOSE: Final = "policy"
_DIGEST_MASK: Final = (1 << 256) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One game played. Entrants are numbered as their decks were given; `seating[seat]` is who sat there."""

    seed: int
    seating: tuple[int, ...]
    outcome: Outcome | None
    """None only if the game broke down."""
    turns: int = 0
    decisions: int = 0
    error: str = ""
    open_until: int | None = None
    """Of a game that was followed: the last turn that began with the later winner not ahead. No part of a digest."""

    @property
    def winner(self) -> int | None:
        """The entrant that won alone."""
        if self.outcome is None or self.outcome.winner is None:
            return None
        return self.seating[self.outcome.winner]

    def score(self, entrant: int) -> Fraction | None:
        """The entrant's share of the point; None if the game broke down."""
        if self.outcome is None:
            return None
        return self.outcome.score(self.seating.index(entrant), seats=len(self.seating))

    def line(self) -> str:
        """Everything that must be the same on every machine; of an error only its kind, for texts may name places."""
        winners, reason = (self.outcome.winners, self.outcome.reason) if self.outcome else ((), "")
        error = self.error.partition(":")[0]
        return f"{self.seed} {self.seating} {winners} {reason} {self.turns} {self.decisions} {error}"


def play(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    seed: int,
    seating: Sequence[int] | None = None,
    log: Log | None = None,
    cap: int | None = None,
    watch: Watch | None = None,
    follow: bool = False,
) -> Result:
    """Plays one game to its end, and ends it. What breaks inside the game is in the result, never raised.

    Who watches is shown the state before every decision and at the end. With `follow` it is asked at the beginning of
    every turn who would win if the game stopped there; that costs a few hundredths of the game.
    """
    seats = tuple(seating) if seating is not None else tuple(range(len(decks)))
    if len(decks) not in system.seats:
        allowed = " or ".join(str(number) for number in system.seats)
        raise ValueError(f"{len(decks)} decks given; {system.name.en} is played by {allowed}")
    if len(policies) != len(decks) or sorted(seats) != list(range(len(decks))):
        raise ValueError(f"{len(decks)} decks need as many policies and seats, not {list(policies)} and {list(seats)}")
    makers = [system.policies[system.policy_name(policies[entrant])] for entrant in seats]
    # Apart from the game's own chance: what a policy draws must not move a die.
    thoughts = Chance(seed)
    table = Table()
    state: State[Any] | None = None
    # A game leaves no rings of objects behind; looking for some while it is played takes a tenth of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        table.seated = [maker(thoughts.stream(_POLICY_PURPOSE, seat=seat)) for seat, maker in enumerate(makers)]
        seated = [decks[entrant] for entrant in seats]
        state = system.start(decks=seated, chance=Chance(seed), log=log if log is not None else SilentLog())
        if watch is None:  # who watches sees every decision, those inside an action too
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
            open_until=_open_until(table.leads, outcome) if follow else None,
        )
    except Exception as error:  # a broken card must not stop ten thousand other games
        turns = state.turn if state is not None else 0
        told = _told(error)
        return Result(seed=seed, seating=seats, outcome=None, turns=turns, decisions=table.decisions, error=told)
    finally:
        if collecting:
            gc.enable()


def _open_until(leads: Sequence[tuple[int, ...]], outcome: Outcome) -> int:
    """The last turn that somebody else than the winners would have ended as winner; 0 if they always led."""
    return max((turn for turn, *leaders in leads if tuple(leaders) != outcome.winners), default=0)


def play_paired(
    *, system: GameSystem, decks: Sequence[DeckList], policies: Sequence[str], seed: int, cap: int | None = None
) -> tuple[Result, ...]:
    """The same seed once for every way to move round the seats: two games for two decks, three for three."""
    return tuple(
        play(system=system, decks=decks, policies=policies, seed=seed, seating=seating, cap=cap)
        for seating in seatings(len(decks))
    )


def seatings(number: int) -> list[tuple[int, ...]]:
    """Every way to move round the seats: who sits where in the first, second, … game of a pair."""
    return [tuple((seat + shift) % number for seat in range(number)) for shift in range(number)]


def play_run(
    *,
    system: GameSystem,
    decks: Sequence[DeckList],
    policies: Sequence[str],
    batch_seed: int,
    numbers: Iterable[int],
    cap: int | None = None,
) -> Iterator[tuple[Result, ...]]:
    """Pairs of a batch by their numbers; pair k is the same whoever plays it, and whatever was played before."""
    for number in numbers:
        seed = seed_of(batch=batch_seed, number=number)
        yield play_paired(system=system, decks=decks, policies=policies, seed=seed, cap=cap)


def count_pairs(pairs: Iterable[Sequence[Result]], *, entrant: int = 0) -> PairCounts:
    """How one of two entrants fared, pair by pair; a pair with a broken game counts for nobody."""
    scores = []
    for first, second in pairs:
        one, other = first.score(entrant), second.score(entrant)
        if one is not None and other is not None:
            scores.append((one, other))
    return PairCounts.of(scores)


def digest(results: Iterable[Result]) -> str:
    """The same for the same results, however the work was divided and in whatever order it came back."""
    return digest_text(sum(fingerprint(result) for result in results))


def fingerprint(result: Result) -> int:
    """A number for everything that came out; a digest is their sum, so that parts of a run can be added up."""
    return int.from_bytes(hashlib.sha256(result.line().encode()).digest(), "big")


def digest_text(total: int) -> str:
    return f"{total & _DIGEST_MASK:064x}"


def _told(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
