"""The site as a package: `pip install .` brings everything it needs at run time."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from signum_site import __version__
from signum_site.config.environment import BASE_DIR

pytestmark = pytest.mark.processes
VISIT = """
from django.test import Client
client = Client(SERVER_NAME="localhost")
assert "S-9.4" in client.get("/rules/signum/S-9.4/", follow=True).content.decode()
print(client.get("/about/", headers={"Accept-Language": "es"}).content.decode())
"""


def run(*command: object, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed site, built from a copy that leaves the tree as it is."""
    folder = tmp_path_factory.mktemp("site")
    names = ["pyproject.toml", "setup.py", "README.md", "requirements.txt", "LICENSE"]
    for name in names:
        shutil.copy(BASE_DIR / name, folder)
    for name in ("signum_site", "collection", "decks", "simulator", "docs/rules"):
        ignored = shutil.ignore_patterns("*.so", "*.mo", "__pycache__", "binaries.json", "build", "*.egg-info")
        shutil.copytree(BASE_DIR / name, folder / name, ignore=ignored)
    options = ("--disable-pip-version-check", "install", "--no-deps", "--no-index", "--no-build-isolation")
    run(sys.executable, "-m", "pip", *options, "--target", folder / "installed", ".", cwd=folder)
    return folder / "installed"


def test_the_installed_site_has_rules_and_translations(installed: Path, tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(installed), "DJANGO_SETTINGS_MODULE": "signum_site.settings"}
    environment |= {"VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": ""}
    signum = installed / "bin/signum"
    for command in (["migrate"], ["collectstatic", "--no-input"]):
        run(sys.executable, signum, *command, "--verbosity", "0", cwd=tmp_path, **environment)
    page = run(sys.executable, signum, "shell", "--verbosity", "0", "--command", VISIT, cwd=tmp_path, **environment)
    assert '<html lang="es"' in page
    assert "Acerca de" in page


def test_relative_folders_begin_where_the_installed_site_is_started(installed: Path, tmp_path: Path) -> None:
    script = "from signum_site.config.environment import START_DIR; print(START_DIR)"
    assert run(sys.executable, "-c", script, cwd=tmp_path, PYTHONPATH=str(installed)).strip() == str(tmp_path)


def test_the_package_has_the_version_of_the_site(installed: Path) -> None:
    assert (installed / f"signum-{__version__}.dist-info").is_dir()
    assert not (installed / "simulator/setup.py").exists()
