"""docs/structure.md is true: what it names is there, and what is there it names."""

import re
import subprocess
from pathlib import Path

import pytest
from django.urls import resolve

from signum_site.environment import BASE_DIR
from tests.site.permissions import lines, routes

STRUCTURE = (BASE_DIR / "docs/structure.md").read_text()
FOLDERS = ["signum_site", "simulator/engine"]
APPS = ["collection", "decks", "simulator"]
USUAL = {
    "__init__.py", "admin.py", "api.py", "api_data.py", "api_urls.py", "apps.py", "forms.py", "models.py",
    "selectors.py", "services.py", "tasks.py", "urls.py", "views.py",
}  # fmt: skip


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_module_is_named(folder: str) -> None:
    modules = {path.name for path in (BASE_DIR / folder).glob("*.py")} - {"__init__.py"}
    assert {module for module in modules if module not in STRUCTURE} == set()


@pytest.mark.parametrize("app", APPS)
def test_every_module_of_an_app_is_named_but_for_those_every_app_has(app: str) -> None:
    modules = {path.name for path in (BASE_DIR / app).glob("*.py")} - USUAL
    assert {module for module in modules if module not in STRUCTURE} == set()


def test_every_module_of_signum_stands_beside_its_chapter() -> None:
    modules = {path.stem for path in (BASE_DIR / "simulator/games/signum").glob("*.py")} - {"__init__"}
    named = set(re.findall(r"`(\w+)`", STRUCTURE))
    families = tuple(prefix for prefix in re.findall(r"`(\w+_)\*`", STRUCTURE))
    assert {module for module in modules if module not in named and not module.startswith(families)} == set()


def test_every_module_named_is_there() -> None:
    plan = STRUCTURE.split("```")[1]
    there = {path.name for path in BASE_DIR.rglob("*.py") if ".venv" not in path.parts}
    assert set(re.findall(r"\b([\w.]+\.py)\b", plan)) - there == set()


@pytest.mark.parametrize("page", sorted(BASE_DIR.glob("*.md")) + sorted((BASE_DIR / "docs").rglob("*.md")), ids=str)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


TOP = {
    "manage.py", "Makefile", "requirements.txt", "requirements-engine.txt", "requirements-dev.txt", "pyproject.toml",
    "gunicorn.conf.py", ".importlinter", ".gitignore", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".ci", ".github",
    "docs", "signum_site", "collection", "decks", "simulator", "tests",
}  # fmt: skip


def test_the_top_level_holds_what_it_should_and_nothing_else() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=BASE_DIR, capture_output=True, text=True, check=True).stdout
    assert {path.split("/")[0] for path in listed.splitlines()} == TOP


def test_the_simulator_s_init_stays_empty() -> None:
    assert (BASE_DIR / "simulator/__init__.py").read_text() == ""


def test_every_address_of_the_site_has_a_line_in_permissions_txt() -> None:
    """Whoever adds a view says who may see it; test_permissions.py tries it."""
    named = {resolve(re.sub(r"{\w+}", "1", line.address).split("?")[0]).route for line in lines()}
    assert [route for route in routes() if not route.startswith("admin/") and route not in named] == []
