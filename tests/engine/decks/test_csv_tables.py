"""CSV: rows of any text, and cells that no spreadsheet takes for formulas."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.decks.csv_tables import escaped, read_rows, unescaped

LONG = "x" * 200_000


def test_rows_come_with_the_line_they_begin_on() -> None:
    assert list(read_rows('a,b\n"c\nd",e\n\nf\n')) == [(1, ["a", "b"]), (2, ["c\nd", "e"]), (4, []), (5, ["f"])]
    assert list(read_rows("a;b", delimiter=";")) == [(1, ["a", "b"])]


@pytest.mark.parametrize("cell", [LONG, f'"{LONG}"', f'"{LONG}'])
def test_a_cell_that_is_too_long_is_none_and_the_next_line_is_read(cell: str) -> None:
    assert list(read_rows(f"a,b\n{cell},1\nc,d\n")) == [(1, ["a", "b"]), (2, None), (3, ["c", "d"])]


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "'"]
)
def test_what_a_spreadsheet_takes_for_a_formula_is_escaped(start: str) -> None:
    assert escaped(f"{start}1+1") == f"'{start}1+1"
    assert unescaped(f"'{start}1+1") == f"{start}1+1"


@pytest.mark.parametrize("cell", ["", "1", "core-001", "a=b", "'s Gravenhage"[1:], "−5"])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert escaped(cell) == unescaped(cell) == cell


@given(words=st.text(max_size=40) | st.text("'=＝@\t1", max_size=4))
def test_what_was_escaped_comes_back(words: str) -> None:
    assert unescaped(escaped(words)) == words
    assert unicodedata.normalize("NFKC", escaped(words)[:1]) not in set("=+-@\t\r\n")
