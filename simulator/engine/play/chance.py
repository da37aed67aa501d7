"""Reproducible random numbers: dice and shuffles from a seed or from a script.

A game never uses `random` or the clock. It gets a Chance, keeps it in its state and draws from the stream of one
purpose, seat and slot. Streams are independent, so that what is drawn from one never shifts another. Cards are
shuffled and picked by keys of their own, so that a deck keeps the order of its other cards if one is changed.
"""

from typing import Final, TypeVar

from simulator.engine.play.splitmix import DIGIT, LAST, Digits, card_keys, hashed, joined, mixed, stepped

T = TypeVar("T")
Key = tuple[str, int, int]

_MASK: Final = (1 << 64) - 1
DICE_TOGETHER: Final = 12
SIDES_TOGETHER: Final = 20  # 20 to the power of 12 still fits 64 bits
FEW_CHOICES: Final = 1 << 48  # times one more card still fits 62 bits, which mypyc handles as native integers
_SMALL: Final = 0x4000000000
"""Bounds below this are multiplied digit by digit; the products still fit 62 bits."""
_THROWS: Final = tuple(6**count for count in range(DICE_TOGETHER + 1))
"""The number of results of so many six-sided dice."""


_purposes: Final[dict[str, int]] = {}


def _key(purpose: str, seat: int, slot: int) -> int:
    """One small integer as key.

    Purposes are numbered in order of first use; no result depends on that order.
    """
    number = _purposes.get(purpose)
    if number is None:
        number = len(_purposes)
        _purposes[purpose] = number
    return (slot << 20 | number << 8) + seat


def seed_of(*, batch: int, number: int) -> int:
    """The seed of game (or pair) `number` of a batch, independent of playing order.

    Fits signed 64 bits.
    """
    return joined(hashed(f"batch|{batch}|{number}")) >> 1


class Stream:
    """One sequence of random numbers, for one purpose."""

    __slots__ = ("_state_0", "_state_1", "_state_2")

    def __init__(self, state: Digits) -> None:
        self._state_0, self._state_1, self._state_2 = state

    @property
    def state(self) -> Digits:
        return self._state_0, self._state_1, self._state_2

    def bits(self) -> int:
        """The next 64 bits."""
        return joined(self._digits())

    def _digits(self) -> Digits:
        """The next 64 bits as digits."""
        state = stepped((self._state_0, self._state_1, self._state_2), 1)
        self._state_0, self._state_1, self._state_2 = state
        return mixed(state)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, exactly uniform."""
        if 0 < bound < _SMALL:
            # The product of 64 bits and the bound, digit by digit: the part above 64 bits is the result.
            zero, one, two = self._digits()
            product = zero * bound
            low = product & DIGIT
            product = (product >> 22) + one * bound
            low |= (product & DIGIT) << 22
            product = (product >> 22) + two * bound
            if low >= bound or product & LAST:
                return product >> 20
            return self._below(bound, (product << 44) + low)
        if not 0 < bound <= _MASK:
            raise ValueError(f"below({bound}): the bound is at least 1 and fits 64 bits")
        return self._below(bound, self.bits() * bound)

    def _below(self, bound: int, product: int) -> int:
        """Lemire 2019: rejects the few values that would make some numbers more likely."""
        if product & _MASK < bound:
            surplus = (_MASK + 1) % bound
            while product & _MASK < surplus:
                product = self.bits() * bound
        return product >> 64

    def die(self, *, sides: int = 6) -> int:
        return self.below(sides) + 1

    def dice(self, count: int, *, sides: int = 6) -> list[int]:
        """Throws dice.

        Up to DICE_TOGETHER of them share one draw, as digits to the base of the sides.
        """
        thrown: list[int] = []
        while count > 0:
            together = min(count, DICE_TOGETHER) if sides <= SIDES_TOGETHER else 1
            drawn = self.below(_THROWS[together] if sides == 6 else sides**together)
            for _die in range(together):  # `_` alone would be an object, not a native integer
                thrown.append(drawn % sides + 1)
                drawn //= sides
            count -= together
        return thrown

    def shuffle(self, cards: list[T]) -> None:
        """Shuffles uniformly; the number of draws depends only on the length of the list."""
        last = len(cards) - 1
        while last > 0:
            # One draw for as many cards as fit a small integer.
            first, choices = last, 1
            while last > 0 and choices <= FEW_CHOICES:
                choices *= last + 1
                last -= 1
            drawn = self.below(choices)
            for place in range(first, last, -1):
                other = drawn % (place + 1)
                drawn //= place + 1
                cards[place], cards[other] = cards[other], cards[place]

    def shuffle_cards(self, cards: list[T], *, names: list[str]) -> None:
        """Shuffles uniformly, by a random key of each card: its name, which copy of it, and one draw as salt.

        The order of two cards does not depend on the others, nor on the order before. Cards of one name are alike.
        """
        keys = card_keys(self._digits(), names)
        cards[:] = [cards[place] for place in sorted(range(len(keys)), key=keys.__getitem__)]

    def pick_card(self, names: list[str]) -> int:
        """The place of one of these cards, uniformly: that of the lowest key."""
        keys = card_keys(self._digits(), names)
        return keys.index(min(keys))


class Chance(Stream):
    """The randomness of one game.

    It has a stream without a purpose, and one per (purpose, seat, slot).
    """

    __slots__ = ("_shared", "_streams", "seed")

    def __init__(self, seed: int, *, at: Digits | None = None) -> None:
        # Clones pass their state: hashing a seed is slow, and look-ahead makes thousands of clones per game.
        super().__init__(hashed(f"{seed}|||") if at is None else at)
        self.seed = seed
        self._streams: dict[int, Stream] = {}
        # Streams at the time of cloning, shared by the original and all clones; never drawn from again.
        self._shared: dict[int, Stream] = {}

    def stream(self, purpose: str, *, seat: int = 0, slot: int = 0) -> Stream:
        """The stream of one purpose.

        Do not keep a reference: a clone has its own streams.
        """
        key = _key(purpose, seat, slot)
        stream = self._streams.get(key)
        if stream is None:
            shared = self._shared.get(key)
            # The purpose comes last, so that no purpose can collide with another key.
            state = shared.state if shared is not None else hashed(f"{self.seed}|{seat}|{slot}|{purpose}")
            stream = Stream(state)
            self._streams[key] = stream
        return stream

    def throw(self, purpose: str, seat: int, slot: int, count: int) -> list[int]:
        """Throws six-sided dice of one stream, in one call: a game is another compiled group."""
        return self.stream(purpose, seat=seat, slot=slot).dice(count)

    def clone(self) -> "Chance":
        """An independent copy that draws the same numbers from here on."""
        twin = Chance(self.seed, at=self.state)
        # Most clones live briefly and use few streams, so each copies a stream only on first use.
        if self._streams:
            self._shared = {**self._shared, **self._streams}
            self._streams = {}
        twin._shared = self._shared
        return twin


class ScriptEnded(Exception):
    """More was drawn than the script has."""


class Scripted(Chance):
    """Chance for tests: returns scripted values in order, for any stream.

    Shuffles change nothing.
    """

    __slots__ = ("_drawn", "_script")

    def __init__(self, *script: int) -> None:
        super().__init__(0)
        self._script = script
        self._drawn = 0

    @property
    def left(self) -> tuple[int, ...]:
        """The values not drawn yet: a test ends with `assert chance.left == ()`."""
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
        """Does nothing: the test has already ordered the cards."""

    def shuffle_cards(self, cards: list[T], *, names: list[str]) -> None:
        """Does nothing, as `shuffle`."""

    def pick_card(self, names: list[str]) -> int:
        return self.below(len(names))

    def clone(self) -> "Scripted":
        twin = Scripted(*self._script)
        twin._drawn = self._drawn
        return twin

    def _next(self, request: str, *, lowest: int, highest: int) -> int:
        if self._drawn == len(self._script):
            raise ScriptEnded(f"the script {self._script} has run out: draw {self._drawn + 1} asks for {request}")
        value = self._script[self._drawn]
        if not lowest <= value <= highest:
            raise ValueError(f"draw {self._drawn + 1} of the script {self._script} is {value}, but asked is {request}")
        self._drawn += 1
        return value
