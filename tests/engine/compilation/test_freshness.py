"""Compiled modules are used only if they were built from the current sources."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from simulator.engine.compilation import freshness

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parents[3]
SUFFIX = EXTENSION_SUFFIXES[0]
FILES = (
    "compilation/__init__.py",
    "compilation/freshness.py",
    "play/__init__.py",
    "play/chance.py",
    "play/splitmix.py",
)
PROGRAM = "from simulator.engine.play import chance; print(chance.__file__)"
GAME = "simulator/games/toy"
GAME_PROGRAM = "from simulator.engine import compilation; from simulator.games.toy import rules; print(rules.__file__)"
LATE_PROGRAM = f"""
import simulator.engine
from pathlib import Path
Path("simulator/engine/play/chance{SUFFIX}").write_bytes(b"not a library")
{PROGRAM}
"""
CHOSEN = "from simulator.engine.compilation import freshness; print(freshness.runs_compiled('simulator/engine'))"


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """An engine of three modules.

    One binary is invalid, so importing it raises an error.
    """
    folder = tmp_path / "simulator" / "engine"
    for name in ("__init__.py", *FILES):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "simulator" / "engine" / name, folder / name)
    (tmp_path / "simulator" / "__init__.py").touch()
    (folder / f"play/chance{SUFFIX}").write_bytes(b"not a library")
    return folder


@pytest.fixture
def game(engine: Path) -> Path:
    """A game of one module, whose binary is invalid too."""
    folder = engine.parents[1] / GAME
    folder.mkdir(parents=True)
    for name in ("__init__.py", "rules.py", "../__init__.py"):
        (folder / name).touch()
    (folder / f"rules{SUFFIX}").write_bytes(b"not a library")
    return folder


def stamp(engine: Path, folder: str = "simulator/engine", module: str = "play/chance") -> None:
    """Write the stamp for the binary, as compiling does."""
    source, binary = f"{folder}/{module}.py", f"{folder}/{module}{SUFFIX}"
    source_hash = hashlib.blake2b((engine.parents[1] / source).read_bytes(), digest_size=16).hexdigest()
    written = {"folder": folder, "suffix": SUFFIX, "binaries": [binary], "sources": {source: source_hash}}
    (engine.parents[1] / folder / "binaries.json").write_text(json.dumps(written))


def run(engine: Path, program: str = PROGRAM, *, pure: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ENGINE_PURE": pure, "PYTHONPATH": ""}
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, cwd=engine.parents[1], env=environment, capture_output=True, text=True, check=False
    )  # fmt: skip


def test_a_fresh_binary_is_used(engine: Path) -> None:
    stamp(engine)
    assert "ImportError" in run(engine).stderr


def test_a_stale_binary_is_ignored_with_a_warning(engine: Path) -> None:
    stamp(engine)
    with (engine / "play/chance.py").open("a") as source:
        source.write("# changed\n")
    process = run(engine)
    assert process.stdout.strip().endswith("chance.py")
    assert "make engine" in process.stderr


def test_a_binary_without_a_valid_stamp_is_ignored(engine: Path) -> None:
    assert run(engine).stdout.strip().endswith("chance.py")
    stamp_file = engine / "binaries.json"
    stamp_file.write_text("half a li")
    assert run(engine).stdout.strip().endswith("chance.py")


def test_a_missing_source_makes_the_binaries_stale(engine: Path) -> None:
    stamp(engine)
    other = (engine / "binaries.json").read_text().replace("chance.py", "chances.py")
    (engine / "binaries.json").write_text(other)
    assert run(engine).stdout.strip().endswith("chance.py")


def test_engine_pure_ignores_fresh_binaries_silently(engine: Path) -> None:
    stamp(engine)
    process = run(engine, pure="1")
    assert process.stdout.strip().endswith("chance.py")
    assert process.stderr == ""


def test_without_binaries_there_is_no_warning(engine: Path) -> None:
    (engine / f"play/chance{SUFFIX}").unlink()
    process = run(engine)
    assert process.stdout.strip().endswith("chance.py")
    assert process.stderr == ""


def test_binaries_that_appear_while_a_process_runs_are_not_used(engine: Path) -> None:
    """Half of its modules may be imported already, and all of a group are used or none."""
    stamp(engine)
    (engine / f"play/chance{SUFFIX}").unlink()
    process = run(engine, LATE_PROGRAM)
    assert process.stdout.strip().endswith("chance.py"), process.stderr


def test_process_knows_whether_it_runs_compiled(engine: Path) -> None:
    assert run(engine, CHOSEN).stdout.strip() == "False"
    stamp(engine)
    assert run(engine, CHOSEN).stdout.strip() == "True"
    assert run(engine, CHOSEN, pure="1").stdout.strip() == "False"


def test_a_missing_binary_makes_the_others_stale(engine: Path) -> None:
    stamp(engine)
    (engine / f"play/event_log{SUFFIX}").write_bytes(b"")
    listed = json.loads((engine / "binaries.json").read_text())
    listed["binaries"].append("simulator_engine__mypyc.so")
    (engine / "binaries.json").write_text(json.dumps(listed))
    assert run(engine).stdout.strip().endswith("chance.py")


def test_a_changed_game_leaves_the_engine_compiled(engine: Path, game: Path) -> None:
    stamp(engine)
    stamp(engine, GAME, "rules")
    assert "ImportError" in run(engine, GAME_PROGRAM).stderr, "the game's binary is used"
    (game / "rules.py").write_text("# changed\n")
    process = run(engine, GAME_PROGRAM)
    assert process.stdout.strip().endswith("rules.py")
    assert "not used: toy;" in process.stderr
    assert "ImportError" in run(engine).stderr, "the engine's binary is still used"


def test_a_changed_engine_leaves_the_game_compiled(engine: Path, game: Path) -> None:
    stamp(engine)
    stamp(engine, GAME, "rules")
    with (engine / "play/chance.py").open("a") as source:
        source.write("# changed\n")
    assert "not used: engine;" in run(engine).stderr
    assert "ImportError" in run(engine, GAME_PROGRAM).stderr, "the game's binary is still used"


def test_a_copied_game_does_not_use_the_binaries_of_the_other(engine: Path, game: Path) -> None:
    stamp(engine)
    stamp(engine, GAME, "rules")
    shutil.copytree(game, game.parent / "copy")
    assert run(engine, GAME_PROGRAM.replace("toy", "copy")).stdout.strip().endswith("copy/rules.py")


def test_fingerprints_differ_by_source() -> None:
    by_path = freshness.fingerprints(
        ["simulator/engine/play/chance.py", "simulator/engine/matches/match.py", "simulator/engine/no.py"]
    )
    assert len(set(by_path.values())) == 3
    assert by_path["simulator/engine/no.py"] == ""
