"""The compiled engine plays the very games the interpreted one plays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simulator.engine.play import chance

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(chance.__file__.endswith(".py"), reason="the engine is not compiled: make engine"),
]


def told(**environment: str) -> str:
    program = [sys.executable, "-m", "tests.contract.digests", "signum"]
    done = subprocess.run(
        program, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_digest_compiled_and_interpreted_for_three_hash_seeds() -> None:
    digests = {told(PYTHONHASHSEED=str(seed)) for seed in (0, 1, 2)}
    assert digests == {told(ENGINE_PURE="1", PYTHONHASHSEED="3")}
