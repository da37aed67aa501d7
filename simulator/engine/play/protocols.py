"""Protocols of a game: state, view of one seat, policy and outcome.

Games implement these; playing a whole game
is matches/match.py. An action is any frozen value that the game defines. `why_not`, `legal_actions` and `apply` must
agree: what the first allows, the last does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from simulator.engine.play.chance import Chance, Stream

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class IllegalAction(Exception):
    """An action that the rules refuse; carries the sentence of `why_not`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners and the reason.

    Several winners share the victory; none means a draw.
    """

    winners: tuple[int, ...]
    reason: str
    places: tuple[int, ...] = ()
    """The place of each seat, 1 for the best; equal places are shared. Empty if a game has winners only."""

    @property
    def winner(self) -> int | None:
        """The seat that won alone; None if no seat or several seats won."""
        return self.winners[0] if len(self.winners) == 1 else None

    def score(self, seat: int, *, seats: int) -> Fraction:
        """The seat's share of the one point per game.

        A fraction, so that shares add up exactly.
        """
        if not self.winners:
            return Fraction(1, seats)
        return Fraction(1, len(self.winners)) if seat in self.winners else Fraction(0)

    def place(self, seat: int) -> int:
        """The place of a seat; without places, winners are first and all others share the next place."""
        if self.places:
            return self.places[seat]
        return 1 if not self.winners or seat in self.winners else len(self.winners) + 1


class View(Protocol[A_co]):
    """What one seat may see, as a value: equal views look the same to that player.

    Does not expose the state.
    """

    @property
    def seat(self) -> int: ...

    @property
    def actions(self) -> Sequence[A_co]:
        """The legal actions if this seat decides, otherwise empty.

        Never empty if it decides.
        """
        ...


class State(Protocol[A]):
    """A position in a game, including its chance. Mutable, but only by `apply`."""

    @property
    def seats(self) -> Sequence[int]: ...

    @property
    def alive(self) -> Sequence[int]:
        """The seats still in the game; no other seat is asked or offered actions."""
        ...

    @property
    def to_act(self) -> int:
        """The seat that decides next; undefined once there is an outcome."""
        ...

    @property
    def turn(self) -> int:
        """The number of turns begun, in the game's own count."""
        ...

    def legal_actions(self) -> Sequence[A]:
        """The actions of the seat to act, in a fixed order.

        Of continuous positions a finite selection.
        """
        ...

    def why_not(self, action: A) -> str | None:
        """Why the seat to act may not do this, as a sentence for players; None if it may."""
        ...

    def apply(self, action: A) -> None:
        """Does the action and everything up to the next decision.

        Raises IllegalAction and changes nothing if the action is not legal.
        """
        ...

    def outcome(self) -> Outcome | None: ...

    def adjudicate(self) -> Outcome:
        """Who wins if the game stops here, for games that exceed the cap of decisions."""
        ...

    def measures(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers that each seat has now, by the codes of `GameSystem.measures`."""
        ...

    def view(self, seat: int) -> View[A]: ...

    def glance(self, seat: int) -> View[A]:
        """A cheap view for an immediate decision.

        Valid until the next `apply`, not to be changed. It may share public data with the state, so that almost
        nothing is copied.
        """
        ...

    def ask_at_once(self, choose: Callable[[View[A]], A]) -> None:
        """Sends questions inside an action to `choose` at once.

        Otherwise each becomes a separate decision.
        """
        ...

    def imagine(self, seat: int, *, chance: Chance) -> "State[A]":
        """A clone in which everything hidden from this seat is redealt.

        The seat's view stays equal.
        """
        ...

    def clone(self) -> "State[A]":
        """An independent copy with its own chance and a silent log.

        No deepcopy, for speed.
        """
        ...


class Policy(Protocol):
    """A computer player.

    Deterministic except for its own stream of chance; never sees the state.
    """

    @property
    def name(self) -> str:
        """Includes a version, `greedy-1`.

        A stronger player gets a new version, the old one stays.
        """
        ...

    def choose(self, view: Any) -> Any:
        """One of the actions legal in this view."""
        ...


# Called once per game and seat, so that a policy's memory never leaks into another game.
PolicyMaker = Callable[[Stream], Policy]
