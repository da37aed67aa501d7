"""Files with a deck, plan, army or set-up at their top are checks, for every game."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command

from simulator import games
from simulator.engine.check_file import CheckFile, CheckOutcome, run_check
from simulator.engine.decks.report import Problem, Report
from simulator.engine.game_system import GameSystem
from simulator.engine.play.scenario import ScenarioResult
from simulator.engine.values import Facts
from simulator.games.signum import SYSTEM as SIGNUM
from simulator.management.scenario_files import UnreadableScenario, run_file
from tests.toy import SYSTEM as TOY

BAG = {"toy-3": 3, "toy-2": 2, "toy-5": 1}
HERO = {"type": "hero", "faction": "vallor"}


def run(folder: Path, system: GameSystem, **data: Any) -> ScenarioResult:
    file = folder / "some.yaml"
    file.write_text(yaml.safe_dump({"id": "some", **data}, sort_keys=False), encoding="utf-8")
    return run_file(file, system=system)


def test_a_check_prints_what_is_wrong(tmp_path: Path) -> None:
    deck = {"charm": ["Moonstone"], "bag": {**BAG, "Candle": 0, "Nonesuch": 1}}
    result = run(tmp_path, TOY, deck=deck, expect={"legal": False, "errors": ["UNKNOWN_CARD", "BAD_LINE"]})
    assert result.as_json() == {
        "id": "some",
        "ok": True,
        "differences": [],
        "state": {"legal": False, "errors": ["BAD_LINE", "UNKNOWN_CARD"], "warnings": []},
        "events": [],
    }


def test_the_file_s_own_cards_come_first(tmp_path: Path) -> None:
    deck = {"charm": ["lamp"], "bag": BAG}
    result = run(tmp_path, TOY, cards={"lamp": {"kind": "charm"}}, deck=deck, expect={"legal": True})
    assert result.differences == []
    deck = {"charm": ["Moonstone"], "bag": BAG}
    result = run(tmp_path, TOY, cards={"Moonstone": {"kind": "flame"}}, deck=deck, expect={"legal": False})
    assert result.state["errors"] == ["WRONG_PLACE"]


def test_unmet_expectations_are_differences(tmp_path: Path) -> None:
    deck = {"charm": [], "bag": BAG}
    result = run(tmp_path, TOY, deck=deck, expect={"legal": True})
    assert result.differences == [
        "legal: expected True, found False",
        "errors: expected [], found ['NOT_ONE_CHARM']",
    ]
    assert run(tmp_path, TOY, deck=deck, expect={"errors": [{"code": "NOT_ONE_CHARM", "charms": 0}]}).ok
    assert not run(tmp_path, TOY, deck=deck, expect={"errors": [{"code": "NOT_ONE_CHARM", "charms": 2}]}).ok
    assert not run(tmp_path, TOY, deck=deck, expect={"errors": ["NOT_ONE_CHARM", "NOT_ONE_CHARM"]}).ok


def test_a_game_may_know_further_fields(tmp_path: Path) -> None:
    result = run(tmp_path, TOY, deck={"charm": ["toy-7"], "bag": BAG}, owned={}, expect={"missing": 7})
    assert result.differences == []
    assert result.state["missing"] == 7


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("id: x\ndeck: {}\narmy: {}\n", 3, "exactly one of"),
        ("id: x\ndeck: {bag: 3}\n", 2, "expected cards"),
        ("deck: {}\n", 1, "id"),
        ("id: x\ndeck: {}\nownd: {}\n", 3, "did you mean 'owned'"),
        ("id: x\nformat: tiny\ndeck: {}\n", 2, "'tiny'"),
        ("id: x\ndeck: {}\nexpect: {warning: []}\n", 3, "did you mean 'warnings'"),
        ("id: x\ndeck: {}\nexpect: {errors: NOT_ONE_CHARM}\n", 3, "list of codes"),
        ("id: x\ncards: {lamp: {light: bright}}\ndeck: {}\n", 2, "whole number"),
        ("id: x\nplayers: {}\n", 1, "reads no scenarios"),
        ("id: x\ndeck: {}\n", 1, "nothing is expected; name at least one of legal, errors, problems, warnings"),
        ("id: x\ndeck: {}\nexpect: {}\n", 3, "nothing is expected"),
    ],
)
def test_an_invalid_file_is_reported_with_its_line(tmp_path: Path, text: str, line: int, reason: str) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableScenario) as fault:
        run_file(file, system=TOY)
    assert str(fault.value).startswith(f"{file}:{line}: ")
    assert reason in str(fault.value)


# --- comparison


def outcome(*codes: str, **options: bool) -> CheckOutcome:
    problems = tuple(Problem(code, params=Facts({"number": number})) for number, code in enumerate(codes))
    return CheckOutcome(report=Report(problems), **options)


@pytest.mark.parametrize(
    ("found", "errors", "is_ok"),
    [
        (outcome("A", "B"), ["B", "A"], True),
        (outcome("A", "B", is_ordered=True), ["B", "A"], False),
        (outcome("A", "B", is_ordered=True), ["A", {"code": "B", "number": 1}], True),
        (outcome("A", "A"), ["A"], False),
        (outcome("A", "A", is_distinct=True), ["A"], True),
        (outcome("A", "A"), ["A", {"code": "A", "number": 0}], True),
        (outcome("A", "A"), [{"code": "A"}, {"code": "A", "number": 0}], True),
        (outcome("A", "A"), [{"code": "A", "number": 0}, {"code": "A", "number": 0}], False),
        (outcome("A", "A", is_distinct=True), [{"code": "A", "number": 0}], True),
    ],
)
def test_codes_compare_as_the_game_says(found: CheckOutcome, errors: list[object], is_ok: bool) -> None:
    data = {"id": "x", "plan": {}, "expect": {"errors": errors}}
    assert run_check(data, check=lambda file: found).ok is is_ok


def test_a_setup_is_handed_over_as_it_is() -> None:
    files: list[CheckFile] = []

    def check(file: CheckFile) -> CheckOutcome:
        files.append(file)
        return outcome("VE_MODE")

    data = {"id": "x", "setup": {"mode": "FREE"}, "expect": {"problems": ["VE_MODE"], "warnings": []}}
    assert run_check(data, check=check).ok
    assert (files[0].kind, files[0].content, files[0].lines) == ("setup", {"mode": "FREE"}, ())


# --- Signum, and the command


def test_signum_s_decks_are_checked_with_inline_cards(tmp_path: Path) -> None:
    cards = {
        "ana": HERO,
        **{f"guard{number}": {"type": "character", "faction": "vallor"} for number in range(10)},
        "bolt": {"type": "spell", "faction": "vallor", "effect": "3 damage", "target": "enemy creature"},
        "hex": {"type": "spell", "faction": "grypharim", "effect": "1 damage", "target": "enemy creature"},
    }
    battle: dict[str, int] = {f"guard{number}": 1 for number in range(10)}
    deck = {"hero": ["ana"], "battle": {**battle, "bolt": 10}, "city": [], "terrain": []}
    legal = run(tmp_path, SIGNUM, cites=["S-2.2"], cards=cards, deck=deck, expect={"legal": True})
    assert legal.state["errors"] == []
    deck["battle"] = {**battle, "bolt": 9, "hex": 1, "guard0": 2, "Fireball": 0, "Nonesuch": 1}
    wrong = run(tmp_path, SIGNUM, format="basic", cards=cards, deck=deck, expect={"legal": False})
    assert sorted(wrong.state["errors"]) == [  # type: ignore[call-overload]
        "BAD_LINE", "DUPLICATE_CHARACTER", "UNKNOWN_CARD", "WRONG_FACTION",
    ]  # fmt: skip


def test_signum_s_reference_decks_are_legal_as_files(tmp_path: Path) -> None:
    deck = SIGNUM.reference_decks()[0].deck
    content = {section: dict(lines) for section, lines in deck.sections}
    assert run(tmp_path, SIGNUM, format=deck.format, deck=content, expect={"legal": True}).differences == []


def test_signum_reads_decks_only(tmp_path: Path) -> None:
    with pytest.raises(UnreadableScenario, match=r"some\.yaml:2: .*prepared with a deck"):
        run(tmp_path, SIGNUM, army={})


def test_the_command_serves_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "systems", lambda **_: {"signum": SIGNUM, "toy": TOY})
    file = tmp_path / "some.yaml"
    file.write_text(yaml.safe_dump({"id": "some", "deck": {"bag": BAG}, "expect": {"legal": True}}), encoding="utf-8")
    out = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("run_scenario", str(file), "--system", "toy", stdout=out)
    assert end.value.code == 1
    printed = json.loads(out.getvalue())
    assert printed.keys() == {"id", "ok", "differences", "state", "events"}
    assert printed["state"]["errors"] == ["NOT_ONE_CHARM"]
