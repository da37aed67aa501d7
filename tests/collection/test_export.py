"""The commands export_catalogue and catalogue_counts."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from simulator.games.signum import SYSTEM

FIELDS = {"code", "name", "type", "faction", "mercenary", "cost", "strength", "movement", "health", "keywords", "text",
          "hero", "rarity", "set", "source"}  # fmt: skip


def run(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def cards() -> dict[str, dict[str, Any]]:
    return {card["name"]: card for card in json.loads(run("export_catalogue", "--json"))["cards"]}


def test_every_card_is_exported_with_all_fields(cards: dict[str, dict[str, Any]]) -> None:
    assert sorted(card["code"] for card in cards.values()) == [card.code for card in SYSTEM.catalogue]
    assert all(card.keys() >= FIELDS for card in cards.values())


def test_a_character_is_exported(cards: dict[str, dict[str, Any]]) -> None:
    card = cards["Cordelia the Crusader"]
    assert (card["type"], card["faction"], card["mercenary"]) == ("character", "grypharim", False)
    assert (card["strength"], card["movement"], card["health"]) == (2, "M", 2)
    assert card["keywords"] == ["Reckless 2"]
    assert card["cost"] == {"buildings": ["Arena"], "any": 0, "prosperity": 0}
    assert card["text"] == card["texts"]["en"] == "Reckless 2."


def test_costs_of_a_building_and_a_hero(cards: dict[str, dict[str, Any]]) -> None:
    temple, hero = cards["Temple"], cards["Brissa de Molforn"]
    assert temple["cost"] == {"buildings": [], "any": 0, "prosperity": temple["price"]}
    assert (hero["cost"], hero["hero"]) == (None, "")


def test_a_hero_card_names_its_hero(cards: dict[str, dict[str, Any]]) -> None:
    assert cards["Secret Bribery"]["hero"] == "Brissa de Molforn"
    assert cards["Secret Bribery"]["hero_code"] == cards["Brissa de Molforn"]["code"]


def test_a_keyword_with_an_x_is_exported_with_its_number(cards: dict[str, dict[str, Any]]) -> None:
    names = [name for card in cards.values() for name in card["keywords"] if name.endswith("from Attacks")]
    assert names
    assert all(name.startswith("−") and "X" not in name for name in names)


def test_without_json_each_card_is_a_line() -> None:
    assert len(run("export_catalogue").splitlines()) == len(SYSTEM.catalogue)


def test_counts_include_values_without_cards() -> None:
    counts = json.loads(run("catalogue_counts", "--json"))
    assert counts["cards"] == len(SYSTEM.catalogue)
    assert sum(counts["kind"].values()) == len(SYSTEM.catalogue)
    assert len(counts["keywords"]) == 55
    assert counts["faction"]["mercenary"] == counts["mercenary"]["true"]
    assert "kind" in run("catalogue_counts")


@pytest.mark.parametrize("command", ["export_catalogue", "catalogue_counts"])
def test_an_unknown_game_exits_with_2(command: str) -> None:
    err = StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command(command, "--system", "chess", stderr=err)
    assert exit_info.value.code == 2
    assert "chess" in err.getvalue()
