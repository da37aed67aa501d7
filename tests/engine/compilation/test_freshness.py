"""Compiled modules are used when they were made from these very sources, and passed over otherwise."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from simulator.engine.compilation import freshness

ROOT = Path(__file__).parents[3]
FILES = ("compilation/__init__.py", "compilation/freshness.py", "play/__init__.py", "play/chance.py")
PROGRAM = "from simulator.engine.play import chance; print(chance.__file__)"


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """An engine of three modules; the binary of one is no binary at all, so that using it cannot go unnoticed."""
    folder = tmp_path / "simulator" / "engine"
    for name in ("__init__.py", *FILES):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "simulator" / "engine" / name, folder / name)
    (tmp_path / "simulator" / "__init__.py").touch()
    (folder / f"play/chance{EXTENSION_SUFFIXES[0]}").write_bytes(b"not a library")
    return folder


def stamp(engine: Path) -> None:
    """Vouches for the binary, as compiling does."""
    program = (
        "import json; from simulator.engine.compilation import freshness;"
        "sources = freshness.fingerprints(['simulator/engine/play/chance.py']);"
        f"stamp = {{'suffix': {EXTENSION_SUFFIXES[0]!r}, 'sources': sources}};"
        "freshness.STAMP.write_text(json.dumps(stamp))"
    )
    assert run(engine, program, pure="1").returncode == 0


def run(engine: Path, program: str = PROGRAM, *, pure: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ENGINE_PURE": pure, "PYTHONPATH": ""}
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, cwd=engine.parents[1], env=environment, capture_output=True, text=True, check=False
    )  # fmt: skip


def test_a_fresh_binary_is_used(engine: Path) -> None:
    stamp(engine)
    assert "ImportError" in run(engine).stderr


def test_a_stale_binary_is_passed_over_with_a_warning(engine: Path) -> None:
    stamp(engine)
    with (engine / "play/chance.py").open("a") as source:
        source.write("# changed\n")
    done = run(engine)
    assert done.stdout.strip().endswith("chance.py")
    assert "make engine" in done.stderr


def test_a_binary_nobody_vouches_for_is_passed_over(engine: Path) -> None:
    assert run(engine).stdout.strip().endswith("chance.py")
    binary = engine / "binaries.json"
    binary.write_text("half a li")
    assert run(engine).stdout.strip().endswith("chance.py")


def test_a_source_that_is_gone_makes_the_binaries_stale(engine: Path) -> None:
    stamp(engine)
    other = (engine / "binaries.json").read_text().replace("chance.py", "chances.py")
    (engine / "binaries.json").write_text(other)
    assert run(engine).stdout.strip().endswith("chance.py")


def test_engine_pure_passes_over_even_fresh_ones_in_silence(engine: Path) -> None:
    stamp(engine)
    done = run(engine, pure="1")
    assert done.stdout.strip().endswith("chance.py")
    assert done.stderr == ""


def test_without_binaries_nothing_is_said(engine: Path) -> None:
    (engine / f"play/chance{EXTENSION_SUFFIXES[0]}").unlink()
    done = run(engine)
    assert done.stdout.strip().endswith("chance.py")
    assert done.stderr == ""


def test_fingerprints_tell_sources_apart() -> None:
    found = freshness.fingerprints(
        ["simulator/engine/play/chance.py", "simulator/engine/matches/match.py", "simulator/engine/no.py"]
    )
    assert len(set(found.values())) == 3
    assert found["simulator/engine/no.py"] == ""
