"""Tables as CSV: rows read from any text, and cells that a spreadsheet will not take for formulas."""

import csv
import io
import unicodedata
from collections.abc import Iterator
from typing import Final

_FORMULA_SIGNS: Final = "=+-@"
_FORMULA_STARTS: Final = "\t\r\n"


def read_rows(text: str, *, delimiter: str = ",") -> Iterator[tuple[int, list[str] | None]]:
    """Each row with the line it begins on; None instead of a row with a cell that is too long to read.

    The limit is that of the standard library, 131,072 characters a cell. Reading goes on with the next line.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        line = reader.line_num + 1
        try:
            yield line, next(reader)
        except csv.Error:
            yield line, None
        except StopIteration:
            return


def escaped(cell: str) -> str:
    """The cell with ' before it if a spreadsheet would take it for a formula."""
    return f"'{cell}" if _is_formula(cell) or cell.startswith("'") else cell


def unescaped(cell: str) -> str:
    """What `escaped` was given."""
    rest = cell.removeprefix("'")
    return rest if rest != cell and escaped(rest) == cell else cell


def _is_formula(cell: str) -> bool:
    # Spreadsheets take fullwidth and small forms of the signs too: NFKC makes them plain.
    first = cell[:1]
    return bool(first) and (first in _FORMULA_STARTS or unicodedata.normalize("NFKC", first) in _FORMULA_SIGNS)
