"""Builds the package signum-engine: simulator/engine and simulator/games, and nothing of the site.

ENGINE_WHEEL=compiled adds the modules that `make engine` has compiled; the wheel then fits this platform only. Games
that are not compiled from the current sources are refused.
"""

import os
import re
import runpy
import shutil
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
IS_COMPILED = os.environ.get("ENGINE_WHEEL") == "compiled"
PACKAGES = [f"simulator.{name}" for name in find_packages(str(HERE), include=["engine*", "games*"])]
SITE = (ROOT / "signum_site" / "__init__.py").read_text(encoding="utf-8")
(VERSION,) = re.findall(r'^__version__ = "(.+)"$', SITE, re.MULTILINE)


class BuildWithBinaries(build_py):
    """Copies the compiled modules beside the sources."""

    def run(self) -> None:
        super().run()
        if IS_COMPILED:
            for name in compiled_files():
                target = Path(self.build_lib, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target)


def compiled_files() -> list[str]:
    """The binaries and stamps of the engine and all games, as paths from the root."""
    freshness = runpy.run_path(str(HERE / "engine" / "compilation" / "freshness.py"))
    folders = freshness["group_folders"]()
    stale = [folder for folder in folders if not freshness["is_fresh"](folder)]
    if stale:
        raise SystemExit(f"Not compiled, or changed since: {', '.join(stale)}. Run `make engine` first.")
    files = [name for folder in folders for name in freshness["read_stamp"](folder)["binaries"]]
    return [*files, *(f"{folder}/{freshness['STAMP_NAME']}" for folder in folders)]


class EngineDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return IS_COMPILED


setup(
    version=VERSION,
    packages=PACKAGES,
    package_dir={"simulator.engine": "engine", "simulator.games": "games"},
    package_data={"": ["catalogue/*", "decks/*.txt"]},
    cmdclass={"build_py": BuildWithBinaries},
    distclass=EngineDistribution,
)
