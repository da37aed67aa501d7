"""Builds the package signum-engine: simulator/engine and simulator/games, and nothing of the site.

ENGINE_WHEEL=compiled adds the modules that `make engine` has compiled; the wheel then fits this platform only.
"""

import json
import os
import re
import shutil
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
IS_COMPILED = os.environ.get("ENGINE_WHEEL") == "compiled"
PACKAGES = [f"simulator.{name}" for name in find_packages(str(HERE), include=["engine*", "games*"])]
STAMP = HERE / "engine" / "binaries.json"
SITE = (ROOT / "signum_site" / "__init__.py").read_text(encoding="utf-8")
(VERSION,) = re.findall(r'^__version__ = "(.+)"$', SITE, re.MULTILINE)


class BuildWithBinaries(build_py):
    """Copies the compiled modules beside the sources."""

    def run(self) -> None:
        super().run()
        if IS_COMPILED:
            suffix = json.loads(STAMP.read_text(encoding="utf-8"))["suffix"]
            binaries = [*(HERE / "engine").rglob(f"*{suffix}"), *(HERE / "games").rglob(f"*{suffix}")]
            for path in [STAMP, *binaries, *ROOT.glob(f"simulator_engine__mypyc*{suffix}")]:
                target = Path(self.build_lib, path.relative_to(ROOT))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)


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
