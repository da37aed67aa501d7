"""Whole numbers as users type them and clients send them."""

from typing import Final

MAX_ID: Final = 2**63 - 1


def parse_int(text: str, *, minimum: int = 0, maximum: int = MAX_ID) -> int | None:
    """The number in `text`, or None if it is no whole number within the bounds.

    Only ASCII digits count, with a minus sign where `minimum` is negative. A text with more digits than the
    bounds is never converted.
    """
    digits = text.removeprefix("-") if minimum < 0 else text
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > len(str(max(maximum, -minimum))):
        return None
    number = int(text)
    return number if minimum <= number <= maximum else None
