"""The child of a running site that compiles the engine (docs/decisions/0030).

It has the lowest priority of all, and ends with the site. When it has new binaries, the supervisor replaces the worker.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import structlog

from simulator.compilation import build_state
from simulator.compilation.build_state import BuildState, Phase
from simulator.engine.compilation.freshness import ROOT, is_pure

from .processes import lower_priority, lower_session_priority, stop_with_parent

log = structlog.get_logger(__name__)

NICE = 19
LOG_FILE = "build.log"


def engine_build(env: Mapping[str, Any]) -> "EngineBuild | None":
    """The build of this site; None if it is turned off, or an installed package runs, which has nothing to build."""
    if env["ENGINE_BUILD"] == "off" or is_pure() or not (ROOT / "requirements-engine.txt").is_file():
        return None
    folder = env["VAR_DIR"] / "engine"
    return EngineBuild(folder=folder, command=build_command(folder))


def build_command(folder: Path) -> list[str]:
    idle = ["ionice", "-t", "-c", "3"] if shutil.which("ionice") else []
    return [*idle, sys.executable, "-m", "simulator.compilation.background_build", str(folder)]


class EngineBuild:
    def __init__(self, *, folder: Path, command: list[str]) -> None:
        self.folder = folder
        self.command = command
        self.child: subprocess.Popen[bytes] | None = None
        self.is_finished = False

    def start(self) -> None:
        try:
            self.folder.mkdir(exist_ok=True)
            with (self.folder / LOG_FILE).open("wb") as output:
                self.child = subprocess.Popen(  # noqa: S603
                    self.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                    start_new_session=True, preexec_fn=_prepare,
                )  # fmt: skip
        except OSError as fault:
            log.warning("engine_not_compiled", reason=str(fault))

    def has_new_binaries(self) -> bool:
        """True once, when the build has ended and workers should change over."""
        if self.child is None or self.is_finished or self.child.poll() is None:
            return False
        self.is_finished = True
        state = self.state()
        if state.reason:
            log.warning("engine_not_compiled", reason=state.reason, log=str(self.folder / LOG_FILE))
        return state.phase == Phase.BUILT

    def record_change(self) -> None:
        """Note for pages that the workers play compiled."""
        state = self.state()
        log.info("engine_compiled", groups=[folder.rpartition("/")[2] for folder in build_state.compiled_groups()])
        phase = Phase.FAILED if state.reason else Phase.DONE
        self.write(replace(state, phase=phase, compiled=build_state.compiled_groups()))

    def state(self) -> BuildState:
        """How the build ended, also if it was killed and could not say so."""
        assert self.child is not None
        state = build_state.read(self.folder)
        if state is not None and state.phase != Phase.BUILDING:
            return state
        known = build_state.compiled_groups() if state is None else state.compiled
        site, reason = os.getpid(), f"The build ended with code {self.child.returncode}."
        failed = BuildState(site=site, phase=Phase.FAILED, compiled=known, reason=reason)
        self.write(failed)
        return failed

    def write(self, state: BuildState) -> None:
        try:
            build_state.write(self.folder, state)
        except OSError as fault:
            log.warning("engine_state_not_written", reason=str(fault))


def _prepare() -> None:
    stop_with_parent(signal.SIGTERM)
    lower_priority(NICE)
    lower_session_priority(NICE)
