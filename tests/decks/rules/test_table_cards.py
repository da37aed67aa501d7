"""Cards that lie on the table: in the library, and refused in decks."""

from dataclasses import replace
from functools import partial

import pytest
from django.test import Client

from collection.services import catalogue_load
from decks.rules.legality import check
from simulator import games
from simulator.engine.cards.card import CardSpec, Catalogue
from simulator.engine.decks.code import encode
from simulator.engine.decks.decklist import DeckList
from simulator.engine.game_system import GameSystem
from simulator.engine.values import Facts, Words
from tests.toy import SYSTEM
from tests.toy.bag import check_deck

pytestmark = pytest.mark.django_db
POND = CardSpec(code="toy-9", names=Words.same("Pond"), kind="ground", set_code="toy", facts=Facts({"light": 0}))
REFUSAL = "No part of the deck is made for 'Pond'."


@pytest.fixture(autouse=True)
def with_pond(two_games: None, monkeypatch: pytest.MonkeyPatch) -> GameSystem:
    system = replace(
        SYSTEM,
        catalogue=Catalogue([*SYSTEM.catalogue, POND]),
        table_kinds=("ground",),
        check_deck=partial(check_deck, own={POND.code: POND}),
    )
    installed = {**games.systems(), "toy": system}
    monkeypatch.setattr(games, "systems", lambda **_: installed)
    catalogue_load(system=system)
    return system


def with_card(code: str) -> DeckList:
    bright = SYSTEM.reference_decks()[0].deck
    sections = {section: dict(lines) for section, lines in bright.sections}
    sections["bag"][code] = 1
    return DeckList.of(sections, system="toy", format="short", name="At the pond")


def test_library_shows_a_card_of_the_table(client: Client) -> None:
    assert "Pond" in client.get("/cards/?game=toy&q=pond").content.decode()
    assert client.get("/cards/toy/toy-9/").status_code == 200


def test_deck_with_a_card_of_the_table_is_illegal_whatever_it_came_from(client: Client) -> None:
    assert check(with_card("toy-1")).legal
    assert [problem.message for problem in check(with_card("toy-9")).errors] == [REFUSAL]
    page = client.get(f"/decks/build/?d={encode(with_card('toy-9'), system=games.system('toy'))}")
    assert page.status_code == 200
    assert REFUSAL in page.content.decode().replace("&#x27;", "'")


def test_import_leaves_out_a_card_of_the_table(client: Client) -> None:
    text = "// game: toy\nCharm\n1 Moonstone\nBag\n1 Pond\n6 Torch"
    page = client.post("/decks/import/", {"given": text}).content.decode().replace("&#x27;", "'")
    assert "Line 5: no part of the deck is made for 'Pond'." in page


def test_builder_offers_no_card_of_the_table(client: Client) -> None:
    def offered(text: str) -> str:
        return client.get(f"/decks/build/?game=toy&in=bag&all=1&q={text}").content.decode().split("<main")[1]

    assert "toy-1" in offered("candle")
    assert "toy-9" not in offered("pond")
