"""CSV rows, and escaping of cells that a spreadsheet would read as formulas."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.engine.decks.csv_tables import escaped, read_rows, unescaped

LONG = "x" * 200_000


def test_rows_have_the_number_of_their_first_line() -> None:
    assert list(read_rows('a,b\n"c\nd",e\n\nf\n')) == [(1, ["a", "b"]), (2, ["c\nd", "e"]), (4, []), (5, ["f"])]
    assert list(read_rows("a;b", delimiter=";")) == [(1, ["a", "b"])]


@pytest.mark.parametrize("cell", [LONG, f'"{LONG}"', f'"{LONG}'])
def test_a_row_with_a_too_long_cell_is_none(cell: str) -> None:
    assert list(read_rows(f"a,b\n{cell},1\nc,d\n")) == [(1, ["a", "b"]), (2, None), (3, ["c", "d"])]


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "'"]
)
def test_formulas_are_escaped(start: str) -> None:
    assert escaped(f"{start}1+1") == f"'{start}1+1"
    assert unescaped(f"'{start}1+1") == f"{start}1+1"


@pytest.mark.parametrize("cell", ["", "1", "core-001", "a=b", "'s Gravenhage"[1:], "−5"])
def test_other_cells_are_unchanged(cell: str) -> None:
    assert escaped(cell) == unescaped(cell) == cell


@given(text=st.text(max_size=40) | st.text("'=＝@\t1", max_size=4))
def test_escaping_round_trips(text: str) -> None:
    assert unescaped(escaped(text)) == text
    assert unicodedata.normalize("NFKC", escaped(text)[:1]) not in set("=+-@\t\r\n")
