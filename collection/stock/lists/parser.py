"""Parses files and pasted lists into rows.

Encoding, format and columns are detected, and no row is dropped. Every row becomes a `ListRow`: a card with amounts and
texts, or an error. importer.py processes the rows.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from collection.stock.counts import piece_amounts
from collection.stock.models import COUNTS, MAX_COPIES, MAX_NOTE_LENGTH, MAX_PLACE_LENGTH, MINIATURES, WORDS
from simulator.engine.decks import csv_tables, lexer
from simulator.engine.decks.csv_tables import read_rows, unescaped
from simulator.engine.decks.normalization import is_table_heading, normalize_line, other_heading
from simulator.engine.values import fold, tidy

from .resolver import MAX_QUOTE_LENGTH, Finder, LineError

MAX_ROWS: Final = 20_000
MAX_BYTES: Final = 2_000_000
FORMATS: Final = ("csv", "json", "text")
# The lexer takes blocks of this many lines, whatever their length.
_BLOCK_LINES: Final = 200
_DELIMITERS: Final = ";\t,|"
_AMOUNT: Final = re.compile(r"[xX×]?\s*([0-9]{1,6})(?:[.,]0+)?\s*[xX×]?")

# Headings of columns that only collections have, folded, in the three languages; the others are the engine's.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    **csv_tables.COLUMNS,
    "unpainted": (
        *("unpainted", "unpainted miniatures", "miniatures", "minis", "models", "miniaturas", "miniature"),
        *("sin pintar", "miniaturas sin pintar", "non dipinte", "miniature non dipinte"),
    ),
    "painted": (
        *("painted", "painted miniatures", "pintadas", "miniaturas pintadas"),
        *("dipinte", "miniature dipinte"),
    ),
    "wanted": ("wanted", "want", "wants", "wishlist", "wish", "buscadas", "deseadas", "cercate", "desiderate"),
    "trade": ("trade", "for trade", "tradelist", "tradelist count", "para cambio", "cambio", "da scambiare", "scambio"),
    "place": ("place", "location", "binder", "storage", "lugar", "ubicacion", "luogo", "posizione"),
    "note": ("note", "notes", "comment", "comments", "nota", "notas", "comentario", "commento"),
}
_COLUMN_OF: Final = {heading: column for column, headings in COLUMNS.items() for heading in headings}


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line of a list: a card with amounts and texts, or an error."""

    line: int
    text: str
    code: str = ""
    amounts: dict[str, int] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    error: LineError | None = None


@dataclass(slots=True)
class Sheet:
    """A list with a known format, not parsed yet."""

    format: str
    text: str
    unused: list[str] = field(default_factory=list)
    """Headings of unknown columns."""

    @property
    def size(self) -> int:
        """The approximate number of rows, for a progress bar."""
        marks = self.text.count("{") - 1 if self.format == "json" else self.text.count("\n")
        return max(1, min(marks, MAX_ROWS))


def decode(data: bytes) -> str:
    """Decode a file from any program. Never raises."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            # Windows spreadsheets. Undefined bytes become a visible replacement character.
            text = data.decode("cp1252", errors="replace")
    return text.replace("\x00", "\ufffd")


def open_sheet(text: str, *, format: str = "") -> Sheet:
    text = text.removeprefix("\ufeff")
    return Sheet(format if format in FORMATS else _detect_format(text), text)


def _detect_format(text: str) -> str:
    if text.lstrip()[:1] in ("{", "["):
        return "json"
    first = next((line for line in text.splitlines() if line.strip()), "")
    if any(_column(cell) for cell in _cells(first, _delimiter(first))) and _delimiter(first):
        return "csv"
    if _column(first) in ("code", "name"):
        return "csv"
    sample = [line for line in text.splitlines()[:50] if line.strip()]
    # Card names contain commas, so a comma separates columns only next to a number.
    columns = [line for line in sample if re.search(r"[;\t|]|^\s*\"?[0-9]+\"?\s*,|,\s*\"?[0-9]+\"?\s*$", line)]
    return "csv" if sample and len(columns) * 2 > len(sample) else "text"


def parse_rows(sheet: Sheet, finder: Finder) -> Iterator[ListRow]:
    """Yield every row, at most MAX_ROWS; then one row with an error for the rest."""
    reader = {"csv": _csv_rows, "json": _json_rows, "text": _text_rows}[sheet.format]
    for number, row in enumerate(reader(sheet, finder)):
        if number == MAX_ROWS:
            yield ListRow(row.line, row.text, error=LineError("too_many_rows", str(MAX_ROWS)))
            return
        yield row


# --- tables


def _delimiter(line: str) -> str:
    counts = {mark: line.count(mark) for mark in _DELIMITERS}
    best = max(counts, key=lambda mark: counts[mark])
    return best if counts[best] else ""


def _cells(line: str, delimiter: str) -> list[str]:
    return next((cells for _line, cells in read_rows(line, delimiter=delimiter or ",") if cells), [line])


def is_column(heading: str) -> bool:
    return bool(_column(heading))


def _column(heading: str) -> str:
    return _COLUMN_OF.get(csv_tables.column_words(heading), "")


def _csv_rows(sheet: Sheet, finder: Finder) -> Iterator[ListRow]:
    first, second = (*(line for line in sheet.text.splitlines() if line.strip()), "", "")[:2]
    columns: list[str] | None = None
    for line, cells in read_rows(sheet.text, delimiter=_delimiter(first) or ","):
        if cells is None:
            yield ListRow(line, "", error=LineError("unreadable"))
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if columns is None:
            columns = [_column(cell) for cell in cells]
            if any(columns):
                sheet.unused = [
                    _quote(cell) for cell, column in zip(cells, columns, strict=True) if not column and cell
                ]
                continue
            if not sheet.unused and is_table_heading(first, second, knows=finder.is_known, is_column=is_column):
                sheet.unused, columns = [_quote(cell) for cell in cells if cell], None
                continue
            columns = _guess_columns(cells)
        yield _parse_record(
            dict(_labelled_cells(columns, cells)), line=line, text=_quote(" · ".join(cells)), finder=finder
        )


def _guess_columns(cells: list[str]) -> list[str]:
    """Guess the columns without a heading: numbers are cards, then name and note."""
    columns: list[str] = []
    for cell in cells:
        column = "cards" if _AMOUNT.fullmatch(cell.strip()) else "name"
        columns.append(column if column not in columns else "note" if column == "name" else "")
    return columns


def _labelled_cells(columns: list[str], cells: list[str]) -> Iterator[tuple[str, str]]:
    for column, cell in zip_longest(columns, cells, fillvalue=""):
        if column:
            yield column, unescaped(cell.strip())


# --- objects


def _json_rows(sheet: Sheet, finder: Finder) -> Iterator[ListRow]:
    try:
        data = json.loads(sheet.text)
    except (ValueError, RecursionError):
        yield ListRow(1, _quote(sheet.text[:200]), error=LineError("unreadable"))
        return
    if isinstance(data, dict):
        lists = (data[key] for key in ("holdings", "cards") if isinstance(data.get(key), list))
        data = next(lists, [data])
    for number, item in enumerate(data if isinstance(data, list) else [data], start=1):
        if not isinstance(item, dict):
            yield ListRow(number, "", error=LineError("not_an_object", _quote(json.dumps(item))))
            continue
        record = {column: _to_text(value) for key, value in item.items() if (column := _column(str(key)))}
        sheet.unused = sheet.unused or [_quote(str(key)) for key in item if not _column(str(key))]
        yield _parse_record(record, line=number, text=_quote(json.dumps(item, ensure_ascii=False)), finder=finder)


def _to_text(value: Any) -> str:
    return "" if value is None or isinstance(value, bool | list | dict) else str(value)


# --- tables and objects


def _parse_record(record: dict[str, str], *, line: int, text: str, finder: Finder) -> ListRow:
    """Parse a table row or an object whose columns are known."""
    row = ListRow(line, text)
    for column in COUNTS:
        amount = record.get(column, "")
        if not amount:
            continue
        number = _parse_amount(amount)
        if number is None:
            return replace(row, error=LineError("not_a_number", _quote(amount)))
        row.amounts[column] = number
    row.words.update({column: tidy(record[column]) for column in WORDS if column in record})
    row.words.update({"place": row.words["place"][:MAX_PLACE_LENGTH]} if "place" in row.words else {})
    row.words.update({"note": row.words["note"][:MAX_NOTE_LENGTH]} if "note" in row.words else {})
    if not row.amounts and not any(record.get(column) for column in WORDS):
        if any(column in record for column in COUNTS):
            return replace(row, error=LineError("no_amounts"))
        # A list of names without amounts: one of each.
        row.amounts["cards"] = 1
    return resolve_row(
        row, code=record.get("code", ""), name=record.get("name", ""), set_code=record.get("set", ""), finder=finder
    )


def _parse_amount(text: str) -> int | None:
    match = _AMOUNT.fullmatch(text.strip())
    return int(match[1]) if match and int(match[1]) <= MAX_COPIES else None


def resolve_row(row: ListRow, *, code: str, name: str, set_code: str, finder: Finder) -> ListRow:
    """Return the row with the printing found by its code, or else by its name."""
    result = finder.find(code) if code else LineError("no_name")
    if isinstance(result, LineError) and name:
        result = finder.find(name)
        if isinstance(result, str) and set_code:
            result = finder.find_in_set(result, fold(set_code))
    if isinstance(result, LineError):
        return replace(row, error=replace(result, text=_quote(result.text)))
    if result in finder.pieces:
        return replace(row, code=result, amounts=piece_amounts(row.amounts), error=None)
    if any(row.amounts.get(column) for column in MINIATURES) and not finder.has_miniature(result):
        return replace(row, error=LineError("no_miniature", result))
    return replace(row, code=result, error=None)


def _quote(text: str) -> str:
    return tidy(text[: 4 * MAX_QUOTE_LENGTH])[: 2 * MAX_QUOTE_LENGTH]


# --- plain text


def _text_rows(sheet: Sheet, finder: Finder) -> Iterator[ListRow]:
    """Parse a list in players' notation.

    A heading such as `Painted miniatures` determines what the lines below it count.
    """
    sections = {fold(name) for part in finder.system.sections for name in (*part.names.values(), *part.also, part.code)}
    counting = "cards"
    pieces = re.split(r"\r\n|\r|\n", sheet.text)
    for start in range(0, len(pieces), _BLOCK_LINES):
        block, _unread = lexer.split("\n".join(piece[:400] for piece in pieces[start : start + _BLOCK_LINES]))
        for line in block:
            number = start + line.number
            heading = fold(line.text.removesuffix(":"))
            if line.fault:
                yield ListRow(number, line.text[:MAX_QUOTE_LENGTH], error=LineError("unreadable"))
            elif _column(heading) in COUNTS and not finder.is_known(heading):
                counting = _column(heading)
            elif lexer.comment(line.text) is None and (heading not in sections or finder.is_known(heading)):
                row = _parse_text_row(normalize_line(line.text, knows=finder.can_parse), number, counting, finder)
                words = other_heading(line.text) if row.error and row.error.reason == "unknown_card" else ""
                yield replace(row, amounts={}, error=LineError("unknown_heading", _quote(words))) if words else row


def _parse_text_row(text: str, number: int, counting: str, finder: Finder) -> ListRow:
    row = ListRow(number, text[: 2 * MAX_QUOTE_LENGTH])
    meaning = finder.parse_line(text)
    if isinstance(meaning, LineError):
        count = min(lexer.readings(text), key=lambda reading: len(reading.name)).count
        row.amounts[counting] = count if 0 <= count <= MAX_COPIES else 1
        return replace(row, error=meaning)
    code, count = meaning
    if not 0 <= count <= MAX_COPIES:
        return replace(row, error=LineError("not_a_number", str(count)[:MAX_QUOTE_LENGTH]))
    row.amounts[counting] = count
    return resolve_row(row, code=code, name="", set_code="", finder=finder)
