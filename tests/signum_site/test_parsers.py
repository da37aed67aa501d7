"""Parsers with generated input: each returns a result or raises its own error.

| parser | here, or the tests of its properties |
|---|---|
| deck text, deck code | tests/engine/decks/test_parser.py, tests/engine/decks/test_code.py |
| deck from text, code, link, JSON, CSV | here |
| lists of a collection (CSV, JSON, text) | tests/collection/stock/test_list_parser.py |
| query language of the library | tests/collection/search/test_grammar.py |
| card files and tables of cards, scenario files | here |
| the zip of an account | here; tests/signum_site/accounts/test_archive.py |
| Markdown | here; tests/signum_site/test_security.py |
| uploaded pictures | tests/collection/images/test_sanitizer.py |

Tests with long fields for all of them are at the end.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.base import ContentFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.search.grammar import parse
from collection.stock.lists import parser
from collection.stock.lists.resolver import Finder
from decks.social.markdown import markdown_html
from decks.transfer.importer import ImportRefused, deck_import, deck_of_code, decode_text
from signum_site.accounts.archive import importer
from signum_site.core.archive_items import Unreadable
from simulator import games
from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile.importer import read_card_file, read_table, validate_rows
from simulator.management.scenario_files import UnreadableScenario, run_file
from tests.decks.samples import person
from tests.signum_site.accounts.test_archive import zipped
from tests.signum_site.visitors import House, house

__all__ = ["house"]

FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
WORDS = ("set", "cards", "code", "name", "type", "faction", "cost", "text", "abilities", "hero", "players", "a", "b",
         "characters", "at", "decks", "versions", "sections", "collections", "holdings", "system")  # fmt: skip
nested = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=8), inner, max_size=5)
    ),
    max_leaves=20,
)
structured = nested.map(lambda data: json.dumps(data, allow_nan=True))
text = st.text(max_size=300) | structured


@FEW
@given(text=text)
def test_card_files(text: str) -> None:
    with suppress(CatalogueError):
        validate_rows(read_card_file(text, file="made-up.json"), files=())


@FEW
@given(
    rows=st.lists(st.lists(st.text(max_size=12), max_size=6), max_size=5), text=text, separator=st.sampled_from(",;")
)
def test_tables_of_cards(rows: list[list[str]], text: str, separator: str) -> None:
    header = separator.join(("code", "name_en", "type", "cost"))
    for table in (text, "\n".join([header, *(separator.join(row) for row in rows)])):
        with suppress(CatalogueError):
            validate_rows(read_table(table), files=())


@FEW
@given(text=text)
def test_scenario_files(text: str, tmp_path: Path) -> None:
    file = tmp_path / "made-up.yaml"
    file.write_text(text, encoding="utf-8", errors="replace")
    with suppress(UnreadableScenario):
        run_file(file, system=games.system("signum"))


@pytest.mark.django_db
@FEW
@given(text=text, data=st.binary(max_size=200))
def test_decks_that_are_imported(text: str, data: bytes) -> None:
    for source in (text, f"section,count,code,name\n{text}", f"// {text}\n1 {text}"):
        with suppress(ImportRefused):
            deck_import(source, user=AnonymousUser())
    with suppress(ImportRefused):
        deck_import(decode_text(data), user=AnonymousUser())
    with suppress(ImportRefused):
        deck_of_code(text)


@pytest.mark.django_db
@settings(FEW, max_examples=20)
@given(
    part=st.sampled_from(["profile", "decks", "collections", "simulations"]), data=nested, junk=st.binary(max_size=99)
)
def test_archives_of_accounts(part: str, data: Any, junk: bytes) -> None:
    user = person(f"p{abs(hash(junk)) % 10**12}{part}")
    for upload in (zipped(**{part: {part: data}}), zipped(**{part: data}), junk):
        with suppress(Unreadable):
            parcel = importer.parcel_keep(user=user, file=ContentFile(upload))
            importer.parcel_parts(parcel=parcel)
            importer.parcel_take_in(parcel=parcel)
    user.delete()


@FEW
@given(text=st.text(max_size=300) | st.text("<>[]()!`*_#|-\\\"'&; \n/ajsh:", max_size=120))
def test_markdown(text: str) -> None:
    assert "<script" not in markdown_html(text)


# --- long fields

# Each has broken a parser, here or elsewhere. CSV cells, numbers, recursion and time have limits.
LONG = {
    "quoted": f'"{"x" * 200_000}"',
    "letters": "x" * 200_000,
    "digits": "9" * 200_000,
    "exponent": f"1e{'9' * 5_000}",
    "lists": "[" * 2_000,
    "objects": '{"a":' * 2_000,
    "brackets": "(" * 20_000,
    "negations": "-(" * 20_000,
    "accents": "e" + "\u0301" * 20_000,
    "ligatures": "\ufdfa" * 5_000,  # each becomes eighteen letters when folded
    "blanks": f"a{' ' * 100_000}b",
    "commas": "a," * 20_000,
    "quotes": '"' * 100_001,
    "returns": "\r" * 20_000,
    "emphasis": "*a **" * 4_000,
    "links": "[a](" * 4_000,
}
HEADER = "section,count,code\n"


def read_deck(text: str) -> None:
    everywhere = {"name": text, "system": text, "format": text, "sections": {text: {text: 1}}}
    for source in (text, f"1 {text}", f"// format: {text}", f"{HEADER}{text}", f"{HEADER}battle,{text},core-001",
                       f'{{"sections": {{"battle": {{"core-001": {text}}}}}}}', f"https://signum.example/d/{text}",
                       json.dumps(everywhere)):  # fmt: skip
        with suppress(ImportRefused):
            deck_import(source, user=AnonymousUser())
    with suppress(ImportRefused):
        deck_of_code(text)


def read_collection(text: str) -> None:
    finder = Finder(games.system("signum"))
    records = json.dumps([{"name": text, "cards": text, "place": text, "note": text, text: 1}])
    for source in (text, f"name,cards\n{text},{text}", f'[{{"cards": {text}}}]', records, f"{text} {text}"):
        for row in parser.parse_rows(parser.open_sheet(source), finder):
            assert bool(row.code) != bool(row.error)


def read_cards(text: str) -> None:
    table = f"code,name_en,type,cost,strength\nhome-001,{text},character,{text},{text}"
    for reader in (lambda: read_table(text), lambda: read_table(table), lambda: read_card_file(text, file="a.json")):
        with suppress(CatalogueError):
            validate_rows(reader(), files=())


def read_scenario(text: str, folder: Path) -> None:
    file = folder / "long.yaml"
    file.write_text(text[:20_000])
    with suppress(UnreadableScenario):
        run_file(file, system=games.system("signum"))


def read_archive(text: str) -> None:
    user = person()
    cards = {"system": text, "name": text, "sections": {text: {text: text}}, "holdings": [{"code": text, "note": text}]}
    for part in ("decks", "collections"):
        with suppress(Unreadable):
            parcel = importer.parcel_keep(user=user, file=ContentFile(zipped(**{part: {part: [cards]}})))
            importer.parcel_parts(parcel=parcel)
            importer.parcel_take_in(parcel=parcel)


READERS: dict[str, Callable[[str], object]] = {
    "deck": read_deck,
    "collection": read_collection,
    "cards": read_cards,
    "archive": read_archive,
    "query": parse,
    "markdown": lambda text: markdown_html(text[:10_000]),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", LONG)
def test_long_field_is_parsed_or_refused(name: str, tmp_path: Path) -> None:
    for reader in READERS.values():
        reader(LONG[name])
    read_scenario(LONG[name], tmp_path)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["quoted", "digits", "lists"])
def test_deck_with_a_long_field_gets_an_error_message(house: House, name: str) -> None:
    text = HEADER + LONG[name]
    client = house.client("owner")
    with house.undone():
        for address, status in {"decks/parse/": 200, "decks/validate/": 200, "decks/": 400}.items():
            response = client.post(f"/api/v1/{address}", {"text": text}, content_type="application/json")
            assert response.status_code == status
            assert "too long to be the name of a card" in response.content.decode()
        page = client.post("/decks/import/", {"given": text})
    assert "too long to be the name of a card" in page.content.decode()
