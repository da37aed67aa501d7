"""The compiled engine plays the same games as the interpreted one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simulator.games.signum.game import game as signum

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(signum.__file__.endswith(".py"), reason="Signum is not compiled: make engine"),
]


def games_digest(**environment: str) -> str:
    program = [sys.executable, "-m", "tests.contract.digests", "signum"]
    process = subprocess.run(
        program, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_compiled_and_interpreted_games_have_the_same_digest() -> None:
    digests = {games_digest(PYTHONHASHSEED=str(seed)) for seed in (0, 1, 2)}
    assert digests == {games_digest(ENGINE_PURE="1", PYTHONHASHSEED="3")}
