"""Whatever somebody sends, each reader answers with what it read or with its own refusal: made-up input for them all.

| reader | here, or where its own properties are |
|---|---|
| deck text, deck code | tests/engine/test_reading.py, tests/engine/test_deck_code.py |
| deck from text, code, link, JSON, CSV | here |
| lists of a collection (CSV, JSON, text) | tests/collection/stock/test_sheets.py |
| query language of the library | tests/collection/search/test_grammar.py |
| card files and tables of cards, scenario files | here |
| the zip of an account | here; tests/site/test_archive.py |
| Markdown | here; tests/site/test_security.py |
| uploaded pictures | tests/collection/faces/test_uploads.py |
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.base import ContentFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from collection.archives import Unreadable
from decks.importing import ImportRefused, deck_import, deck_of_code, text_of
from decks.markdown import markdown_html
from signum_site.accounts import arrivals
from simulator import games
from simulator.engine.card import CatalogueError
from simulator.games.signum.importing import judge, read_card_file, read_table
from simulator.scenario_files import UnreadableScenario, run_file
from tests.decks.samples import person
from tests.site.test_archive import zipped

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
        judge(read_card_file(text, file="made-up.json"), files=())


@FEW
@given(
    rows=st.lists(st.lists(st.text(max_size=12), max_size=6), max_size=5), text=text, separator=st.sampled_from(",;")
)
def test_tables_of_cards(rows: list[list[str]], text: str, separator: str) -> None:
    header = separator.join(("code", "name_en", "type", "cost"))
    for table in (text, "\n".join([header, *(separator.join(row) for row in rows)])):
        with suppress(CatalogueError):
            judge(read_table(table), files=())


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
    for given_text in (text, f"section,count,code,name\n{text}", f"// {text}\n1 {text}"):
        with suppress(ImportRefused):
            deck_import(given_text, user=AnonymousUser())
    with suppress(ImportRefused):
        deck_import(text_of(data), user=AnonymousUser())
    with suppress(ImportRefused):
        deck_of_code(text)


@pytest.mark.django_db
@settings(FEW, max_examples=20)
@given(
    part=st.sampled_from(["profile", "decks", "collections", "simulations"]), data=nested, junk=st.binary(max_size=99)
)
def test_archives_of_accounts(part: str, data: Any, junk: bytes) -> None:
    user = person(f"p{abs(hash(junk)) % 10**12}{part}")
    for sent in (zipped(**{part: {part: data}}), zipped(**{part: data}), junk):
        with suppress(Unreadable):
            parcel = arrivals.parcel_keep(user=user, file=ContentFile(sent))
            arrivals.parcel_parts(parcel=parcel)
            arrivals.parcel_take_in(parcel=parcel)
    user.delete()


@FEW
@given(text=st.text(max_size=300) | st.text("<>[]()!`*_#|-\\\"'&; \n/ajsh:", max_size=120))
def test_markdown(text: str) -> None:
    assert "<script" not in markdown_html(text)
