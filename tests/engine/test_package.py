"""The engine as a package: its wheel works in an empty environment, and its README tells the truth."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from signum_site.config.environment import BASE_DIR

pytestmark = pytest.mark.processes

EXAMPLE = BASE_DIR / "docs/examples/balance_table.py"


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, which leaves the tree as it is."""
    folder = tmp_path_factory.mktemp("engine")
    (folder / "signum_site").mkdir()
    shutil.copy(BASE_DIR / "signum_site/__init__.py", folder / "signum_site")  # it has the version
    without = shutil.ignore_patterns("*.so", "__pycache__", "binaries.json", "build", "*.egg-info")
    shutil.copytree(BASE_DIR / "simulator", folder / "simulator", ignore=without)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", folder, "./simulator", cwd=folder)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """A Python that has the engine and nothing else."""
    run(sys.executable, "-m", "venv", "--without-pip", "empty", cwd=wheel.parent)
    path = wheel.parent / "empty/bin/python"
    run(sys.executable, "-m", "pip", "--python", path, "install", "--no-index", "--no-deps", wheel, cwd=wheel.parent)
    return path


def test_the_wheel_holds_engine_and_games_and_nothing_of_the_site(wheel: Path) -> None:
    names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    assert {"/".join(name.split("/")[:2]) for name in names} == {"simulator/engine", "simulator/games"}
    assert "simulator/games/signum/catalogue/heroes.json" in names
    assert "simulator/games/signum/decks/vallor_rush.txt" in names


def test_the_examples_of_the_readme_run_without_django(python: Path) -> None:
    examples = re.findall(r"```python\n(.+?)```", (BASE_DIR / "simulator/README.md").read_text(), re.DOTALL)
    assert len(examples) >= 4
    script = python.parent / "examples.py"
    script.write_text("".join(examples) + "\nimport sys\nassert 'django' not in sys.modules\n")
    output = run(python, "-I", script, cwd=python.parent)
    assert "S-2." in output, "the problems of the deck with their rules"
    assert re.search(r"^digest [0-9a-f]{64}$", output, re.MULTILINE)


def test_the_example_script_plays_reference_decks_against_each_other(python: Path) -> None:
    output = run(python, EXAMPLE, "--games", 2, "--decks", 3, "--jobs", 1, cwd=python.parent)
    assert output.count("\n| ") == 4
    assert re.search(r"^digest [0-9a-f]{64}$", output, re.MULTILINE)


@pytest.mark.parametrize(("option", "value"), [("--games", "3"), ("--games", "0"), ("--jobs", "0"), ("--decks", "1")])
def test_the_example_script_refuses_bad_numbers(option: str, value: str) -> None:
    done = subprocess.run([sys.executable, EXAMPLE, option, value], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert f"{option}: {value} is not" in done.stderr
