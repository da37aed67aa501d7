"""Writes and reads numbers and text as bits.

Six bits are one letter, digit, `-` or `_`. The format built on it is code.py.
"""

from typing import Final

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES: Final = {letter: number for number, letter in enumerate(_LETTERS)}
_BITS: Final = 6
# Card codes use only these characters; text with any other is written as UTF-8.
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyz0123456789-_ ."
_MAX_TEXT_LENGTH: Final = 300
# No count in a deck has more binary digits than this.
_MAX_DIGITS: Final = 40


class BitsEnded(ValueError):
    """There are no more bits to read."""


class BitWriter:
    __slots__ = ("_bits",)

    def __init__(self, bits: str = "") -> None:
        self._bits = bits

    def number(self, value: int, *, bits: int) -> None:
        """Writes a number in a fixed number of bits."""
        self._bits += f"{value:0{bits}b}"

    def count(self, value: int) -> None:
        """Elias gamma of value + 1.

        Small numbers take few bits, and the code is self-delimiting.
        """
        binary = f"{value + 1:b}"
        self._bits += "0" * (len(binary) - 1) + binary

    def rice(self, value: int, *, divisor: int) -> None:
        """Rice code: the upper part in unary, then the lower `divisor` bits."""
        self._bits += "1" * (value >> divisor) + "0"
        if divisor:
            self.number(value & ((1 << divisor) - 1), bits=divisor)

    def text(self, text: str) -> None:
        plain = all(char in _PLAIN for char in text)
        self.number(int(plain), bits=1)
        if plain:
            self.count(len(text))
            for char in text:
                self.number(_PLAIN.index(char), bits=_BITS)
        else:
            raw = text.encode("utf-8", "replace")
            self.count(len(raw))
            for byte in raw:
                self.number(byte, bits=8)

    def then(self, other: "BitWriter") -> "BitWriter":
        return BitWriter(self._bits + other._bits)

    def padded(self, *, after: int = 0) -> str:
        """The bits, padded to whole letters if `after` other bits precede them."""
        return self._bits + "0" * (-(after + len(self._bits)) % _BITS)

    def as_text(self) -> str:
        bits = self.padded()
        return "".join(_LETTERS[int(bits[start : start + _BITS], 2)] for start in range(0, len(bits), _BITS))


class BitReader:
    __slots__ = ("_at", "_bits")

    def __init__(self, text: str) -> None:
        for char in text:
            if char not in _VALUES:
                raise ValueError(f"{char!r} is not allowed.")
        self._bits = "".join(f"{_VALUES[char]:0{_BITS}b}" for char in text)
        self._at = 0

    def rest(self) -> str:
        return self._bits[self._at :]

    def number(self, bits: int) -> int:
        if bits == 0:
            return 0
        if self._at + bits > len(self._bits):
            raise BitsEnded
        self._at += bits
        return int(self._bits[self._at - bits : self._at], 2)

    def count(self) -> int:
        zeros = self._read_run("0")
        if zeros > _MAX_DIGITS:
            raise ValueError("a number is too large")
        return self.number(zeros + 1) - 1

    def rice(self, *, divisor: int) -> int:
        ones = self._read_run("1")
        self._at += 1
        return (ones << divisor) | self.number(divisor)

    def text(self) -> str:
        plain, length = self.number(1), self.count()
        if length > _MAX_TEXT_LENGTH:
            raise ValueError("a text is too long")
        if plain:
            numbers = [self.number(_BITS) for _ in range(length)]
            if any(number >= len(_PLAIN) for number in numbers):
                raise ValueError("no such character")
            return "".join(_PLAIN[number] for number in numbers)
        return bytes(self.number(8) for _ in range(length)).decode("utf-8")

    def _read_run(self, bit: str) -> int:
        """Reads a run of this bit and returns its length."""
        end = self._bits.find("1" if bit == "0" else "0", self._at)
        if end < 0:
            raise BitsEnded
        length = end - self._at
        self._at = end
        return length
