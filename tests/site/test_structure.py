"""docs/structure.md is true: what it names is there, and what is there it names."""

import re
from pathlib import Path

import pytest

from signum_site.environment import BASE_DIR

STRUCTURE = (BASE_DIR / "docs/structure.md").read_text()
FOLDERS = ["signum_site", "simulator/engine"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_module_is_named(folder: str) -> None:
    modules = {path.name for path in (BASE_DIR / folder).glob("*.py")} - {"__init__.py"}
    assert {module for module in modules if module not in STRUCTURE} == set()


def test_every_module_named_is_there() -> None:
    plan = STRUCTURE.split("```")[1]
    there = {path.name for path in BASE_DIR.rglob("*.py") if ".venv" not in path.parts}
    assert set(re.findall(r"\b(\w+\.py)\b", plan)) - there == set()


@pytest.mark.parametrize("page", sorted(BASE_DIR.glob("*.md")) + sorted((BASE_DIR / "docs").rglob("*.md")), ids=str)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_four_apps_and_the_usual_files_are_at_the_top() -> None:
    for name in [
        "manage.py",
        "Makefile",
        "requirements.txt",
        "requirements-dev.txt",
        "pyproject.toml",
        ".importlinter",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        ".ci/run",
        "docs",
        "signum_site",
        "collection",
        "decks",
        "simulator",
        "tests",
    ]:
        assert (BASE_DIR / name).exists(), name


def test_the_simulator_s_init_stays_empty() -> None:
    assert (BASE_DIR / "simulator/__init__.py").read_text() == ""
