"""The check_deck command: JSON output, problems and exit codes."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from simulator.engine.decks.decklist import render
from simulator.games.signum import SYSTEM
from tests.signum.deck_samples import OWN, battle, deck

LEGAL = battle(own=20, hired=5, spells=10)


def run(*arguments: object, **options: Any) -> tuple[int, str, str]:
    """Run the command; return exit code, standard output and standard error."""
    out, err = StringIO(), StringIO()
    try:
        call_command("check_deck", *arguments, stdout=out, stderr=err, **options)
    except SystemExit as error:
        return int(error.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def legal(tmp_path: Path) -> Path:
    file = tmp_path / "legal.txt"
    file.write_text(render(deck(LEGAL), system=SYSTEM), encoding="utf-8")
    return file


@pytest.fixture
def small(tmp_path: Path) -> Path:
    file = tmp_path / "small.txt"
    file.write_text(render(deck(battle(own=25)), system=SYSTEM, language="es") + "\n2 Fierball\n", encoding="utf-8-sig")
    return file


def test_legal_deck_exits_with_0(legal: Path) -> None:
    code, out, err = run(legal, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)[0]["file"] == str(legal)
    assert json.loads(out)[0]["legal"] is True


def test_illegal_deck_exits_with_1_and_every_problem(legal: Path, small: Path) -> None:
    code, out, err = run(legal, small, "--json")
    assert (code, err) == (1, "")
    first, second = json.loads(out)
    assert (first["legal"], second["legal"]) == (True, False)
    (problem,) = [problem for problem in second["problems"] if problem["severity"] == "error"]
    assert problem["code"] == "UNKNOWN_CARD"
    assert problem.keys() == {"code", "severity", "rule", "cards", "params", "message", "fixes"}
    assert problem["params"]["line"] == len(small.read_text(encoding="utf-8").splitlines())


def test_format_option_overrides_the_deck(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(render(deck(battle(own=25)), system=SYSTEM))
    assert run(file, "--json")[0] == 0
    code, out, _ = run(file, "--json", "--format", "online")
    assert code == 1
    assert [problem["code"] for problem in json.loads(out)[0]["problems"] if problem["severity"] == "error"] == [
        "DECK_TOO_SMALL"
    ]


def test_unknown_format_exits_with_2_and_a_sentence(legal: Path) -> None:
    assert run(legal, "--json", "--format", "casual") == (
        2,
        "",
        "There is no format 'casual'; those there are: basic, online.\n",
    )


def test_unknown_game_exits_with_2(legal: Path) -> None:
    code, out, err = run(legal, "--json", "--system", "chess")
    assert (code, out) == (2, "")
    assert "chess" in err


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00\x01"], ids=["missing", "not text"])
def test_unreadable_file_exits_with_2_and_empty_stdout(legal: Path, tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "bad.txt"
    if content is not None:
        file.write_bytes(content)
    code, out, err = run(legal, file, "--json")
    assert (code, out) == (2, "")
    assert err.startswith(str(file))
    assert err.count("\n") == 1


def test_folder_exits_with_2(tmp_path: Path) -> None:
    assert run(tmp_path, "--json")[0] == 2


def test_text_output(legal: Path, small: Path) -> None:
    code, out, _ = run(legal, small)
    assert code == 1
    assert f"{legal}: legal\n" in out
    assert "  error: Line " in out


def test_text_output_shows_fixes_and_rule_bounds(legal: Path, tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.touch()
    _, out, _ = run(legal, file)
    assert "  S-2.1 Heroes: 1 (exactly 1)\n" in out
    assert " (at least " in out
    assert " (at most " in out
    assert " (none allowed)\n" in out
    lines = out.splitlines()
    fixes = lines[lines.index("  error: The deck has no hero; it needs exactly one. (S-2.1)") + 1]
    assert fixes.startswith("    to mend it: Add Brissa de Molforn; or: Add ")


def test_endless_file_is_refused() -> None:
    assert run("/dev/zero") == (2, "", "/dev/zero is larger than 1000000 bytes: that is no decklist.\n")


def test_names_in_any_language_and_case_are_read(tmp_path: Path) -> None:
    lines = [f"{card.names['it'].upper()} x1" for card in OWN[:20]]
    file = tmp_path / "deck.txt"
    file.write_text("Eroe\nBRISSA DE MOLFORN\n\nmazzo di battaglia\n" + "\n".join(lines) + "\n", encoding="utf-8")
    code, out, _ = run(file, "--json")
    assert code == 0, out
