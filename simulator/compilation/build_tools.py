"""mypyc and setuptools, installed apart from the packages that the site runs on."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from simulator.compilation.toolchain import missing_packages
from simulator.engine.compilation.freshness import ROOT


class CannotBuild(Exception):
    """The engine cannot be compiled; the message says why."""


def requirements() -> str:
    """The pinned packages of requirements-engine.txt, without those of the site."""
    lines = (ROOT / "requirements-engine.txt").read_text(encoding="utf-8").splitlines()
    return "".join(f"{line}\n" for line in lines if line and not line.startswith(("#", "-")))


def environment(folder: Path) -> dict[str, str]:
    """Variables for a process that compiles; installs into the folder what it needs, unless it is there."""
    variables = {**os.environ, "ENGINE_PURE": "1"}
    if missing_packages():
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, [str(install(folder)), os.environ.get("PYTHONPATH")]))
    return variables


def install(folder: Path) -> Path:
    """A folder with the packages, for these versions and this Python."""
    pinned = requirements()
    tools = folder / f"tools-{hashlib.blake2b((pinned + sys.version).encode(), digest_size=8).hexdigest()}"
    if tools.is_dir():
        return tools
    for old in [*folder.glob("tools-*"), *folder.glob("part-*")]:
        shutil.rmtree(old, ignore_errors=True)
    part = Path(tempfile.mkdtemp(prefix="part-", dir=folder))
    listed = part / "requirements.txt"
    listed.write_text(pinned, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--no-deps", "--target", str(part / "packages"), "-r", str(listed)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if process.returncode:
        sys.stdout.write(process.stdout + process.stderr)
        why = (process.stderr.strip().splitlines() or [f"pip ended with {process.returncode}"])[-1]
        raise CannotBuild(f"What compiling needs cannot be installed: {why}")
    (part / "packages").rename(tools)
    shutil.rmtree(part, ignore_errors=True)
    return tools
