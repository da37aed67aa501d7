"""The command import_cards: a verdict for each row; writes only if all are valid."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from signum_site.config.environment import BASE_DIR
from simulator import games
from simulator.games.signum.cardfile import loader
from simulator.games.signum.cards.keywords import SHOT
from tests.toy import SYSTEM as TOY

ANA = {"code": "home-001", "name_en": "Ana the Bold", "name_es": "Ana la Audaz", "name_it": "Ana l'Audace",
       "type": "character", "faction": "vallor", "rarity": "rare", "cost": "Temple + 1 any", "strength": "2",
       "movement": "m", "health": "3", "race": "human", "abilities": "Shot 2 | First Word: draw 1"}  # fmt: skip
SPARK = {"code": "home-002", "name_en": "Tiny Spark", "name_es": "Chispita", "name_it": "Scintillina", "type": "spell",
         "faction": "vallor", "rarity": "common", "cost": "Biblioteca", "effect": "2 damage",
         "target": "enemy creature"}  # fmt: skip
BANNER = {"code": "home-003", "name_en": "Old Banner", "name_es": "Bandera vieja", "name_it": "Vecchia bandiera",
          "type": "relic", "faction": "vallor", "rarity": "rare", "cost": "0", "relic": "banner",
          "abilities": "+1 strength | Durability 2"}  # fmt: skip
SNARE = {"code": "home-004", "name_en": "Snare Wire", "name_es": "Alambre", "name_it": "Filo", "type": "tactic",
         "faction": "vallor", "rarity": "rare", "cost": "2 any", "when": "enemy summons", "effect": "2 damage",
         "hero": "Brissa de Molforn"}  # fmt: skip
VALID = [ANA, SPARK, BANNER, SNARE]


def table(folder: Path, rows: list[dict[str, str]], *, delimiter: str = ",") -> Path:
    file = folder / "home.csv"
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with file.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, columns, delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return file


def run(*arguments: object) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    try:
        call_command("import_cards", *arguments, stdout=out, stderr=err)
    except SystemExit as error:
        return int(error.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """The additional card folder; does not exist yet."""
    settings.CARD_FOLDERS = (tmp_path / "cards",)
    yield tmp_path / "cards"
    games.use_card_folders(())


def verdicts(out: str) -> list[dict[str, Any]]:
    return list(json.loads(out)["rows"])


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_valid_rows_are_reported_with_their_text_and_not_written(folder: Path, tmp_path: Path, delimiter: str) -> None:
    code, out, err = run(table(tmp_path, VALID, delimiter=delimiter), "--json")
    assert (code, err) == (0, "")
    assert [(row["code"], row["ok"], row["faults"]) for row in verdicts(out)] == [
        (row["code"], True, []) for row in VALID
    ]
    assert verdicts(out)[0]["text"] == "Shot 2.\nFirst Word: draw 1 card."
    assert not folder.exists()


def test_written_cards_join_the_catalogue(folder: Path, tmp_path: Path) -> None:
    code, out, _ = run(table(tmp_path, VALID), "--write", "--json")
    assert code == 0
    assert json.loads(out)["written"] == str(folder / "home.json")
    loader.use_folders([folder])
    ana = loader.signum_card("home-001")
    assert (ana.keywords[SHOT], ana.cost.buildings, ana.cost.any, ana.source) == (2, ("temple",), 1, "playtest")
    snare = loader.signum_card("home-004")
    assert snare.options[0][0].to is not None
    assert (snare.hero, snare.options[0][0].to.who) == ("core-001", "that_creature")


def test_writing_again_replaces_the_cards_of_the_same_file(folder: Path, tmp_path: Path) -> None:
    run(table(tmp_path, VALID), "--write")
    code, _, _ = run(table(tmp_path, [{**ANA, "health": "5"}]), "--write")
    assert code == 0
    loader.use_folders([folder])
    assert loader.signum_card("home-001").health == 5
    assert [file.name for file in folder.iterdir()] == ["home.json"]


def test_one_invalid_row_prevents_writing(folder: Path, tmp_path: Path) -> None:
    invalid = {**ANA, "code": "home-009", "name_en": "Other", "name_es": "Otra", "name_it": "Altra",
             "cost": "Tempel", "abilities": "Shott 2", "health": "many"}  # fmt: skip
    code, out, _ = run(table(tmp_path, [*VALID, invalid]), "--write", "--json")
    assert code == 1
    assert [row["ok"] for row in verdicts(out)] == [True, True, True, True, False]
    faults = "\n".join(verdicts(out)[-1]["faults"])
    assert "cost: no building is called 'tempel'; did you mean 'Temple'?" in faults
    assert "abilities: 'Shott 2' is no ability; did you mean 'shot'?" in faults
    assert "health: expected a whole number, found 'many'" in faults
    assert verdicts(out)[-1]["row"] == 6
    assert not folder.exists()


def test_codes_and_names_must_be_unused(tmp_path: Path) -> None:
    rows = [{**ANA, "name_en": "Cordelia the Crusader"}, {**SPARK, "code": "home-001"}]
    code, out, _ = run(table(tmp_path, rows), "--json")
    assert code == 1
    first, second = verdicts(out)
    assert first["faults"] == [
        "name: 'cordelia the crusader' is already taken by core-046 in grypharim_characters.json"
    ]
    assert second["faults"] == ["code: 'home-001' is already taken by home-001 in row 2"]


def test_one_file_holds_one_set(tmp_path: Path) -> None:
    code, out, _ = run(table(tmp_path, [ANA, {**SPARK, "code": "away-002"}]), "--json")
    assert code == 1
    assert "one file holds one set" in verdicts(out)[1]["faults"][0]


def test_a_card_file_is_checked_by_the_same_schema(tmp_path: Path) -> None:
    card = {"code": "home-001", "name": {"en": "A", "es": "B"}, "type": "spell", "faction": "vallor", "rarity": "rare",
            "source": "playtest", "cost": {}, "do": [{"do": "gain_armor"}]}  # fmt: skip
    file = tmp_path / "home.json"
    file.write_text(json.dumps({"set": "home", "cards": [card]}))
    code, out, _ = run(file, "--json")
    assert code == 1
    assert verdicts(out)[0]["faults"] == [
        "name: missing 'it'",
        "do[0]: unknown verb 'gain_armor'; did you mean 'armour'?",
    ]


def test_text_report_lists_every_row(tmp_path: Path) -> None:
    code, out, _ = run(table(tmp_path, [ANA]))
    assert code == 0
    assert "row 2: home-001 Ana the Bold: right" in out
    assert "All rows are right: 1. Nothing was written (--write does)." in out


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("cards.txt", "x", "neither a .csv nor a .json"),
        ("cards.csv", "code,colour\nhome-001,red\n", "'colour' is no column"),
        ("cards.csv", "code,name_en\n", "holds no cards"),
        ("cards.json", "{", "not JSON"),
        ("cards.csv", None, "cannot be read"),
    ],
)
def test_an_unreadable_file_exits_with_2(tmp_path: Path, name: str, content: str | None, sentence: str) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_text(content)
    code, out, err = run(file, "--json")
    assert (code, out) == (2, "")
    assert sentence in err


def test_writing_without_a_folder_exits_with_2(tmp_path: Path, settings: Any) -> None:
    settings.CARD_FOLDERS = ()
    code, _, err = run(table(tmp_path, [ANA]), "--write")
    assert code == 2
    assert "CARD_FOLDERS" in err


def test_an_unwritable_folder_exits_with_2(folder: Path, tmp_path: Path) -> None:
    folder.touch()  # a file where the folder should be
    code, out, err = run(table(tmp_path, [ANA]), "--write")
    assert (code, out) == (2, "")
    assert err == f"{folder / 'home.json'} cannot be written: File exists. CARD_FOLDERS names the folder.\n"


def test_a_missing_file_is_reported_without_a_traceback(tmp_path: Path) -> None:
    assert run(tmp_path / "no.json") == (2, "", f"{tmp_path / 'no.json'} cannot be read: No such file or directory.\n")


def test_a_broken_file_of_an_earlier_import_is_replaced(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    (folder / "home.json").write_text("{")
    games.use_card_folders([folder])
    code, _, err = run(table(tmp_path, [ANA]), "--write")
    assert (code, err) == (0, "")
    games.use_card_folders([folder])
    assert loader.signum_card("home-001").health == 3


def test_another_broken_file_exits_with_2(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    (folder / "other.json").write_text("{")
    games.use_card_folders([folder])
    code, out, err = run(table(tmp_path, [ANA]))
    assert (code, out) == (2, "")
    assert "other.json: not JSON" in err


def test_the_game_can_be_named(tmp_path: Path) -> None:
    first = run(table(tmp_path, [ANA]), "--json")
    assert run(table(tmp_path, [ANA]), "--json", "--system", "signum") == first


def test_an_unknown_game_exits_with_2(tmp_path: Path) -> None:
    code, out, err = run(table(tmp_path, [ANA]), "--system", "chess")
    assert (code, out) == (2, "")
    assert "There is no game system 'chess'" in err


def test_a_game_without_imports_exits_with_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"toy": TOY})
    expected = (2, "", f"{TOY.name.en} imports no card files.\n")
    assert run(table(tmp_path, [ANA]), "--system", "toy") == expected
    assert run(table(tmp_path, [ANA])) == expected


@pytest.mark.processes
def test_site_reads_the_configured_folder(tmp_path: Path) -> None:
    """Imported cards are part of the game after a restart."""
    folder = tmp_path / "club"
    folder.mkdir()
    card = {
        "code": "club-001", "name": {"en": "Clubman", "es": "Socio", "it": "Socio"}, "type": "character",
        "faction": "mercenary", "rarity": "common", "source": "playtest", "cost": {"any": 1}, "strength": 1,
        "movement": "M", "health": 1, "race": "human",
    }  # fmt: skip
    (folder / "club.json").write_text(json.dumps({"set": "club", "cards": [card]}))
    process = subprocess.run(
        [sys.executable, "manage.py", "export_catalogue", "--json"],
        cwd=BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "CARD_FOLDERS": f"{folder},{tmp_path}/nowhere"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert process.returncode == 0, process.stderr
    names = {card["code"]: card["names"]["es"] for card in json.loads(process.stdout)["cards"]}
    assert names["club-001"] == "Socio"
    assert names["core-007"] == "Greer el Terco"
