"""The table of docs/structure.md lists exactly the existing modules."""

import ast
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from django.urls import resolve

from signum_site.config.environment import BASE_DIR
from tests.signum_site.permissions import lines, routes

STRUCTURE = (BASE_DIR / "docs/structure.md").read_text()
ROOTS = ("signum_site", "collection", "decks", "simulator")
MAX_MODULES = 15
NOT_LISTED = re.compile(r"/(migrations|commands)$|^signum_site/locale_formats/")
"""Migrations and commands have one module each by convention; formats/ is laid out by Django."""
NESTED = {"Meta", "Command", "Migration", "Kind", "State"}
"""Conventional names of nested classes, or of one class per module."""


def tracked(pattern: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", pattern], cwd=BASE_DIR, capture_output=True, text=True, check=True)
    return [Path(line) for line in listed.stdout.splitlines() if (BASE_DIR / line).exists()]


def packages() -> dict[str, set[str]]:
    modules: dict[str, set[str]] = defaultdict(set)
    for path in tracked("*.py"):
        folder = path.parent.as_posix()
        if path.parts[0] in ROOTS and not NOT_LISTED.search(folder):
            modules[folder] |= {path.stem} - {"__init__"}
    return modules


def test_table_lists_every_package_with_its_modules() -> None:
    rows = re.findall(r"^\| `([\w/]+)/` \| .+? \| (.+) \|$", STRUCTURE, re.MULTILINE)
    assert {folder: set(re.findall(r"`(\w+)`", modules)) for folder, modules in rows} == packages()


def test_no_package_has_more_than_fifteen_modules() -> None:
    assert {folder: len(modules) for folder, modules in packages().items() if len(modules) > MAX_MODULES} == {}


def test_no_two_classes_share_a_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in tracked("*.py"):
        if path.parts[0] in ROOTS and "migrations" not in path.parts:
            for node in ast.parse((BASE_DIR / path).read_text()).body:
                if isinstance(node, ast.ClassDef) and node.name not in NESTED:
                    places[node.name].append(str(path))
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("page", sorted(BASE_DIR.glob("*.md")) + sorted((BASE_DIR / "docs").rglob("*.md")), ids=str)
def test_documents_name_files_that_exist(page: Path) -> None:
    """Modules and tests named in documents exist.

    Decisions may name removed ones.
    """
    known = {path.as_posix() for path in tracked("*.py")}
    for name in re.findall(r"`((?:\w+/)*\w+\.py)`", page.read_text()):
        assert any(path == name or path.endswith(f"/{name}") for path in known), f"{page.name} names {name}"


@pytest.mark.parametrize("page", sorted(BASE_DIR.glob("*.md")) + sorted((BASE_DIR / "docs").rglob("*.md")), ids=str)
def test_links_between_documents_work(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


TOP = {
    "manage.py", "setup.py", "Makefile", "requirements.txt", "requirements-engine.txt", "requirements-dev.txt",
    "pyproject.toml", "gunicorn.conf.py", ".importlinter", ".gitignore", ".editorconfig",
    ".pre-commit-config.yaml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", ".ci", ".github", "docs",
    "signum_site", "collection", "decks", "simulator", "tests",
}  # fmt: skip


def test_top_level_entries() -> None:
    assert {path.parts[0] for path in tracked("*")} == TOP


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    files = sorted(path.name for path in (BASE_DIR / "docs/decisions").glob("*.md"))
    assert [int(name[:4]) for name in files] == list(range(1, len(files) + 1))
    index = (BASE_DIR / "docs/README.md").read_text()
    assert re.findall(r"\(decisions/(.+?)\)", index) == files


def test_simulators_init_is_empty() -> None:
    assert (BASE_DIR / "simulator/__init__.py").read_text() == ""


def test_every_address_has_a_line_in_permissions_txt() -> None:
    """A new view needs a line with its permissions (test_permissions.py)."""
    named = {resolve(re.sub(r"{\w+}", "1", line.address).split("?")[0]).route for line in lines()}
    assert [route for route in routes() if not route.startswith("admin/") and route not in named] == []
