"""The door to the commands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from signum_site.environment import BASE_DIR


def test_a_reader_that_has_had_enough_causes_no_trace() -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as `… | head` does, only sooner
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
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(
    tmp_path: Path, variables: dict[str, str], sentence: str
) -> None:
    env = {**os.environ, "DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": "", "VAR_DIR": str(tmp_path), **variables}
    command = [sys.executable, "manage.py", "ping_worker"]
    done = subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
    assert done.stdout == ""
