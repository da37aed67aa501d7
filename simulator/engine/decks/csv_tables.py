"""Tables as CSV: rows read from any text, names of columns, and cells that a spreadsheet will not take for formulas."""

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from simulator.engine.values import fold

DECK_COLUMNS: Final = ("section", "count", "code", "name")
"""The columns of an exported deck."""
# Headings of columns that players and other tools use, folded, in the three languages.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "code": ("code", "card code", "printing", "id", "codigo", "codice"),
    "name": ("name", "card name", "card", "nombre", "carta", "nome"),
    "set": ("set", "set code", "expansion", "edition", "coleccion", "espansione", "edicion", "edizione"),
    "cards": (
        *("cards", "count", "quantity", "qty", "amount", "number", "copies", "owned", "have", "total"),
        *("cartas", "cantidad", "numero", "copias", "carte", "quantita", "copie"),
    ),
}
_HEADINGS: Final = frozenset(heading for headings in COLUMNS.values() for heading in headings)
_FORMULA_SIGNS: Final = "=+-@"
_FORMULA_STARTS: Final = "\t\r\n"


def is_column(heading: str) -> bool:
    """Whether a cell is the heading of a column of cards, sets or counts."""
    return column_words(heading) in _HEADINGS


def column_words(heading: str) -> str:
    """The heading as it is listed: folded, with spaces for other separators."""
    return fold(heading).replace("_", " ").replace("-", " ").strip()


def deck_delimiter(line: str) -> str:
    """The delimiter of a line that is the heading of an exported deck; empty for other lines.

    Spreadsheets save a table with their own delimiter.
    """
    for delimiter in ",;\t":
        cells = [cell.strip(' "').lower() for cell in line.split(delimiter)]
        if cells[:3] == list(DECK_COLUMNS[:3]):
            return delimiter
    return ""


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
