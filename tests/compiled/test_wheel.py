"""The compiled wheel of the engine works in an empty environment and plays the same games."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simulator.games.signum.game import game as signum

ROOT = Path(__file__).parents[2]
PROGRAM = """
from simulator import games
from simulator.engine.matches import match
from simulator.engine.play import chance
from simulator.games.signum.game import game

system = games.system("signum")
decks = [reference.deck for reference in system.reference_decks()[:2]]
policies = [system.standard_policy] * 2
pairs = match.play_run(system=system, decks=decks, policies=policies, batch_seed=7, numbers=range(3))
print(match.digest(result for pair in pairs for result in pair))
print(chance.__file__, game.__file__)
"""

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.processes,
    pytest.mark.skipif(signum.__file__.endswith(".py"), reason="Signum is not compiled: make engine"),
]


def run(*command: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(
        words, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, timeout=600
    )  # fmt: skip


def build_wheel(folder: Path) -> subprocess.CompletedProcess[str]:
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-index")
    return run(*pip, "--no-build-isolation", "-w", folder, "./simulator", cwd=folder, ENGINE_WHEEL="compiled")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of what the wheel is made of, with the binaries."""
    (tmp_path / "signum_site").mkdir()
    shutil.copy(ROOT / "signum_site/__init__.py", tmp_path / "signum_site")  # it has the version
    without = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    shutil.copytree(ROOT / "simulator", tmp_path / "simulator", ignore=without)
    for library in ROOT.glob("simulator_*__mypyc*"):
        shutil.copy(library, tmp_path)
    return tmp_path


def test_the_compiled_wheel_plays_the_same_games(folder: Path) -> None:
    built = build_wheel(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    assert "none-any" not in wheel.name, "it fits this platform only"
    run(sys.executable, "-m", "venv", "--without-pip", "empty", cwd=folder)
    python = folder / "empty/bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel, cwd=folder)
    played = run(python, "-I", "-c", PROGRAM, cwd=folder / "empty", ENGINE_PURE="")
    assert played.returncode == 0, played.stderr
    digest, *files = played.stdout.split()
    assert {Path(file).suffix for file in files} == {".so"}
    assert {Path(file).is_relative_to(folder / "empty") for file in files} == {True}
    assert digest == run(sys.executable, "-c", PROGRAM, cwd=ROOT, ENGINE_PURE="1").stdout.split()[0]


def test_a_changed_source_is_refused(folder: Path) -> None:
    with (folder / "simulator/games/signum/game/game.py").open("a") as source:
        source.write("# changed\n")
    built = build_wheel(folder)
    assert built.returncode != 0
    assert "Not compiled, or changed since: simulator/games/signum. Run `make engine` first." in (
        built.stdout + built.stderr
    )
