"""Chance: dice and shuffles that fall the same on every machine, from a seed or from a script.

A game never uses `random` or the clock; it is handed a Chance, keeps it in its state and asks it for the stream
of one purpose, seat and slot. Drawing from one stream never shifts another, so that two decks which differ in
one card still meet the same dice everywhere else.
"""

from hashlib import blake2b
from typing import Final, TypeVar

T = TypeVar("T")
Key = tuple[str, int, int]
Digits = tuple[int, int, int]
"""64 bits as digits of 22, 22 and 20 bits, the lowest first."""

_MASK: Final = (1 << 64) - 1
DICE_TOGETHER: Final = 12
SIDES_TOGETHER: Final = 20  # to the power of 12 they still fit 64 bits
FEW_CHOICES: Final = 1 << 48  # times one more card still fit 62 bits, which are quick to count with
# SplitMix64 (Steele, Lea and Flood 2014): a counter and a mixer, hence one integer of state and cheap clones.
# Its 64 bits are kept as digits of 22, 22 and 20 bits, the lowest first: what is counted with then never grows beyond
# the whole numbers that a compiled engine handles without asking Python.
_DIGIT: Final = 0x3FFFFF
_LAST: Final = 0xFFFFF
_STEP_0: Final = 0xA7C15  # 0x9E3779B97F4A7C15
_STEP_1: Final = 0x26E5FD
_STEP_2: Final = 0x9E377
_MIX_0: Final = 0x24E5B9  # 0xBF58476D1CE4E5B9
_MIX_1: Final = 0x1DB473
_MIX_2: Final = 0xBF584
_MIX_3: Final = 0x3111EB  # 0x94D049BB133111EB
_MIX_4: Final = 0x26EC4C
_MIX_5: Final = 0x94D04
_SMALL: Final = 0x4000000000
"""Bounds below this are counted with in digits; times one of them they still fit 62 bits."""
_THROWS: Final = tuple(6**count for count in range(DICE_TOGETHER + 1))
"""In how many ways so many dice fall."""


_purposes: Final[dict[str, int]] = {}


def _key(purpose: str, seat: int, slot: int) -> int:
    """One small number, quick to find: purposes are numbered as they are met, and nothing depends on their order."""
    number = _purposes.get(purpose)
    if number is None:
        number = len(_purposes)
        _purposes[purpose] = number
    return (slot << 20 | number << 8) + seat


def seed_of(*, batch: int, number: int) -> int:
    """The seed of game (or pair) `number` of a batch, whoever plays it and in whatever order; fits a signed 64 bits."""
    return _number(_hashed(f"batch|{batch}|{number}")) >> 1


def _hashed(key: str) -> Digits:
    # Python's own hash() differs from process to process.
    found: bytes = blake2b(key.encode(), digest_size=8).digest()
    zero = (found[5] & 0x3F) << 16 | found[6] << 8 | found[7]
    one = (found[2] & 0xF) << 18 | found[3] << 10 | found[4] << 2 | found[5] >> 6
    return zero, one, found[0] << 12 | found[1] << 4 | found[2] >> 4


def _number(digits: Digits) -> int:
    return digits[2] << 44 | digits[1] << 22 | digits[0]


class Stream:
    """One sequence of chance, used for one purpose."""

    __slots__ = ("_state_0", "_state_1", "_state_2")

    def __init__(self, state: Digits) -> None:
        self._state_0, self._state_1, self._state_2 = state

    @property
    def state(self) -> Digits:
        return self._state_0, self._state_1, self._state_2

    def bits(self) -> int:
        """The next 64 bits."""
        return _number(self._digits())

    def _digits(self) -> Digits:
        """The same as digits: the counter goes a step on; then twice shifted, crossed with itself and multiplied."""
        carried = self._state_0 + _STEP_0
        zero = carried & _DIGIT
        carried = (carried >> 22) + self._state_1 + _STEP_1
        one = carried & _DIGIT
        two = ((carried >> 22) + self._state_2 + _STEP_2) & _LAST
        self._state_0, self._state_1, self._state_2 = zero, one, two
        zero ^= (one >> 8 | two << 14) & _DIGIT
        one ^= two >> 8
        carried = zero * _MIX_0
        middle = (carried >> 22) + zero * _MIX_1 + one * _MIX_0
        two = ((middle >> 22) + zero * _MIX_2 + one * _MIX_1 + two * _MIX_0) & _LAST
        zero, one = carried & _DIGIT, middle & _DIGIT
        zero ^= (one >> 5 | two << 17) & _DIGIT
        one ^= two >> 5
        carried = zero * _MIX_3
        middle = (carried >> 22) + zero * _MIX_4 + one * _MIX_3
        two = ((middle >> 22) + zero * _MIX_5 + one * _MIX_4 + two * _MIX_3) & _LAST
        zero, one = carried & _DIGIT, middle & _DIGIT
        return zero ^ (one >> 9 | two << 13) & _DIGIT, one ^ two >> 9, two

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each exactly as likely."""
        if 0 < bound < _SMALL:
            # The product of 64 bits and the bound, digit by digit: what is above 64 bits is the number.
            zero, one, two = self._digits()
            product = zero * bound
            low = product & _DIGIT
            product = (product >> 22) + one * bound
            low |= (product & _DIGIT) << 22
            product = (product >> 22) + two * bound
            if low >= bound or product & _LAST:
                return product >> 20
            return self._below(bound, (product << 44) + low)
        if not 0 < bound <= _MASK:
            raise ValueError(f"below({bound}): the bound is at least 1 and fits 64 bits")
        return self._below(bound, self.bits() * bound)

    def _below(self, bound: int, product: int) -> int:
        """Lemire 2019: a number could get more than its share; so the first few 64-bit values are refused."""
        if product & _MASK < bound:
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
            drawn = self.below(_THROWS[together] if sides == 6 else sides**together)
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

    def __init__(self, seed: int, *, at: Digits | None = None) -> None:
        # Clones say where they stand: hashing a seed is slow, and looking ahead clones thousands of times a game.
        super().__init__(_hashed(f"{seed}|||") if at is None else at)
        self.seed = seed
        self._streams: dict[int, Stream] = {}
        # Where streams stood when this was cloned, for the original and all clones: nobody draws from these any more.
        self._shared: dict[int, Stream] = {}

    def stream(self, purpose: str, *, seat: int = 0, slot: int = 0) -> Stream:
        """The stream of one purpose. Ask anew each time: a stream kept aside is not the one of a clone."""
        key = _key(purpose, seat, slot)
        stream = self._streams.get(key)
        if stream is None:
            shared = self._shared.get(key)
            # The purpose comes last, so that no purpose can imitate another key.
            state = shared.state if shared is not None else _hashed(f"{self.seed}|{seat}|{slot}|{purpose}")
            stream = Stream(state)
            self._streams[key] = stream
        return stream

    def clone(self) -> "Chance":
        """The same chance from here on, drawn independently."""
        twin = Chance(self.seed, at=self.state)
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
