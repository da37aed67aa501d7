"""CardSpec and Catalogue."""

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from simulator.engine.cards.card import CardSpec, Catalogue, CatalogueError, PrintingSpec
from simulator.engine.values import Facts, Words
from tests.toy.cards import CATALOGUE


def card(code: str = "core-001", *, name: str = "Fireball", **others: str) -> CardSpec:
    kind, set_code = others.get("kind", "spell"), others.get("set_code", "core")
    return CardSpec(code=code, names=Words.same(name), kind=kind, set_code=set_code)


def test_a_card_is_a_value() -> None:
    first = card()
    assert first == card()
    assert hash(first) == hash(card())
    assert pickle.loads(pickle.dumps(first)) == first
    with pytest.raises(FrozenInstanceError):
        first.kind = "relic"  # type: ignore[misc]


def test_a_card_text_is_stored_generated_or_empty() -> None:
    stored = replace(card(), wording=Words(en="Burn.", es="Quema.", it="Brucia."))
    assert stored.text("es") == "Quema."
    assert CATALOGUE["toy-3"].text("it") == "Ottieni 3 luce."
    assert card().text() == ""


def test_a_card_is_found_by_the_code_of_any_printing() -> None:
    reprinted = replace(
        card(), rarity="common", reprints=(PrintingSpec(code="promo-007", set_code="promo", rarity="rare"),)
    )
    assert [printing.code for printing in reprinted.printings] == ["core-001", "promo-007"]
    assert Catalogue([reprinted]).find("PROMO-007") == (reprinted,)
    with pytest.raises(CatalogueError, match="promo-007: given to both 'Fireball' and 'Iceball'"):
        Catalogue([reprinted, card("promo-007", name="Iceball", set_code="promo")])


def test_facts_include_the_printed_fields() -> None:
    spell = replace(card(), rarity="rare", tags=("fire",), source="box", facts=Facts({"cost": 3}))
    names = ("kind", "set", "rarity", "tags", "source", "support", "cost", "strength")
    assert [spell.fact(name) for name in names] == ["spell", "core", "rare", ("fire",), "box", "full", 3, None]


def test_the_catalogue_keeps_its_order_and_knows_its_codes() -> None:
    assert [card.code for card in CATALOGUE] == [f"toy-{number}" for number in range(1, 9)]
    assert len(CATALOGUE) == 8
    assert "toy-1" in CATALOGUE
    assert CATALOGUE.get("toy-9") is None


def test_an_unknown_code_is_quoted_with_the_nearest_one() -> None:
    with pytest.raises(KeyError, match="no card has the code 'toy_1'; did you mean 'toy-1'"):
        CATALOGUE["toy_1"]


@pytest.mark.parametrize("query", ["Bonfire", "HOGUERA", "falo", "Falò", "toy-3", "TOY-3", "  bonfire "])
def test_a_card_is_found_in_any_language_case_and_without_accents(query: str) -> None:
    assert CATALOGUE.find(query) == (CATALOGUE["toy-3"],)


def test_a_partial_name_finds_nothing() -> None:
    assert CATALOGUE.find("bon") == ()


def test_cards_that_share_a_name_are_all_found() -> None:
    first, second = card("core-001"), card("core-002")
    assert Catalogue([first, second]).find("fireball") == (first, second)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("Bonfir", ("Bonfire",)),
        ("luciernagas", ("Luciérnaga",)),
        ("gale", ("Night Gale", "Candle")),
        ("qqqqqq", ()),
        ("", ()),
    ],
)
def test_similar_names_are_suggested_as_printed(query: str, names: tuple[str, ...]) -> None:
    assert CATALOGUE.nearest(query) == names


def test_at_most_three_names_are_suggested_and_each_card_once() -> None:
    many = Catalogue(card(f"core-{number}", name=f"Fireball {number}") for number in range(9))
    assert len(many.nearest("fireball")) == 3
    assert len(CATALOGUE.nearest("pi")) <= 3
    # Moonstone matches in two languages, but is one card.
    assert CATALOGUE.nearest("piedra di luna") in [("Piedra de luna",), ("Pietra di luna",)]


def test_a_very_long_name_finds_nothing() -> None:
    assert CATALOGUE.nearest("x" * 100_000) == ()


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([card(), card(name="Frost")], "core-001: given to both 'Fireball' and 'Frost'"),
        ([card("Core-001")], "Core-001: the code of a card is its set and number"),
        ([card("promo-1")], "promo-1: the code of a card is its set and number, here 'core-' and a number"),
        ([card("core-")], "core-: the code"),
        ([card(set_code="")], "core-001: the code"),
        ([card(name=" ")], r"core-001: names\['en'\] is ' '"),
        ([card(name="Fire\u200bball")], r"core-001: names\['en'\]"),
        ([card(kind="")], "core-001: kind is empty"),
    ],
)
def test_catalogue_errors_name_the_card(cards: list[CardSpec], message: str) -> None:
    with pytest.raises(CatalogueError, match=message):
        Catalogue(cards)
