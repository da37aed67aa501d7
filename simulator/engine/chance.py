"""Chance: dice and shuffles that fall the same on every machine, from a seed or from a script.

A game never uses `random` or the clock; it is handed a Chance, keeps it in its state and asks it for the stream
of one purpose, seat and slot. Drawing from one stream never shifts another, so that two decks which differ in
one card still meet the same dice everywhere else.
"""

import hashlib
from typing import Final, TypeVar

T = TypeVar("T")
Key = tuple[str, int, int]

_MASK: Final = (1 << 64) - 1
DICE_TOGETHER: Final = 12
SIDES_TOGETHER: Final = 20  # to the power of 12 they still fit 64 bits
FEW_CHOICES: Final = 1 << 48  # times one more card still fit 62 bits, which are quick to count with
# SplitMix64 (Steele, Lea and Flood 2014): a counter and a mixer, hence one integer of state and cheap clones.
_STEP: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB


def seed_of(*, batch: int, number: int) -> int:
    """The seed of game (or pair) `number` of a batch, whoever plays it and in whatever order; fits a signed 64 bits."""
    return _hashed(f"batch|{batch}|{number}") >> 1


def _hashed(key: str) -> int:
    # Python's own hash() differs from process to process.
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "big")


class Stream:
    """One sequence of chance, used for one purpose."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _STEP) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * _MIX_1) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * _MIX_2) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each exactly as likely."""
        if not 0 < bound <= _MASK:
            raise ValueError(f"below({bound}): the bound is at least 1 and fits 64 bits")
        product = self.bits() * bound
        if product & _MASK < bound:
            # Lemire 2019: only here can a number get more than its share; the first few 64-bit values are refused.
            surplus = (_MASK + 1) % bound
            while product & _MASK < surplus:
                product = self.bits() * bound
        return product >> 64

    def die(self, *, sides: int = 6) -> int:
        return self.below(sides) + 1

    def dice(self, count: int, *, sides: int = 6) -> list[int]:
        """One draw for up to so many dice together: the digits of a number to the base of the sides."""
        thrown: list[int] = []
        while count > 0:
            together = min(count, DICE_TOGETHER) if sides <= SIDES_TOGETHER else 1
            drawn = self.below(sides**together)
            for _ in range(together):
                thrown.append(drawn % sides + 1)
                drawn //= sides
            count -= together
        return thrown

    def shuffle(self, cards: list[T]) -> None:
        """Every order exactly as likely; draws the same number of times for every list of the same length."""
        last = len(cards) - 1
        while last > 0:
            # One draw for as many cards together as fit a small number.
            first, choices = last, 1
            while last > 0 and choices <= FEW_CHOICES:
                choices *= last + 1
                last -= 1
            drawn = self.below(choices)
            for place in range(first, last, -1):
                other = drawn % (place + 1)
                drawn //= place + 1
                cards[place], cards[other] = cards[other], cards[place]


class Chance(Stream):
    """All the chance of one game: the stream without a purpose, and one stream per (purpose, seat, slot)."""

    __slots__ = ("_shared", "_streams", "seed")

    def __init__(self, seed: int, *, at: int | None = None) -> None:
        # Clones say where they stand: hashing a seed is slow, and looking ahead clones thousands of times a game.
        super().__init__(_hashed(f"{seed}|||") if at is None else at)
        self.seed = seed
        self._streams: dict[Key, Stream] = {}
        # Where streams stood when this was cloned, for the original and all clones: nobody draws from these any more.
        self._shared: dict[Key, Stream] = {}

    def stream(self, purpose: str, *, seat: int = 0, slot: int = 0) -> Stream:
        """The stream of one purpose. Ask anew each time: a stream kept aside is not the one of a clone."""
        key = (purpose, seat, slot)
        stream = self._streams.get(key)
        if stream is None:
            shared = self._shared.get(key)
            # The purpose comes last, so that no purpose can imitate another key.
            state = shared._state if shared is not None else _hashed(f"{self.seed}|{seat}|{slot}|{purpose}")
            stream = Stream(state)
            self._streams[key] = stream
        return stream

    def clone(self) -> "Chance":
        """The same chance from here on, drawn independently."""
        twin = Chance(self.seed, at=self._state)
        # Most clones are thought with for a moment and touch few streams: each makes its own when it asks for one.
        if self._streams:
            self._shared = {**self._shared, **self._streams}
            self._streams = {}
        twin._shared = self._shared
        return twin


class Scripted(Chance):
    """Chance for tests: the values written down, in that order, whichever stream asks. Shuffles change nothing."""

    __slots__ = ("_drawn", "_script")

    def __init__(self, *script: int) -> None:
        super().__init__(0)
        self._script = script
        self._drawn = 0

    @property
    def left(self) -> tuple[int, ...]:
        """What has not been drawn: a test ends with `assert chance.left == ()`."""
        return self._script[self._drawn :]

    def stream(self, purpose: str, *, seat: int = 0, slot: int = 0) -> Stream:
        return self

    def bits(self) -> int:
        raise RuntimeError("a script has dice and numbers, no raw bits")

    def below(self, bound: int) -> int:
        return self._next(f"below({bound})", lowest=0, highest=bound - 1)

    def die(self, *, sides: int = 6) -> int:
        return self._next(f"a die of {sides}", lowest=1, highest=sides)

    def dice(self, count: int, *, sides: int = 6) -> list[int]:
        return [self.die(sides=sides) for _ in range(count)]

    def shuffle(self, cards: list[T]) -> None:
        """Nothing moves: the test has already put the cards in order."""

    def clone(self) -> "Scripted":
        twin = Scripted(*self._script)
        twin._drawn = self._drawn
        return twin

    def _next(self, asked: str, *, lowest: int, highest: int) -> int:
        if self._drawn == len(self._script):
            raise RuntimeError(f"the script {self._script} has run out: draw {self._drawn + 1} asks for {asked}")
        value = self._script[self._drawn]
        if not lowest <= value <= highest:
            raise ValueError(f"draw {self._drawn + 1} of the script {self._script} is {value}, but asked is {asked}")
        self._drawn += 1
        return value
