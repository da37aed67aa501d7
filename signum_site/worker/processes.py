"""What we ask of the kernel for our processes: to end with their parent, and who goes first."""

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1


def stop_with_parent(signum: int) -> None:
    """Ask for `signum` to be sent to this process when its parent dies (Linux; elsewhere nothing happens)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signum)


def step_back(nice: int) -> None:
    """Let everybody else go first where processors are short; games can wait, readers do not."""
    with suppress(OSError):  # who is further back already stays there
        os.nice(nice - os.nice(0))


def session_steps_back(nice: int) -> None:
    """The same for the whole session, if this process began it.

    Linux may share out processors by session first ("autogroup"); then a process's own niceness counts only inside it.
    """
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(f"{nice}\n")
