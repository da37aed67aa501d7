"""manage.py: errors of settings, arguments and files in one sentence."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from signum_site.config.environment import BASE_DIR
from signum_site.management import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: exit code, output, errors."""
    monkeypatch.setattr(main.base, "CommandParser", main.base.CommandParser)  # main() sets another

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["manage.py", *arguments])
        with pytest.raises(SystemExit) as ended:
            main.main()
        return ended.value.code, *capsys.readouterr()  # type: ignore[return-value]

    return run


def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command in a process, without servers."""
    env = {**os.environ, "DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": "", **variables}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False)


@pytest.mark.processes
def test_invalid_cards_are_reported(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text('{"set": "mine", "cards": [{"code": "mine-1"}]}')
    done = run("bench", "--json", CARD_FOLDERS=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mine.json: mine-1: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("case", ["not there", "a folder", "no text"])
def test_unreadable_scenario_is_reported(tmp_path: Path, case: str, run_here: Run) -> None:
    path = tmp_path / "position.yaml"
    if case == "a folder":
        path.mkdir()
    elif case == "no text":
        path.write_bytes(b"\xdb\x00")
    expected = {
        "not there": "cannot be read: No such file or directory.",
        "a folder": "cannot be read: Is a directory.",
        "no text": "not text in UTF-8 (byte 0).",
    }
    assert run_here("run_scenario", str(path)) == (2, "", f"{path}:1: {expected[case]}\n")


@pytest.mark.processes
def test_closed_pipe_causes_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)  # like `… | head`
    command = [sys.executable, "manage.py", "catalogue_counts"]
    done = subprocess.run(command, cwd=BASE_DIR, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.returncode == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "signum.sqlite3, is not up to date: run manage.py migrate"),
        (
            {"DATABASE_URL": "postgres://club:secret@127.0.0.1:1/signum"},
            "'signum' on 127.0.0.1 as 'club', cannot be used: ",
        ),
        ({"DATABASE_URL": "sqlite:////nowhere/signum.sqlite3"}, "/nowhere/signum.sqlite3, cannot be used: "),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL"),
    ],
    ids=["empty", "nobody there", "no such folder", "a wrong setting"],
)
@pytest.mark.processes
def test_unusable_database_is_reported(tmp_path: Path, variables: dict[str, str], sentence: str) -> None:
    done = run("ping_worker", **{"VAR_DIR": str(tmp_path), **variables})
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["simulat"], "There is no command 'simulat'. Did you mean simulate? manage.py help lists those there are.\n"),
        (["help", "xyzzy"], "There is no command 'xyzzy'. manage.py help lists those there are.\n"),
    ],
)
def test_unknown_command_is_refused(arguments: list[str], sentence: str, run_here: Run) -> None:
    assert run_here(*arguments) == (2, "", sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check_deck"], "check_deck: the following arguments are required: FILE."),
        (["check_deck", "x", "--jsn"], "check_deck: unrecognized arguments: --jsn. Did you mean --json?"),
        (["simulate", "a", "b", "--games", "nan"],
         "simulate: argument --games: 'nan' is not a whole number from 2 to 1000000."),
        (["simulate", "a", "b", "--games", "--5"], "simulate: argument --games: expected one argument."),
        (["simulate", "a", "b", "--games=--5"],
         "simulate: argument --games: '--5' is not a whole number from 2 to 1000000."),
        (["backup", "--keep", "x"], "backup: argument --keep: 'x' is not a number of backups, 1 or more."),
        (["ping_worker", "--wait", "nan"],
         "ping_worker: argument --wait: 'nan' is not a number of seconds from 0 to 600."),
        (["ping_worker", "--wait", "-1"],
         "ping_worker: argument --wait: '-1' is not a number of seconds from 0 to 600."),
    ],
)  # fmt: skip
def test_invalid_option_is_refused(arguments: list[str], sentence: str, run_here: Run) -> None:
    rest = f" manage.py help {arguments[0]} lists what it takes.\n"
    assert run_here(*arguments) == (2, "", sentence + rest)


@pytest.mark.processes
def test_invalid_setting_is_reported_even_for_an_unknown_command() -> None:
    done = run("simulat", LOG_LEVEL="loud")
    assert done.returncode == 2
    assert "LOG_LEVEL" in done.stderr
