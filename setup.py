"""Builds the site as a package: what pyproject.toml lists, compiled translations and the rules references."""

import shutil
from pathlib import Path

import polib
from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
OTHER_PACKAGE = ("simulator", "setup")  # builds signum-engine, and is no module of the site


class BuildSite(build_py):
    def find_package_modules(self, package, package_dir):
        modules = super().find_package_modules(package, package_dir)
        return [module for module in modules if tuple(module[:2]) != OTHER_PACKAGE]

    def run(self):
        super().run()
        target = Path(self.build_lib, "signum_site")
        for catalogue in (ROOT / "signum_site" / "locale").rglob("*.po"):
            compiled = (target / catalogue.relative_to(ROOT / "signum_site")).with_suffix(".mo")
            compiled.parent.mkdir(parents=True, exist_ok=True)
            polib.pofile(str(catalogue)).save_as_mofile(str(compiled))
        (target / "rules").mkdir(parents=True, exist_ok=True)
        for reference in (ROOT / "docs" / "rules").glob("*.md"):
            shutil.copy2(reference, target / "rules")


setup(cmdclass={"build_py": BuildSite})
