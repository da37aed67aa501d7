"""Linux process settings: end with the parent, and scheduling priority."""

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1


def stop_with_parent(signum: int) -> None:
    """Have the kernel send `signum` when this process's parent dies (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signum)


def lower_priority(nice: int) -> None:
    """Lower this process's priority: games can wait, web requests cannot."""
    with suppress(OSError):  # a priority that is lower already stays
        os.nice(nice - os.nice(0))


def lower_session_priority(nice: int) -> None:
    """Lower the priority of the whole session, if this process leads it.

    With Linux "autogroup", CPU time is shared between sessions first, and niceness counts only within a session.
    """
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(f"{nice}\n")
