"""Lines from other tools: counts are kept, unknown forms are left unchanged."""

from time import process_time

import pytest
from django.contrib.auth.models import AnonymousUser

from collection.stock.lists.importer import import_create
from collection.stock.lists.parser import open_sheet, parse_rows
from collection.stock.lists.resolver import Finder
from collection.stock.models import Collection
from collection.stock.services import StockError
from decks.transfer.importer import ImportRefused, deck_import, decode_text
from simulator.engine.decks.normalization import is_table_heading, normalize_line, other_heading
from simulator.games.signum import SYSTEM

CARDS = {"fireball", "ruphus, the young squire", "forest"}
HEADINGS = {"hero", "battle deck"}


def knows(text: str) -> bool:
    count, _, name = text.partition(" ")
    return text.lower() in CARDS | HEADINGS or (count.isascii() and count.isdecimal() and name.lower() in CARDS)


@pytest.mark.parametrize(
    "line",
    ["- 2 Fireball", "* 2 Fireball", "• 2 Fireball", "– 2 Fireball", "> 2 Fireball", "+ 2 Fireball",
     "2 Fireball 🔥", "🔥 2 Fireball", "**2 Fireball**", "2 “Fireball”", '2 "Fireball"', "`2 Fireball`",
     "2, Fireball", "2;Fireball", "2: Fireball", "2 - Fireball", "(2) Fireball", "[2] Fireball", "2\tFireball",
     "Fireball (2)", "Fireball [x2]", "Fireball, 2", "Fireball;2", "Fireball: 2", "Fireball - 2", "Fireball\t2",
     "Fireball 2", "| 2 | Fireball |", "2,Fireball,core,foil", '"Fireball","2"',
     "2 Fireball (CORE) 146", "2 Fireball [Spells]", "2 Fireball *F*", "2 Fireball (core) 146 [Spells]",
     "2 Fireball,", "- [ ] 2 Fireball", "- Fireball (2) 🔥"],
)  # fmt: skip
def test_a_line_from_another_tool_keeps_its_count(line: str) -> None:
    assert normalize_line(line, knows=knows) == "2 Fireball"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("⚔️ Hero", "Hero"),
        ("Hero (1)", "Hero"),
        ("Battle deck [34]:", "Battle deck"),
        ("== Hero ==", "Hero"),
        ("1,Ruphus, the Young Squire", "1 Ruphus, the Young Squire"),
        ('"Ruphus, the Young Squire",3', "3 Ruphus, the Young Squire"),
        ("1. Fireball", "Fireball"),
        ("12) Fireball", "Fireball"),
        ("3. 2 Fireball", "2 Fireball"),
        ("- 2 Fierball", "2 Fierball"),
        ("Fierball (2)", "2 Fierball"),
        ("2, Fierball", "2 Fierball"),
        ("2,Fireball,Forest", "2 Fireball,Forest"),
    ],
)
def test_headings_commas_in_names_and_misspelt_names(line: str, expected: str) -> None:
    assert normalize_line(line, knows=knows) == expected


@pytest.mark.parametrize(
    "line",
    ["", "2 Fireball", "// Fireball (2)", "# - 2 Fireball", "-2 Fireball", "1.5 Fireball",
     "½ Fireball", "٢ Fireball", "---", "===", "3", "(3)", "🔥", "Fireball Forest", "2 Fireball 3", "x" * 500,
     "https://signum.example/d/Fireball/"],
)  # fmt: skip
def test_other_lines_are_unchanged(line: str) -> None:
    assert normalize_line(line, knows=knows) == line


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Sideboard", "Sideboard"),
        ("SIDEBOARD (15)", "SIDEBOARD"),
        ("== Maybeboard ==", "Maybeboard"),
        ("[Sideboard]", "Sideboard"),
        ("Traps:", "Traps"),
        ("- Sideboard [15]:", "Sideboard"),
        ("Mazzo principale", "Mazzo principale"),
        ("Fierball", ""),
        ("2 Sideboard", ""),
        ("2 Fierball:", ""),
        (":", ""),
        ("---:", ""),
        ("", ""),
    ],
)
def test_headings_of_other_games_are_recognized(line: str, expected: str) -> None:
    assert other_heading(line) == expected


@pytest.mark.parametrize(
    ("line", "following", "is_heading"),
    [
        ("Quantity,Name,Set", "2,Fireball,core", True),
        ("Count;Card", "2;Fireball", True),
        ("Anzahl;Karte", "2;Fireball", True),
        ("| Anzahl | Karte |", "| 2 | Fireball |", True),
        ('"Name","Quantity"', '"Ruphus, the Young Squire","2"', True),
        ("Rufus, the Young Squire", "Fireball, 2", False),
        ("Fireball;Karte", "Fireball;2", False),
        ("2;Fierball", "2;Fireball", False),
        ("Anzahl;Karte", "Fireball;Forest", False),
        ("Sideboard", "2 Fireball", False),
        ("Quantity,Name", "", False),
    ],
)
def test_table_headings_are_recognized(line: str, following: str, is_heading: bool) -> None:
    columns = {"quantity", "name", "count", "card"}
    assert is_table_heading(line, following, knows=knows, is_column=lambda cell: cell.lower() in columns) is is_heading


@pytest.mark.parametrize("content", [b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1", b"%PDF-1.7"])
def test_a_spreadsheet_file_is_refused_with_advice(content: bytes) -> None:
    with pytest.raises(ImportRefused, match="save it as CSV or text"):
        decode_text(content)
    with pytest.raises(StockError, match="save it as CSV or text"):
        import_create(collection=Collection(), data=content)


def test_odd_lines_are_normalized_quickly() -> None:
    started = process_time()
    for line in (" -,;" * 29, "(" * 119, "a " * 59, "1," * 59, "🔥" * 119, '"' * 119):
        normalize_line(line, knows=lambda _: False)
    assert process_time() - started < 1


def test_a_deck_from_another_tool_keeps_counts_and_line_numbers() -> None:
    text = (
        "⚔️ Hero (1)\r\n• 1 Herrick 🐉\r\n\r\nBattle deck:\r\n- 2 Fireball\r\nFierball (3)\r\nGreer the Stubborn\t1\r\n"
    )
    imported = deck_import(text, user=AnonymousUser())
    assert dict(imported.deck.section("hero")) == {"core-002": 1}
    assert dict(imported.deck.section("battle")) == {"core-146": 2, "core-007": 1}
    (problem,) = imported.problems
    assert problem.params["line"] == 6
    assert [fix.text for fix in problem.fixes] == ["3 Fireball"]


def test_a_collection_from_another_tool_keeps_its_counts() -> None:
    finder = Finder(SYSTEM, {card.code: number for number, card in enumerate(SYSTEM.catalogue)})
    parsed = list(parse_rows(open_sheet("- 2x Fireball\n* 1 Herrick 🐉\nFireball (3)\n- 4 Fierball\n"), finder))
    assert [(row.code, row.amounts) for row in parsed[:3]] == [
        ("core-146", {"cards": 2}),
        ("core-002", {"cards": 1}),
        ("core-146", {"cards": 3}),
    ]
    assert parsed[3].error is not None
    assert parsed[3].amounts == {"cards": 4}, "what a suggestion would use"


def test_headings_and_table_columns_are_reported_in_a_deck() -> None:
    text = "Quantity,Name,Set\n1,Herrick,core\n2,Fireball,core\n\nSideboard\n1. Greer the Stubborn\n"
    imported = deck_import(text, user=AnonymousUser())
    assert dict(imported.deck.section("hero")) == {"core-002": 1}
    assert dict(imported.deck.section("battle")) == {"core-146": 2, "core-007": 1}
    columns, heading = imported.problems
    assert (columns.severity, columns.params["reason"], columns.params["line"]) == ("warning", "table_heading", 1)
    assert columns.message == "Line 1: 'Quantity,Name,Set' names the columns of a table; it was skipped."
    assert (heading.code, heading.params["reason"], heading.params["line"]) == ("BAD_LINE", "unknown_heading", 5)
    assert heading.params["text"] == "Sideboard"


def test_headings_and_table_columns_are_reported_in_a_collection() -> None:
    finder = Finder(SYSTEM, {card.code: number for number, card in enumerate(SYSTEM.catalogue)})
    heading, card = parse_rows(open_sheet("Sideboard:\n1. Fireball\n"), finder)
    assert heading.error is not None
    assert (heading.error.reason, heading.error.text) == ("unknown_heading", "Sideboard")
    assert (card.code, card.amounts) == ("core-146", {"cards": 1})
    table = open_sheet("Anzahl;Karte\n2;Fireball\n3;Herrick\n")
    assert [(row.line, row.code, row.amounts) for row in parse_rows(table, finder)] == [
        (2, "core-146", {"cards": 2}),
        (3, "core-002", {"cards": 3}),
    ]
    assert table.unused == ["Anzahl", "Karte"]
