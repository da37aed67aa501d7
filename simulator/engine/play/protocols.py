"""Who decides what: the position of a game, what one seat may see of it, the policy that chooses, and the outcome.

These are the shapes a game fills in; playing a whole game is matches/match.py. An action is any frozen value of the
game's own. `why_not`, `legal_actions` and `apply` share one truth: what the first allows, the last does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from simulator.engine.play.chance import Chance, Stream

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class IllegalAction(Exception):
    """A policy or a caller asked for what the rules refuse; carries the sentence `why_not` gave."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, and why. Several winners share the victory; without any it is a draw of all."""

    winners: tuple[int, ...]
    reason: str

    @property
    def winner(self) -> int | None:
        """The one seat that won, None if none or several did."""
        return self.winners[0] if len(self.winners) == 1 else None

    def score(self, seat: int, *, seats: int) -> Fraction:
        """The seat's share of the one point every game gives away; a fraction, so that shares add up exactly."""
        if not self.winners:
            return Fraction(1, seats)
        return Fraction(1, len(self.winners)) if seat in self.winners else Fraction(0)


class View(Protocol[A_co]):
    """What one seat may see, as a value: equal views look the same to that player. Holds no way back to the state."""

    @property
    def seat(self) -> int: ...

    @property
    def actions(self) -> Sequence[A_co]:
        """The legal actions if it is this seat's decision, else none. Never empty when it is."""
        ...


class State(Protocol[A]):
    """A position in a game, with its chance inside. The one thing that changes, and only by `apply`."""

    @property
    def seats(self) -> Sequence[int]: ...

    @property
    def to_act(self) -> int:
        """The seat that decides next; without meaning once there is an outcome."""
        ...

    @property
    def turn(self) -> int:
        """How many turns have begun, counted as the game counts them."""
        ...

    def legal_actions(self) -> Sequence[A]:
        """What the seat to act may do, in a fixed order; where places are continuous, a finite choice of them."""
        ...

    def why_not(self, action: A) -> str | None:
        """The reason the seat to act may not do this, as a sentence for players; None if it may."""
        ...

    def apply(self, action: A) -> None:
        """Does it, and everything that follows up to the next decision; raises IllegalAction and changes nothing."""
        ...

    def outcome(self) -> Outcome | None: ...

    def adjudicate(self) -> Outcome:
        """Who would win if the game stopped here: asked when a game has gone on for too long."""
        ...

    def view(self, seat: int) -> View[A]: ...

    def glance(self, seat: int) -> View[A]:
        """The same, for who decides now and then forgets it: good until the next `apply`, and not to be changed.

        It may share with the state what everybody sees, and so costs next to nothing.
        """
        ...

    def ask_at_once(self, choose: Callable[[View[A]], A]) -> None:
        """Questions inside an action go to `choose` while it is done; else each becomes a decision of its own."""
        ...

    def imagine(self, seat: int, *, chance: Chance) -> "State[A]":
        """A clone in which all that this seat cannot see is dealt anew; the seat's view stays equal."""
        ...

    def clone(self) -> "State[A]":
        """An independent copy, made by hand, with its own chance and a silent log."""
        ...


class Policy(Protocol):
    """A player. Deterministic but for the stream of chance it was made with; never sees the state."""

    @property
    def name(self) -> str:
        """With its version, `greedy-1`: a stronger player is a new version, the old one stays."""
        ...

    def choose(self, view: Any) -> Any:
        """One of the actions legal in this view."""
        ...


# Made once per game and seat, so that what a policy remembers never leaks into another game.
PolicyMaker = Callable[[Stream], Policy]
