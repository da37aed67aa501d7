"""Run every scenario of tests/scenarios/signum and compare with its expectations."""

import json
from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.core.management import call_command

from simulator.games import system
from simulator.games.signum.scenarios.position import Scenario
from simulator.games.signum.scenarios.runner import run
from simulator.management.scenario_files import UnreadableScenario, run_file
from tests import toy

FOLDER = Path(__file__).parents[2] / "scenarios/signum"
FILES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path) -> None:
    assert run_file(file, system=system("signum")).differences == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario_is_named_as_its_file_cites_rules_and_expects_something(file: Path) -> None:
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert data["id"] == file.stem
    assert data["cites"]
    assert data["expect"]


# --- the command


def command(*files: Path) -> tuple[int, list[dict[str, object]], str]:
    """Exit code, printed objects, and stderr."""
    out, err = StringIO(), StringIO()
    try:
        call_command("run_scenario", *map(str, files), stdout=out, stderr=err)
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def scenario_file(folder: Path, text: str) -> Path:
    file = folder / "some.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_command_prints_an_object_for_every_file() -> None:
    status, printed, _ = command(FILES[0], FILES[1])
    assert status == 0
    assert [result["id"] for result in printed] == [FILES[0].stem, FILES[1].stem]
    assert printed[0].keys() == {"id", "ok", "differences", "state", "events"}
    assert printed[0]["ok"] is True


def test_with_json_the_command_prints_one_document() -> None:
    out = StringIO()
    call_command("run_scenario", str(FILES[0]), str(FILES[1]), "--json", stdout=out)
    assert [result["id"] for result in json.loads(out.getvalue())] == [FILES[0].stem, FILES[1].stem]


def test_the_command_refuses_an_unsuitable_and_an_unknown_game() -> None:
    with pytest.raises(UnreadableScenario, match="reads no scenarios"):
        run_file(FILES[0], system=system("toy", extra=(toy,)))
    err = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("run_scenario", str(FILES[0]), "--system", "chess", stderr=err)
    assert end.value.code == 2
    assert "'chess'" in err.getvalue()


def test_the_command_prints_differences(tmp_path: Path) -> None:
    text = (FOLDER / "aura-not-on-source.yaml").read_text(encoding="utf-8").replace("[1, 3, 2]", "[1, 2, 2]")
    status, printed, _ = command(scenario_file(tmp_path, text))
    assert status == 1
    assert printed[0]["ok"] is False
    assert printed[0]["differences"] == ["answers: expected [1, 2, 2], found [1, 3, 2]"]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("id: x\ndo: [", 2, "not YAML"),
        ("id: x\ncites: []\nplayerz: {}\n", 3, "did you mean 'players'"),
        ("id: x\nplayers:\n  a:\n    characters:\n      - {id: bo, at: [1]}\n", 5, "expected 2 numbers"),
        ("id: x\nplayers:\n  a:\n    city: [Tempel]\n", 3, "Temple"),
        ("id: x\nplayers: {a: {hand: [Nonesuch]}}\n", 2, "Nonesuch"),
        ("id: x\ndo:\n  - {dance: true}\n", 3, "no command"),
        ("id: x\nexpect: {creatures: {a.hero: {wounded: 1}}}\n", 2, "wounds"),
        ("dice: [1]\n", 1, "id"),
    ],
)
def test_an_invalid_file_is_reported_with_its_line(tmp_path: Path, text: str, line: int, reason: str) -> None:
    file = scenario_file(tmp_path, text)
    status, printed, errors = command(file)
    assert status == 2
    assert printed == []
    assert errors.startswith(f"{file}:{line}: ")
    assert reason in errors


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    status, _, errors = command(tmp_path / "nowhere.yaml")
    assert status == 2
    assert "nowhere.yaml" in errors


# --- differences


def differences(**data: object) -> list[str]:
    return run({"id": "some", **data}).differences


def test_unused_and_missing_dice_are_differences() -> None:
    assert differences(dice=[1]) == ["dice left over: [1]"]
    troll = {"id": "troll", "at": [300, 300], "wounds": 1, "health": 3, "abilities": ["Regeneration 2"]}
    short = differences(players={"a": {"characters": [troll]}}, dice=[1], do=[{"activate": "troll"}])
    assert len(short) == 1
    assert "has run out" in short[0]


def test_unexpected_and_missing_refusals_are_differences() -> None:
    assert "NO_SUCH_CARD" in differences(do=[{"play": "Fireball"}])[0]
    assert differences(expect={"error": "CANNOT_PAY"}) == ["error: expected CANNOT_PAY, but nothing was refused"]
    early = differences(do=[{"play": "Fireball"}, {"end_turn": True}], expect={"error": "NO_SUCH_CARD"})
    assert early == ["error: do[0] was refused, not the last command"]


@pytest.mark.parametrize(
    "expected",
    [
        {"creatures": {"a.hero": {"wounds": 1}}},
        {"creatures": {"a.hero": {"at": [300, 17]}}},
        {"creatures": {"a.hero": "dead"}},
        {"creatures": {"nobody": {"wounds": 0}}},
        {"players": {"a": {"prosperity": 4}}},
        {"players": {"a": {"hand": 1}}},
        {"players": {"a": {"city": ["Temple"]}}},
        {"winner": "a"},
        {"answers": [1]},
    ],
)
def test_unmet_expectations_are_differences(expected: dict[str, object]) -> None:
    assert len(differences(expect=expected)) == 1


def test_places_match_within_the_tolerance() -> None:
    assert differences(expect={"creatures": {"a.hero": {"at": [300.5, 15.5]}}, "winner": None}) == []


# --- defaults


def test_the_type_of_a_card_follows_from_zone_or_fields() -> None:
    uses = "Multiple Uses 2: +2 strength in melee"
    scenario = Scenario(
        {
            "id": "some",
            "players": {
                "a": {
                    "relics": [{"name": "Lance", "relic": "melee weapon", "abilities": [uses]}],
                    "tactics": [{"name": "Pit", "when": "enemy_summons", "effect": "cancel"}],
                    "hand": [
                        {"name": "Bolt", "effect": "3 damage", "target": "any enemy_creature"},
                        {"name": "Plate", "relic": "armour", "abilities": ["Durability 4"]},
                        {"name": "Bo", "strength": 2},
                    ],
                }
            },
        }
    )
    player = scenario.game.position.players[0]
    assert [card.type for card in player.hand] == ["spell", "relic", "character"]
    assert [relic.uses for relic in player.relics] == [2]
    assert [card.type for card in player.tactics] == ["tactic"]


def test_terrain_with_a_shape_of_its_own_needs_no_card() -> None:
    crag = {"id": "crag", "name": "Cliff", "disc": [300, 300, 30], "abilities": ["impassable"]}
    assert Scenario({"id": "some", "terrain": [crag]}).game.position.templates[0].traits == ("impassable",)


def test_the_default_player_pays_contracts_and_surcharges_it_can_pay() -> None:
    dog = {"id": "dog", "strength": 1, "at": [300, 300], "abilities": ["Contract: +1 strength"]}
    noble = {"name": "Noble", "cost": {}, "abilities": ["Surcharge 2 prosperity: draw 1"]}
    data = {
        "players": {"a": {"prosperity": 3, "characters": [dog], "hand": [noble], "deck": 2}},
        "do": [{"activate": "dog", "move": [[300, 320]]}, {"play": "Noble", "at": [100, 16]}],
    }
    assert differences(**data, expect={"players": {"a": {"prosperity": 0, "hand": 1}}}) == []
    data["do"][0]["pass"] = True  # type: ignore[index]
    assert differences(**data, expect={"players": {"a": {"prosperity": 1, "hand": 1}}}) == []
