"""All installed packages are pinned, for every supported Python."""

import tomllib
from importlib.metadata import requires

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from signum_site.config.environment import BASE_DIR

PYTHONS = {"3.11": "3.11.2", "3.12": "3.12.3", "3.13": "3.13.5"}  # of Debian 12, Ubuntu 24.04, Debian 13
PREINSTALLED = {"pip"}  # part of every virtual environment


def pinned(name: str, python: dict[str, str]) -> set[str]:
    """The packages that a file and the files it includes pin for one Python."""
    names = set()
    for line in (BASE_DIR / name).read_text().splitlines():
        if line.startswith("-r "):
            names |= pinned(line.removeprefix("-r "), python)
        elif line and not line.startswith("#"):
            requirement = Requirement(line)
            assert str(requirement.specifier).startswith("=="), line
            if requirement.marker is None or requirement.marker.evaluate(python):
                names.add(canonicalize_name(requirement.name))
    return names


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-engine.txt", "requirements-dev.txt"])
@pytest.mark.parametrize("version", PYTHONS)
def test_dependencies_of_pinned_packages_are_pinned(name: str, version: str) -> None:
    python = {"python_version": version, "python_full_version": PYTHONS[version], "extra": ""}
    there = pinned(name, python) | PREINSTALLED
    here = pinned(name, {})  # packages for other Pythons are not installed here, and have no dependencies
    missing = {
        f"{package} needs {needed}"
        for package in there & here
        for needed in map(Requirement, requires(package) or [])
        if (needed.marker is None or needed.marker.evaluate(python)) and canonicalize_name(needed.name) not in there
    }
    assert missing == set()


def test_supported_pythons_are_the_same_everywhere() -> None:
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["classifiers"]
    assert [line.rpartition(" ")[2] for line in project] == list(PYTHONS)
    workflow = yaml.safe_load((BASE_DIR / ".github/workflows/ci.yml").read_text())
    assert workflow["jobs"]["suite"]["strategy"]["matrix"]["python"] == list(PYTHONS)
    makefile = (BASE_DIR / "Makefile").read_text()
    assert f"PYTHONS ?= {' '.join(f'python{version}' for version in PYTHONS)}\n" in makefile
    assert "Python 3.11, 3.12 or 3.13" in (BASE_DIR / "README.md").read_text()


def test_engine_requirements_are_minimal() -> None:
    """A club's machine needs no browsers and test tools to compile the rules."""
    more = pinned("requirements-engine.txt", {}) - pinned("requirements.txt", {})
    assert more == {"ast-serialize", "librt", "mypy", "mypy-extensions", "pathspec", "setuptools"}
    assert "engine: $(ENGINE_READY) " in (BASE_DIR / "Makefile").read_text()
