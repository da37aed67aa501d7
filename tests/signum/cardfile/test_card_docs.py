"""The example, errors and vocabulary of docs/adding_a_card.md are up to date."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from simulator.engine.cards.card import CatalogueError
from simulator.games.signum.cardfile.importer import COLUMNS
from simulator.games.signum.cardfile.loader import CATALOGUE, card_files
from simulator.games.signum.cardfile.notation.reader import ability
from simulator.games.signum.cardfile.schema.files import read_files
from simulator.games.signum.cards import vocabulary as words

PAGE = (Path(__file__).parents[3] / "docs/adding_a_card.md").read_text(encoding="utf-8")


def block(heading: str) -> str:
    """The first fenced block after a heading."""
    return PAGE.split(heading, 1)[1].split("```", 2)[1]


def section(heading: str) -> str:
    return PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ")[0]


def test_the_example_is_a_card_of_the_catalogue() -> None:
    (example,) = json.loads(block("# Adding a card").removeprefix("json"))["cards"]
    files = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in card_files([CATALOGUE])}
    printed = next(card for file in files.values() for card in file["cards"] if card["code"] == example["code"])
    assert {name: value for name, value in example.items() if name != "flavour"} == {
        name: value for name, value in printed.items() if name != "flavour"
    }


@pytest.mark.parametrize(
    "word",
    [*words.VERBS, *words.TRIGGERS, *words.TACTIC_TRIGGERS, *words.CONDITIONS, *words.CONDITIONS_WITH_VALUE,
     *words.CREATURE_NOUNS, *words.OTHER_NOUNS, *words.TARGET_FIELDS, *words.UNTIL, *words.SHIELDS,
     *words.STEAM_ACTIONS, *words.CARD_TYPES, *words.FACTIONS, *words.SOURCES, *words.PLAYERS, *words.RECOVERABLE,
     *words.CANCEL_INTO],
)  # fmt: skip
def test_every_word_of_card_data_is_documented(word: str) -> None:
    assert re.search(rf"\b{word}\b", PAGE)


def test_every_field_of_every_verb_is_documented() -> None:
    table = section("Abilities").split("| verb |", 1)[1]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    for verb, fields in words.VERBS.items():
        row = next(line for line in rows if re.search(rf"\b{verb}\b", line.split("|")[1]))
        assert [field for field in fields if not re.search(rf"\b{field}\b", row)] == [], verb


@pytest.mark.parametrize("column", COLUMNS)
def test_every_table_column_is_documented(column: str) -> None:
    assert f"`{column}`" in section("Tables")


def test_the_documented_notation_is_valid() -> None:
    rows = [line.split("|")[1] for line in section("The short notation").splitlines() if line.startswith("| `")]
    examples = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    assert len(examples) > 15
    for text in examples:
        on_relics = text.startswith(("Multiple", "Durability"))
        assert ability(text, card_type="relic" if on_relics else "character").kind


def _broken_files() -> list[tuple[str, str]]:
    """The catalogue with the mistakes of the page."""
    files: dict[str, Any] = {
        file.name: json.loads(file.read_text(encoding="utf-8")) for file in card_files([CATALOGUE])
    }
    cards = {card["code"]: card for file in files.values() for card in file["cards"]}
    ruphus, fireball, plate = cards["core-024"], cards["core-146"], cards["core-173"]
    ruphus["abilities"][0]["choose"][1][0]["do"] = "gain_armor"
    ruphus["cost"]["buildings"] = ["baracks"]
    del ruphus["name"]["it"]
    del fireball["rarity"]
    fireball["do"][0]["to"] = "self"
    plate["abilities"] = [{"keyword": "agile"}]
    cards["core-002"]["strength"] = 30
    names = dict.fromkeys(("en", "es", "it"), "Second Mint")
    files["buildings.json"]["cards"].append({**cards["core-255"], "code": "core-300", "name": names})
    return [(name, json.dumps(content)) for name, content in files.items()]


def test_the_documented_errors_are_those_of_the_schema() -> None:
    documented = [line for line in block("## Errors").splitlines() if line]
    with pytest.raises(CatalogueError) as caught:
        read_files(_broken_files())
    assert sorted(str(caught.value).splitlines()) == sorted(documented)
