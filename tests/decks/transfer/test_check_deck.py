"""The command check_deck: one JSON document, every problem, and exit codes that tell what happened."""

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
    """Exit code, standard output and standard error."""
    out, err = StringIO(), StringIO()
    try:
        call_command("check_deck", *arguments, stdout=out, stderr=err, **options)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue(), err.getvalue()
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


def test_a_legal_deck_is_answered_with_0(legal: Path) -> None:
    code, out, err = run(legal, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)[0]["file"] == str(legal)
    assert json.loads(out)[0]["legal"] is True


def test_an_illegal_deck_is_answered_with_1_and_every_problem(legal: Path, small: Path) -> None:
    code, out, err = run(legal, small, "--json")
    assert (code, err) == (1, "")
    first, second = json.loads(out)
    assert (first["legal"], second["legal"]) == (True, False)
    (problem,) = [one for one in second["problems"] if one["severity"] == "error"]
    assert problem["code"] == "UNKNOWN_CARD"
    assert problem.keys() == {"code", "severity", "rule", "cards", "params", "message", "fixes"}
    assert problem["params"]["line"] == len(small.read_text(encoding="utf-8").splitlines())


def test_the_format_given_counts_instead_of_the_deck_s(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(render(deck(battle(own=25)), system=SYSTEM))
    assert run(file, "--json")[0] == 0
    code, out, _ = run(file, "--json", "--format", "online")
    assert code == 1
    assert [one["code"] for one in json.loads(out)[0]["problems"] if one["severity"] == "error"] == ["DECK_TOO_SMALL"]


def test_an_unknown_format_is_refused_with_2_and_a_sentence(legal: Path) -> None:
    assert run(legal, "--json", "--format", "casual") == (
        2,
        "",
        "There is no format 'casual'; those there are: basic, online.\n",
    )


def test_an_unknown_game_is_refused_with_2(legal: Path) -> None:
    code, out, err = run(legal, "--json", "--system", "chess")
    assert (code, out) == (2, "")
    assert "chess" in err


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00\x01"], ids=["missing", "not text"])
def test_a_file_that_cannot_be_read_is_refused_with_2_and_nothing_on_stdout(
    legal: Path, tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "bad.txt"
    if content is not None:
        file.write_bytes(content)
    code, out, err = run(legal, file, "--json")
    assert (code, out) == (2, "")
    assert err.startswith(str(file))
    assert err.count("\n") == 1


def test_a_folder_is_refused_with_2(tmp_path: Path) -> None:
    assert run(tmp_path, "--json")[0] == 2


def test_without_json_people_can_read_it(legal: Path, small: Path) -> None:
    code, out, _ = run(legal, small)
    assert code == 1
    assert f"{legal}: legal\n" in out
    assert "  error: Line " in out


def test_people_are_told_how_to_mend_it_and_what_the_rules_allow(legal: Path, tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.touch()
    _, out, _ = run(legal, file)
    assert "  S-2.1 Heroes: 1 (exactly 1)\n" in out
    assert " (at least " in out
    assert " (at most " in out
    assert " (none allowed)\n" in out
    lines = out.splitlines()
    told = lines[lines.index("  error: The deck has no hero; it needs exactly one. (S-2.1)") + 1]
    assert told.startswith("    to mend it: Add Brissa de Molforn; or: Add ")


def test_a_file_without_an_end_is_not_read_to_its_end() -> None:
    assert run("/dev/zero") == (2, "", "/dev/zero is larger than 1000000 bytes: that is no decklist.\n")


def test_names_in_any_language_and_any_spelling_are_read(tmp_path: Path) -> None:
    lines = [f"{card.names['it'].upper()} x1" for card in OWN[:20]]
    file = tmp_path / "deck.txt"
    file.write_text("Eroe\nBRISSA DE MOLFORN\n\nmazzo di battaglia\n" + "\n".join(lines) + "\n", encoding="utf-8")
    code, out, _ = run(file, "--json")
    assert code == 0, out
