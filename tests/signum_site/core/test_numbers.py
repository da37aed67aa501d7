"""Parsing of whole numbers."""

import pytest

from signum_site.core.numbers import MAX_ID, parse_int


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[("0", 0), ("7", 7), ("007", 7), (str(MAX_ID), MAX_ID)],
        *[("", None), ("-1", None), ("+1", None), (" 1", None), ("1.0", None), ("1_000", None), ("1e3", None)],
        *[("\u0663", None), ("²", None), ("\uff11", None), (str(MAX_ID + 1), None), ("9" * 5_000, None)],
    ],
)
def test_only_ascii_digits_are_a_number(text: str, number: int | None) -> None:
    assert parse_int(text) == number


@pytest.mark.parametrize(("text", "number"), [("0", None), ("1", 1), ("50", 50), ("51", None), ("-3", None)])
def test_bounds(text: str, number: int | None) -> None:
    assert parse_int(text, minimum=1, maximum=50) == number


@pytest.mark.parametrize(("text", "number"), [("-12", -12), ("-13", None), ("--1", None), ("-", None), ("9", 9)])
def test_minus_sign_needs_a_negative_minimum(text: str, number: int | None) -> None:
    assert parse_int(text, minimum=-12, maximum=9) == number
