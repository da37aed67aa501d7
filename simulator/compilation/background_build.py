"""Compiles the engine while a site runs: `python -m simulator.compilation.background_build FOLDER`.

`make run` starts it (signum_site/worker/engine_build.py). What `make engine` does in place is done in a copy of the
sources in FOLDER, so that no process meets half a build. Finished groups are then put beside the sources, the stamp
last. Sites that share the sources take turns: the second one finds the work done. build_state.py says how far it is.
"""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final

from simulator.compilation import build_state, build_tools
from simulator.compilation.build import is_up_to_date, restore
from simulator.compilation.build_state import BuildState, Phase, compiled_groups
from simulator.compilation.build_tools import CannotBuild
from simulator.compilation.group_build import remove
from simulator.compilation.groups import CompileGroup, find_groups
from simulator.compilation.toolchain import missing_compiler
from simulator.engine.compilation.freshness import ROOT, STAMP_NAME, is_fresh

# pyproject.toml, and what setuptools reads because it says so.
PROJECT_FILES: Final = (
    "pyproject.toml", "requirements.txt", "requirements-engine.txt", "README.md", "signum_site/__init__.py",
)  # fmt: skip


def run(folder: Path, *, site: int) -> BuildState:
    """Compiles what is not compiled yet, and returns how it ended."""
    started, last = time.time(), build_state.read_last(folder)
    state = BuildState(site=site, phase=Phase.BUILDING, compiled=compiled_groups(), started=started)
    if last is not None:
        state = replace(state, usual_s=last.usual_s)
    waiting = [group for group in find_groups() if not is_up_to_date(group)]
    if not waiting:
        return replace(state, phase=Phase.DONE)
    if reason := missing_compiler():
        return replace(state, phase=Phase.NO_COMPILER, reason=reason)
    build_state.write(folder, state)
    try:
        was_compiled = build(waiting, folder=folder)
    except (CannotBuild, OSError) as fault:
        return replace(state, phase=Phase.FAILED, reason=str(fault))
    failed = [group.name for group in waiting if not is_fresh(group.folder)]
    reason = f"Not compiled: {', '.join(failed)}." if failed else ""
    phase = Phase.BUILT if set(compiled_groups()) - set(state.compiled) else Phase.FAILED
    seconds = time.time() - started if was_compiled and not failed else state.usual_s
    return replace(state, phase=phase, reason=reason, usual_s=seconds)


def build(groups: Sequence[CompileGroup], *, folder: Path) -> bool:
    """Puts binaries beside the sources; returns whether any were compiled, not copied from an earlier build."""
    with project_lock():
        check_writable(groups)
        left = [group for group in groups if not is_up_to_date(group) and not restore(group)]
        if left:
            variables = build_tools.environment(folder)
            with source_copy(folder) as tree:
                command = [sys.executable, "-m", "simulator.compilation.build"]
                subprocess.run(command, cwd=tree, env=variables, check=False)  # noqa: S603
                for group in left:
                    put_in_place(group, tree=tree)
    return bool(left)


@contextmanager
def project_lock() -> Iterator[None]:
    """Lets one background build at a time write into this project. The end of the process releases it."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems lock no folders
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def check_writable(groups: Sequence[CompileGroup]) -> None:
    """Asks before minutes of work, not after."""
    for place in [ROOT, *(ROOT / group.folder for group in groups)]:
        try:
            with tempfile.TemporaryFile(dir=place):
                pass
        except OSError as fault:
            raise CannotBuild(
                f"Binaries lie beside the sources, and {place} cannot be written: {fault.strerror}."
            ) from None


@contextmanager
def source_copy(folder: Path) -> Iterator[Path]:
    """A copy of the sources and their binaries, to build in."""
    tree = folder / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    try:
        shutil.copytree(ROOT / "simulator", tree / "simulator", ignore=shutil.ignore_patterns("__pycache__"))
        for file in (*(ROOT / name for name in PROJECT_FILES), *ROOT.glob("simulator_*__mypyc*")):
            copied = tree / file.relative_to(ROOT)
            copied.parent.mkdir(exist_ok=True)
            shutil.copy2(file, copied)
        yield tree
    finally:
        shutil.rmtree(tree, ignore_errors=True)


def put_in_place(group: CompileGroup, *, tree: Path) -> None:
    """Copies the binaries of a group; none if it was not compiled, or its sources have changed meanwhile."""
    remove(group)
    stamp = tree / group.folder / STAMP_NAME
    if not stamp.is_file():
        return
    try:
        for name in json.loads(stamp.read_text(encoding="utf-8"))["binaries"]:
            shutil.copy2(tree / name, ROOT / name)
        shutil.copy2(stamp, ROOT / group.folder)
    finally:
        if not is_fresh(group.folder):
            remove(group)


def end_with_group(signum: int, frame: FrameType | None) -> None:
    """Ends this process together with pip, mypyc and compilers that it has started."""
    os.killpg(0, signal.SIGKILL)


def main(folder: Path) -> int:
    if os.getpgrp() == os.getpid():
        signal.signal(signal.SIGTERM, end_with_group)
    state = run(folder, site=os.getppid())
    build_state.write(folder, state)
    return int(state.phase in (Phase.FAILED, Phase.NO_COMPILER))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
