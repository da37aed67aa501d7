"""Each forbidden import breaks the check that `make check` runs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from signum_site.config.environment import BASE_DIR

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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the packages, to break."""
    for package in PACKAGES:
        shutil.copytree(
            BASE_DIR / package, tmp_path / package, ignore=shutil.ignore_patterns("static", "locale", "*.pyc")
        )
    shutil.copy(BASE_DIR / ".importlinter", tmp_path)
    return tmp_path


def test_project_keeps_every_contract(project: Path) -> None:
    done = lint(project)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("file", "statement", "contract"), FORBIDDEN)
def test_a_forbidden_import_breaks_the_check(project: Path, file: str, statement: str, contract: str) -> None:
    source = project / file
    source.write_text(f"{source.read_text()}\n{statement}\n")
    done = lint(project)
    assert done.returncode == 1
    assert any(line.startswith(contract) and "BROKEN" in line for line in done.stdout.splitlines())


def test_games_may_not_import_each_other(project: Path) -> None:
    for game in ("one", "two"):
        (project / "simulator/games" / game).mkdir()
        (project / "simulator/games" / game / "__init__.py").write_text("")
    (project / "simulator/games/one/__init__.py").write_text("import simulator.games.two\n")
    assert "No game imports another BROKEN" in lint(project).stdout
