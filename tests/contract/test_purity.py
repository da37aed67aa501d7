"""The engine and the games import no web framework, clock or random module."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = (ROOT / "simulator" / "engine", ROOT / "simulator" / "games")


@pytest.mark.processes
def test_engine_and_games_do_not_import_django() -> None:
    program = "import sys; from simulator import games; games.systems(); print('django' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.stdout.strip() == "False", process.stderr


def test_engine_and_games_use_neither_random_nor_the_clock() -> None:
    forbidden = re.compile(r"^\s*(?:import|from) (?:random|time|datetime|secrets|uuid)\b", re.MULTILINE)
    sources = [source for package in PACKAGES for source in package.rglob("*.py")]
    assert sources
    assert [str(source) for source in sources if forbidden.search(source.read_text(encoding="utf-8"))] == []
