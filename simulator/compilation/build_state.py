"""What the background build of a site does, in a small file that pages read.

The build (background_build.py) writes it, and so does the site that started it, once its workers have changed over. A
file that was left by a site that no longer runs is ignored.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from simulator.engine.compilation.freshness import group_folders, is_fresh

FILE: Final = "state.json"
USUAL_S: Final = 240.0
"""How long a first build takes, with its packages, on two processors that have little else to do."""


class Phase(StrEnum):
    BUILDING = "building"
    BUILT = "built"  # the workers have still to change over
    DONE = "done"
    FAILED = "failed"
    NO_COMPILER = "no compiler"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildState:
    site: int
    """The process that started the build."""
    phase: Phase
    compiled: tuple[str, ...] = ()
    """The groups that the workers of this site play compiled."""
    started: float = 0.0
    usual_s: float = USUAL_S
    """How long the last build took."""
    reason: str = ""
    """Why something could not be compiled."""


def read(folder: Path) -> BuildState | None:
    """The state of a site that runs; None if there is none."""
    state = read_last(folder)
    return state if state is not None and _is_alive(state.site) else None


def read_last(folder: Path) -> BuildState | None:
    """The state that was written last, also by a site that has ended."""
    try:
        values = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return BuildState(**values | {"phase": Phase(values["phase"]), "compiled": tuple(values["compiled"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def write(folder: Path, state: BuildState) -> None:
    """Replaces the file at once, so that no page reads half of it."""
    part = folder / f".{FILE}-{os.getpid()}"
    part.write_text(json.dumps(asdict(state)), encoding="utf-8")
    part.replace(folder / FILE)


def compiled_groups() -> tuple[str, ...]:
    """The groups that a process would load compiled if it started now."""
    return tuple(folder for folder in group_folders() if is_fresh(folder))


def _is_alive(pid: int) -> bool:
    with suppress(PermissionError):  # a process of another user
        try:
            os.kill(pid, 0)
        except (ProcessLookupError, OverflowError):
            return False
    return True
