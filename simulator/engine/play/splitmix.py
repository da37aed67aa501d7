"""Arithmetic of random numbers: hashes of texts, the mixer of SplitMix64, and the random keys of cards.

SplitMix64 (Steele, Lea and Flood 2014) is a counter and a mixer, so the state is one integer and clones are cheap.
Its 64 bits are kept as digits of 22, 22 and 20 bits, the lowest first, so that intermediate results stay within the
integers that compiled code handles natively. Streams of random numbers are chance.py.
"""

from hashlib import blake2b
from typing import Final

Digits = tuple[int, int, int]
"""64 bits as digits of 22, 22 and 20 bits, the lowest first."""

DIGIT: Final = 0x3FFFFF
LAST: Final = 0xFFFFF
_STEP_0: Final = 0xA7C15  # 0x9E3779B97F4A7C15
_STEP_1: Final = 0x26E5FD
_STEP_2: Final = 0x9E377
_MIX_0: Final = 0x24E5B9  # 0xBF58476D1CE4E5B9
_MIX_1: Final = 0x1DB473
_MIX_2: Final = 0xBF584
_MIX_3: Final = 0x3111EB  # 0x94D049BB133111EB
_MIX_4: Final = 0x26EC4C
_MIX_5: Final = 0x94D04

_names: Final[dict[str, Digits]] = {}


def hashed(text: str) -> Digits:
    # Python's own hash() differs from process to process.
    hashed: bytes = blake2b(text.encode(), digest_size=8).digest()
    zero = (hashed[5] & 0x3F) << 16 | hashed[6] << 8 | hashed[7]
    one = (hashed[2] & 0xF) << 18 | hashed[3] << 10 | hashed[4] << 2 | hashed[5] >> 6
    return zero, one, hashed[0] << 12 | hashed[1] << 4 | hashed[2] >> 4


def joined(digits: Digits) -> int:
    """The 64 bits as one integer."""
    return digits[2] << 44 | digits[1] << 22 | digits[0]


def stepped(digits: Digits, steps: int) -> Digits:
    """The counter after some steps, fewer than a million of them."""
    carried = digits[0] + _STEP_0 * steps
    zero = carried & DIGIT
    carried = (carried >> 22) + digits[1] + _STEP_1 * steps
    return zero, carried & DIGIT, ((carried >> 22) + digits[2] + _STEP_2 * steps) & LAST


def mixed(digits: Digits) -> Digits:
    """Random bits of a counter: twice shifts, xors and multiplies."""
    zero, one, two = digits
    zero ^= (one >> 8 | two << 14) & DIGIT
    one ^= two >> 8
    carried = zero * _MIX_0
    middle = (carried >> 22) + zero * _MIX_1 + one * _MIX_0
    two = ((middle >> 22) + zero * _MIX_2 + one * _MIX_1 + two * _MIX_0) & LAST
    zero, one = carried & DIGIT, middle & DIGIT
    zero ^= (one >> 5 | two << 17) & DIGIT
    one ^= two >> 5
    carried = zero * _MIX_3
    middle = (carried >> 22) + zero * _MIX_4 + one * _MIX_3
    two = ((middle >> 22) + zero * _MIX_5 + one * _MIX_4 + two * _MIX_3) & LAST
    zero, one = carried & DIGIT, middle & DIGIT
    return zero ^ (one >> 9 | two << 13) & DIGIT, one ^ two >> 9, two


def card_keys(salt: Digits, names: list[str]) -> list[int]:
    """A random number for every card, from the salt, its name, and which copy of that name it is.

    A card's number does not depend on the other cards. It has 62 bits, which compiled code handles natively.
    """
    copies: dict[str, int] = {}
    keys: list[int] = []
    for name in names:
        copy = copies.get(name, 0) + 1
        copies[name] = copy
        digits = _digits_of(name)
        salted = salt[0] ^ digits[0], salt[1] ^ digits[1], salt[2] ^ digits[2]
        zero, one, two = mixed(stepped(salted, copy))
        keys.append(two << 42 | one << 20 | zero >> 2)
    return keys


def _digits_of(name: str) -> Digits:
    digits = _names.get(name)
    if digits is None:
        digits = hashed(name)
        _names[name] = digits
    return digits
