"""Imports a file of new cards.

Reads it, checks it with all other card files, and adds the rules texts. How rows are read and checked is
cardfile/importer.py; writing the file is the command `import_cards`.
"""

from collections.abc import Sequence
from pathlib import Path

from simulator.engine.cards.importer import CardImport, ImportedRow
from simulator.games.signum.cardfile.importer import CardRow, card_file, read_card_file, read_table, validate_rows
from simulator.games.signum.cardfile.loader import CATALOGUE, card_files, file_text
from simulator.games.signum.wording import card_text


def import_cards(file: Path, *, folders: Sequence[Path], replaces: Path | None) -> CardImport:
    """The cards of a .csv or .json file, each with its faults or its text."""
    text = file_text(file).removeprefix("\ufeff")
    rows = read_table(text) if file.suffix.lower() == ".csv" else read_card_file(text, file=file.name)
    if not rows:
        return CardImport(rows=(), card_file="")
    others = [other for other in card_files([CATALOGUE, *folders]) if other != replaces]
    set_code = validate_rows(rows, files=others)
    has_faults = any(row.faults for row in rows)
    return CardImport(
        rows=tuple(_imported_row(row) for row in rows),
        card_file="" if has_faults else card_file(rows, set_code=set_code),
    )


def _imported_row(row: CardRow) -> ImportedRow:
    return ImportedRow(
        number=row.number,
        code=row.code,
        name=row.name,
        faults=tuple(row.faults),
        text=card_text(row.card, "en") if row.card is not None else "",
    )
