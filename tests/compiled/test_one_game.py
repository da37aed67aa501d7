"""The guide docs/adding_a_game.md, followed line by line: the new game plays, compiles and breaks on its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simulator.compilation import toolchain

ROOT = Path(__file__).parents[2]
FILES = "import importlib, sys; print(*(importlib.import_module(name).__file__ for name in sys.argv[1:]), sep='\\n')"
TYPE_ERROR = "\n\ndef lights() -> int:\n    return 'ten'\n"

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.processes,
    pytest.mark.skipif(bool(toolchain.missing()), reason=toolchain.missing()),
]


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "CC") if name in os.environ}
    environment = kept | {"ENGINE_CACHE": str(tree.parent / "cache")}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=900)


def build(tree: Path, *games: str) -> subprocess.CompletedProcess[str]:
    return run(tree, ".venv/bin/python", "-m", "simulator.compilation.build", *games)


def simulated(tree: Path, game: str) -> str:
    decks = ("Bright Night", "Windy Night")
    process = run(tree, ".venv/bin/python", "manage.py", "simulate", *decks, "--system", game, "--games", "20")
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def compiled(tree: Path, *modules: str) -> list[bool]:
    """Which of the modules are loaded from binaries."""
    process = run(tree, ".venv/bin/python", "-c", FILES, *modules)
    assert process.returncode == 0, process.stderr
    return [not name.endswith(".py") for name in process.stdout.split()]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git knows, after the commands of the guide."""
    tree = tmp_path_factory.mktemp("guide") / "tree"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    (tree / ".venv").symlink_to(sys.prefix)
    (block,) = re.findall(r"```\n(cp -r .+?)```", (tree / "docs/adding_a_game.md").read_text(), re.DOTALL)
    process = run(tree, "bash", "-euxc", block)
    assert process.returncode == 0, process.stdout + process.stderr
    assert "lanterns: compiled" in process.stdout, process.stdout
    assert re.search(r"^\d+ passed", process.stdout, re.MULTILINE), "the contract tests of the new game"
    return tree


@pytest.fixture(scope="module")
def broken(tree: Path) -> subprocess.CompletedProcess[str]:
    """A build of lanterns, which is kept, and of a copy with an error of types."""
    shutil.copytree(tree / "tests/toy", tree / "simulator/games/broken")
    for path in (tree / "simulator/games/broken").glob("*.py"):
        path.write_text(re.sub(r"\btoy\b", "broken", path.read_text().replace("tests.toy", "simulator.games.toy")))
    with (tree / "simulator/games/broken/state.py").open("a") as source:
        source.write(TYPE_ERROR)
    for path in (tree / "simulator/games/lanterns").glob("*.so"):
        path.unlink()
    return build(tree, "lanterns", "broken")


def test_a_build_without_changes_has_nothing_to_do(tree: Path) -> None:
    process = build(tree, "lanterns")
    assert (process.returncode, process.stdout) == (0, "The compiled engine is up to date.\n")


def test_compiled_and_interpreted_games_are_the_same(tree: Path) -> None:
    plain = run(tree, "env", "ENGINE_PURE=1", ".venv/bin/python", "-m", "tests.contract.digests", "lanterns").stdout
    assert plain
    assert run(tree, ".venv/bin/python", "-m", "tests.contract.digests", "lanterns").stdout == plain


def test_a_game_that_does_not_compile_is_named(broken: subprocess.CompletedProcess[str]) -> None:
    assert broken.returncode == 1
    assert 'Incompatible return value type (got "str", expected "int")' in broken.stdout
    assert "Traceback" not in broken.stdout + broken.stderr
    assert broken.stderr == "Could not be compiled and stays interpreted: broken. Everything else is compiled.\n"


@pytest.mark.usefixtures("broken")
def test_a_game_that_does_not_compile_is_played_interpreted(tree: Path) -> None:
    modules = ("simulator.engine.play.chance", "simulator.games.lanterns.state", "simulator.games.broken.state")
    assert compiled(tree, *modules) == [True, True, False]
    assert "digest" in simulated(tree, "broken")


@pytest.mark.usefixtures("broken")
def test_a_changed_game_is_interpreted_and_the_engine_is_not(tree: Path) -> None:
    with (tree / "simulator/games/lanterns/policies.py").open("a") as source:
        source.write("# changed\n")
    assert compiled(tree, "simulator.engine.play.chance", "simulator.games.lanterns.state") == [True, False]
