"""From a file or pasted text to rows: the encoding, the format and the columns are found out, and nothing is dropped.

Every row becomes a `Row`: a card, amounts and words, or a reason why not. What to do with them is importer.py.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from collection.stock.models import COUNTS, LONGEST_NOTE, LONGEST_PLACE, MINIATURES, MOST_OF_ONE, WORDS
from simulator.engine.decks import lexer
from simulator.engine.decks.csv_tables import read_rows, unescaped
from simulator.engine.decks.normalization import is_table_heading, normalize_line, other_heading
from simulator.engine.values import fold, tidy

from .resolver import LONGEST_QUOTE, Finder, Misread

MOST_ROWS: Final = 20_000
MOST_BYTES: Final = 2_000_000
FORMATS: Final = ("csv", "json", "text")
# A block of lines the engine takes at once, whatever their length.
_LINES_AT_ONCE: Final = 200
_DELIMITERS: Final = ";\t,|"
_AMOUNT: Final = re.compile(r"[xX×]?\s*([0-9]{1,6})(?:[.,]0+)?\s*[xX×]?")

# Headings people and other tools write, folded, in the three languages.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "code": ("code", "card code", "printing", "id", "codigo", "codice"),
    "name": ("name", "card name", "card", "nombre", "carta", "nome"),
    "set": ("set", "set code", "expansion", "edition", "coleccion", "espansione", "edicion", "edizione"),
    "cards": (
        *("cards", "count", "quantity", "qty", "amount", "number", "copies", "owned", "have", "total"),
        *("cartas", "cantidad", "numero", "copias", "carte", "quantita", "copie"),
    ),
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
    """What one line of a list says; with a misreading, why it cannot be taken."""

    line: int
    text: str
    code: str = ""
    amounts: dict[str, int] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    misread: Misread | None = None


@dataclass(slots=True)
class Sheet:
    """A list whose format is known, not read yet."""

    format: str
    text: str
    unused: list[str] = field(default_factory=list)
    """Headings of columns that nobody knows what to do with."""

    @property
    def size(self) -> int:
        """About how many rows there are, for a bar of progress."""
        marks = self.text.count("{") - 1 if self.format == "json" else self.text.count("\n")
        return max(1, min(marks, MOST_ROWS))


def decoded(data: bytes) -> str:
    """The text of a file, whatever program wrote it; never raises."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            # Spreadsheets on Windows; the few bytes it leaves undefined become a visible mark.
            text = data.decode("cp1252", errors="replace")
    return text.replace("\x00", "\ufffd")


def sheet(text: str, *, format: str = "") -> Sheet:
    text = text.removeprefix("\ufeff")
    return Sheet(format if format in FORMATS else _format_of(text), text)


def _format_of(text: str) -> str:
    if text.lstrip()[:1] in ("{", "["):
        return "json"
    first = next((line for line in text.splitlines() if line.strip()), "")
    if any(_column(cell) for cell in _cells(first, _delimiter(first))) and _delimiter(first):
        return "csv"
    if _column(first) in ("code", "name"):
        return "csv"
    some = [line for line in text.splitlines()[:50] if line.strip()]
    # Names of cards hold commas, so a comma separates columns only beside a number.
    columns = [line for line in some if re.search(r"[;\t|]|^\s*\"?[0-9]+\"?\s*,|,\s*\"?[0-9]+\"?\s*$", line)]
    return "csv" if some and len(columns) * 2 > len(some) else "text"


def rows(given: Sheet, finder: Finder) -> Iterator[ListRow]:
    """Every row, at most so many; what is beyond them is one row that says so."""
    reader = {"csv": _csv_rows, "json": _json_rows, "text": _text_rows}[given.format]
    for number, row in enumerate(reader(given, finder)):
        if number == MOST_ROWS:
            yield ListRow(row.line, row.text, misread=Misread("too_many_rows", str(MOST_ROWS)))
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
    return _COLUMN_OF.get(fold(heading).replace("_", " ").replace("-", " ").strip(), "")


def _csv_rows(given: Sheet, finder: Finder) -> Iterator[ListRow]:
    first, second = (*(line for line in given.text.splitlines() if line.strip()), "", "")[:2]
    columns: list[str] | None = None
    for line, cells in read_rows(given.text, delimiter=_delimiter(first) or ","):
        if cells is None:
            yield ListRow(line, "", misread=Misread("unreadable"))
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if columns is None:
            columns = [_column(cell) for cell in cells]
            if any(columns):
                given.unused = [_quoted(cell) for cell, known in zip(cells, columns, strict=True) if not known and cell]
                continue
            if not given.unused and is_table_heading(first, second, knows=finder.is_known, is_column=is_column):
                given.unused, columns = [_quoted(cell) for cell in cells if cell], None
                continue
            columns = _guessed_columns(cells)
        yield _record(dict(_pairs(columns, cells)), line=line, text=_quoted(" · ".join(cells)), finder=finder)


def _guessed_columns(cells: list[str]) -> list[str]:
    """Without a heading: numbers are cards, the first words are the name, those after it a note."""
    columns: list[str] = []
    for cell in cells:
        wanted = "cards" if _AMOUNT.fullmatch(cell.strip()) else "name"
        columns.append(wanted if wanted not in columns else "note" if wanted == "name" else "")
    return columns


def _pairs(columns: list[str], cells: list[str]) -> Iterator[tuple[str, str]]:
    for column, cell in zip_longest(columns, cells, fillvalue=""):
        if column:
            yield column, unescaped(cell.strip())


# --- objects


def _json_rows(given: Sheet, finder: Finder) -> Iterator[ListRow]:
    try:
        data = json.loads(given.text)
    except (ValueError, RecursionError):
        yield ListRow(1, _quoted(given.text[:200]), misread=Misread("unreadable"))
        return
    if isinstance(data, dict):
        inside = (data[key] for key in ("holdings", "cards") if isinstance(data.get(key), list))
        data = next(inside, [data])
    for number, item in enumerate(data if isinstance(data, list) else [data], start=1):
        if not isinstance(item, dict):
            yield ListRow(number, "", misread=Misread("not_an_object", _quoted(json.dumps(item))))
            continue
        record = {column: _plain(value) for key, value in item.items() if (column := _column(str(key)))}
        given.unused = given.unused or [_quoted(str(key)) for key in item if not _column(str(key))]
        yield _record(record, line=number, text=_quoted(json.dumps(item, ensure_ascii=False)), finder=finder)


def _plain(value: Any) -> str:
    return "" if value is None or isinstance(value, bool | list | dict) else str(value)


# --- both


def _record(record: dict[str, str], *, line: int, text: str, finder: Finder) -> ListRow:
    """A row of a table or an object, once its columns are known."""
    row = ListRow(line, text)
    for what in COUNTS:
        amount = record.get(what, "")
        if not amount:
            continue
        number = _amount(amount)
        if number is None:
            return replace(row, misread=Misread("not_a_number", _quoted(amount)))
        row.amounts[what] = number
    row.words.update({what: tidy(record[what]) for what in WORDS if what in record})
    row.words.update({"place": row.words["place"][:LONGEST_PLACE]} if "place" in row.words else {})
    row.words.update({"note": row.words["note"][:LONGEST_NOTE]} if "note" in row.words else {})
    if not row.amounts and not any(record.get(what) for what in WORDS):
        if any(what in record for what in COUNTS):
            return replace(row, misread=Misread("no_amounts"))
        # A list of names alone: one of each.
        row.amounts["cards"] = 1
    return resolved(
        row, code=record.get("code", ""), name=record.get("name", ""), set_code=record.get("set", ""), finder=finder
    )


def _amount(text: str) -> int | None:
    found = _AMOUNT.fullmatch(text.strip())
    return int(found[1]) if found and int(found[1]) <= MOST_OF_ONE else None


def resolved(row: ListRow, *, code: str, name: str, set_code: str, finder: Finder) -> ListRow:
    """The row with the printing that its code, or else its name, means."""
    found = finder.named(code) if code else Misread("no_name")
    if isinstance(found, Misread) and name:
        found = finder.named(name)
        if isinstance(found, str) and set_code:
            found = finder.in_set(found, fold(set_code))
    if isinstance(found, Misread):
        return replace(row, misread=replace(found, given=_quoted(found.given)))
    if any(row.amounts.get(what) for what in MINIATURES) and not finder.has_miniature(found):
        return replace(row, misread=Misread("no_miniature", found))
    return replace(row, code=found, misread=None)


def _quoted(text: str) -> str:
    return tidy(text[: 4 * LONGEST_QUOTE])[: 2 * LONGEST_QUOTE]


# --- plain text


def _text_rows(given: Sheet, finder: Finder) -> Iterator[ListRow]:
    """A list as players write it. A heading such as `Painted miniatures` says what the lines below it count."""
    sections = {fold(name) for part in finder.system.sections for name in (*part.names.values(), *part.also, part.code)}
    counting = "cards"
    pieces = re.split(r"\r\n|\r|\n", given.text)
    for start in range(0, len(pieces), _LINES_AT_ONCE):
        block, _unread = lexer.split("\n".join(piece[:400] for piece in pieces[start : start + _LINES_AT_ONCE]))
        for line in block:
            number = start + line.number
            heading = fold(line.text.removesuffix(":"))
            if line.fault:
                yield ListRow(number, line.text[:LONGEST_QUOTE], misread=Misread("unreadable"))
            elif _column(heading) in COUNTS and not finder.is_known(heading):
                counting = _column(heading)
            elif lexer.comment(line.text) is None and (heading not in sections or finder.is_known(heading)):
                row = _text_row(normalize_line(line.text, knows=finder.understands), number, counting, finder)
                words = other_heading(line.text) if row.misread and row.misread.reason == "unknown_card" else ""
                yield replace(row, amounts={}, misread=Misread("unknown_heading", _quoted(words))) if words else row


def _text_row(text: str, number: int, counting: str, finder: Finder) -> ListRow:
    row = ListRow(number, text[: 2 * LONGEST_QUOTE])
    meaning = finder.line(text)
    if isinstance(meaning, Misread):
        count = min(lexer.readings(text), key=lambda reading: len(reading.name)).count
        row.amounts[counting] = count if 0 <= count <= MOST_OF_ONE else 1
        return replace(row, misread=meaning)
    code, count = meaning
    if not 0 <= count <= MOST_OF_ONE:
        return replace(row, misread=Misread("not_a_number", str(count)[:LONGEST_QUOTE]))
    row.amounts[counting] = count
    return resolved(row, code=code, name="", set_code="", finder=finder)
