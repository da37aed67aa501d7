"""Imports cards from a table (CSV) or a card file (JSON).

Turns rows into card data and validates them. Nothing is written here. docs/adding_a_card.md explains the columns; the
notation in them is notation/reader.py.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from simulator.engine.cards.card import CatalogueError
from simulator.engine.decks.csv_tables import read_rows
from simulator.engine.values import LANGUAGES
from simulator.games.signum.cardfile.inline import building_key, relic_type
from simulator.games.signum.cardfile.loader import file_text, find_cards
from simulator.games.signum.cardfile.notation.effects import options_data
from simulator.games.signum.cardfile.notation.reader import ability_data, trigger_place
from simulator.games.signum.cardfile.notation.words import Data, cost_data, parts, plain, unknown
from simulator.games.signum.cardfile.schema.files import CardData, read_cards, split_cards
from simulator.games.signum.cards.card import SignumCard
from simulator.games.signum.cards.vocabulary import CARD_TYPES

WORDS: Final = ("type", "faction", "rarity", "source", "race", "when", "key")
NUMBERS: Final = ("strength", "health", "base", "price")
FLAGS: Final = ("class_card", "unique", "class_building")
COLUMNS: Final = (
    "code", *(f"name_{language}" for language in LANGUAGES), "type", "faction", "rarity", "source", "cost",
    "strength", "movement", "health", "race", "base", "class_card", "hero", "slots", "abilities",
    "relic", "when", "effect", "target", "key", "price", "unique", "class_building",
    *(f"flavour_{language}" for language in LANGUAGES),
)  # fmt: skip


class CardRow:
    """One row of an import: its card data, the resulting card, and its faults."""

    __slots__ = ("card", "data", "faults", "number")

    def __init__(self, number: int, data: Data, *, faults: list[str]) -> None:
        self.number = number  # the line of the table, or the place in the JSON list, from 1
        self.data = data
        self.faults = faults
        self.card: SignumCard | None = None

    @property
    def code(self) -> str:
        return str(self.data.get("code", ""))

    @property
    def name(self) -> str:
        names = self.data.get("name")
        return str(names.get("en", "")) if isinstance(names, dict) else ""


def read_table(text: str) -> list[CardRow]:
    """The rows of a CSV table with a header line, separated by commas or semicolons."""
    first = text.partition("\n")[0]
    table = read_rows(text, delimiter=";" if first.count(";") > first.count(",") else ",")
    header = [plain(name).replace(" ", "_") for name in _cells(*next(table, (1, [])))]
    for name in header:
        if name and name not in COLUMNS:
            raise unknown("column", name, among=COLUMNS)
    rows: list[CardRow] = []
    for line, found in table:
        cells = _cells(line, found)
        filled = {name: cell.strip() for name, cell in zip(header, cells, strict=False) if name and cell.strip()}
        if filled:
            faults: list[str] = []
            if len(cells) > len(header):
                faults.append(f"{len(cells)} cells; the header has {len(header)} columns")
            rows.append(CardRow(line, _card_data(filled, faults=faults), faults=faults))
    return rows


def _cells(line: int, cells: list[str] | None) -> list[str]:
    if cells is None:
        raise CatalogueError(f"line {line}: not a table: a cell is too long to read")
    return cells


def read_card_file(text: str, *, file: str) -> list[CardRow]:
    """The cards of a file as docs/adding_a_card.md describes it."""
    faults: list[str] = []
    cards = split_cards(text, file=file, faults=faults)
    if faults:
        raise CatalogueError("\n".join(faults))
    rows: list[CardRow] = []
    for card in cards:
        data = card.data if isinstance(card.data, dict) else {}
        rows.append(CardRow(card.number + 1, data, faults=[] if data else ["expected an object {…}"]))
    return rows


def validate_rows(rows: list[CardRow], *, files: Iterable[Path]) -> str:
    """Validates the rows together with the cards of these files.

    Returns their set, or an empty string.
    """
    faults: list[str] = []
    data: list[CardData] = []
    for file in files:
        data += split_cards(file_text(file), file=file.name, faults=faults)
    sets = list(dict.fromkeys(row.code.rpartition("-")[0] for row in rows if "-" in row.code))
    if len(sets) > 1:
        for row in rows:
            if row.code.rpartition("-")[0] != sets[0]:
                row.faults.append(f"code: {row.code!r} is not of the set {sets[0]!r}; one file holds one set")
    by_place = {f"row {row.number}": row for row in rows}
    for place, row in by_place.items():
        data.append(CardData(row.data, file=place, number=row.number, set_code=row.code.rpartition("-")[0]))
    cards = {card.code: card for card in read_cards(data, faults=faults)}
    for fault in faults:
        place, _, rest = fault.partition(": ")
        if place not in by_place:
            raise CatalogueError(fault)
        by_place[place].faults.append(rest.removeprefix(f"{by_place[place].code}: "))
    for row in rows:
        row.card = cards.get(row.code) if not row.faults else None
    return sets[0] if sets else ""


def card_file(rows: list[CardRow], *, set_code: str) -> str:
    """The text of a card file with these rows, one card per line."""
    cards = ",\n".join(f"  {json.dumps(row.data, ensure_ascii=False)}" for row in rows)
    return f'{{"set": {json.dumps(set_code)}, "cards": [\n{cards}\n]}}\n'


def _card_data(cells: dict[str, str], *, faults: list[str]) -> Data:
    """One row as card data; an unreadable cell is left out and reported as a fault."""
    data: Data = {}
    for name, cell in cells.items():
        try:
            _read_cell(name, cell, cells=cells, data=data)
        except CatalogueError as error:
            faults.append(f"{name}: {error}")
    data.setdefault("source", "playtest")
    return data


def _read_cell(name: str, cell: str, *, cells: dict[str, str], data: Data) -> None:
    card_type = plain(cells.get("type", ""))
    stem, _, language = name.rpartition("_")
    if stem in ("name", "flavour"):
        words = data.setdefault(stem, {})
        if isinstance(words, dict):
            words[language] = cell
    elif name in WORDS:
        data[name] = plain(cell).replace(" ", "_")
    elif name == "code":
        data[name] = cell
    elif name == "movement":
        data[name] = cell.upper()
    elif name == "hero":
        heroes = find_cards(cell, types=("hero",))
        data[name] = heroes[0].code if heroes else cell
    elif name in NUMBERS:
        data[name] = int(cell) if cell.isdecimal() else cell
    elif name in FLAGS:
        data[name] = plain(cell) in ("1", "true", "yes", "x", "si", "vero")
    elif name == "cost":
        data[name] = _cost(cell)
    elif name == "relic":
        data[name] = relic_type(cell)
    elif name == "slots":
        data[name] = _slots(cell)
    elif name == "abilities":
        data[name] = [ability_data(text, card_type=card_type) for text in parts(cell, at=r" ?\| ?") if text]
    elif name == "effect" and card_type in CARD_TYPES:
        target = plain(cells.get("target", ""))
        trigger = plain(cells.get("when", "")).replace(" ", "_")
        data |= options_data(plain(cell), place=trigger_place(card_type, trigger, target=target))


def _cost(cell: str) -> Data:
    """`Temple + 2 any`, with buildings by name in any language.

    Unknown names are faults.
    """
    cost = cost_data(plain(cell))
    names = cost.get("buildings")
    if isinstance(names, list):
        cost["buildings"] = [building_key(str(name).replace("_", " ")) for name in names]
    return cost


def _slots(cell: str) -> Data:
    """Relic slots such as `2 armour + shield`."""
    slots: Data = {}
    for part in parts(plain(cell), at=r" ?\+ ?"):
        count, _, relic = part.partition(" ")
        number, name = (int(count), relic) if count.isdecimal() else (1, part)
        slots[relic_type(name)] = number
    return slots
