"""Each forbidden import breaks the check that `make check` runs."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from signum_site.config.environment import BASE_DIR

# In one process, which checks all of them at once.
pytestmark = [pytest.mark.processes, pytest.mark.xdist_group("contracts")]

PACKAGES = ("signum_site", "collection", "decks", "simulator")

# A file, an import that it must not contain, and the contract that forbids it.
FORBIDDEN = [
    ("simulator/engine/cards/card.py", "import django", "Engine and games import neither Django nor any app"),
    ("simulator/engine/cards/card.py", "import simulator.games", "Inside the simulator"),
    ("simulator/engine/values.py", "import simulator.engine.game_system", "Inside the engine"),
    ("simulator/games/__init__.py", "import collection.models", "Engine and games import neither Django nor any app"),
    ("simulator/games/__init__.py", "import simulator.apps", "Inside the simulator"),
    ("simulator/games/signum/cards/card.py", "import simulator.games.signum.state.position", "Inside Signum"),
    ("simulator/games/signum/rules/dice.py", "import simulator.games.signum.rules.turn", "Inside Signum's rules"),
    ("signum_site/core/locks.py", "import collection.models", "The core imports no app"),
    ("collection/models.py", "import decks", "The collection is below decks"),
    ("collection/models.py", "import simulator.apps", "The collection is below decks"),
    ("collection/models.py", "import collection.services", "Inside the collection"),
    ("decks/apps.py", "import simulator.apps", "Decks are below the simulator app"),
    ("decks/models.py", "import decks.services", "Inside decks"),
    ("simulator/apps.py", "import signum_site.context_processors", "The simulator app is below the site"),
]


def lint(project: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the packages, to break."""
    folder = tmp_path_factory.mktemp("project")
    for package in PACKAGES:
        shutil.copytree(
            BASE_DIR / package, folder / package, ignore=shutil.ignore_patterns("static", "locale", "*.pyc")
        )
    shutil.copy(BASE_DIR / ".importlinter", folder)
    return folder


@pytest.fixture(scope="module")
def kept(project: Path) -> subprocess.CompletedProcess[str]:
    """The check of the packages as they are."""
    return lint(project)


@pytest.fixture(scope="module")
def broken(kept: subprocess.CompletedProcess[str], project: Path) -> dict[str, str]:
    """The report on each broken contract, with all forbidden imports in place."""
    for file, statement, _contract in FORBIDDEN:
        source = project / file
        source.write_text(f"{source.read_text()}\n{statement}\n")
    for game in ("one", "two"):
        (project / "simulator/games" / game).mkdir()
        (project / "simulator/games" / game / "__init__.py").write_text("")
    (project / "simulator/games/one/__init__.py").write_text("import simulator.games.two\n")
    done = lint(project)
    assert done.returncode == 1
    _heading, *parts = re.split(r"^(.+)\n-+\n", done.stdout.partition("Broken contracts\n")[2], flags=re.MULTILINE)
    return {name: " ".join(report.split()) for name, report in zip(parts[::2], parts[1::2], strict=True)}


def test_project_keeps_every_contract(kept: subprocess.CompletedProcess[str]) -> None:
    assert kept.returncode == 0, kept.stdout


@pytest.mark.parametrize(("file", "statement", "contract"), FORBIDDEN)
def test_a_forbidden_import_breaks_the_check(broken: dict[str, str], file: str, statement: str, contract: str) -> None:
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    [report] = [report for name, report in broken.items() if re.match(rf"{contract}( and|,|$)", name)]
    assert f"{module} -> {statement.removeprefix('import ')} (l." in report


def test_games_may_not_import_each_other(broken: dict[str, str]) -> None:
    assert "simulator.games.one -> simulator.games.two (l.1)" in broken["No game imports another"]
