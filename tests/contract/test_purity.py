"""The pure rooms stay pure: they bring no web framework along, and draw no chance of their own."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = (ROOT / "simulator" / "engine", ROOT / "simulator" / "games")


def test_engine_and_games_bring_no_web_framework_along() -> None:
    program = "import sys; from simulator import games; games.systems(); print('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "False", done.stderr


def test_engine_and_games_use_neither_random_nor_the_clock() -> None:
    forbidden = re.compile(r"^\s*(?:import|from) (?:random|time|datetime|secrets|uuid)\b", re.MULTILINE)
    sources = [source for room in ROOMS for source in room.rglob("*.py")]
    assert sources
    assert [str(source) for source in sources if forbidden.search(source.read_text(encoding="utf-8"))] == []
