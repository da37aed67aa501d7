"""What the kernel does for us when a parent process dies."""

import ctypes
import sys

PR_SET_PDEATHSIG = 1


def stop_with_parent(signum: int) -> None:
    """Ask for `signum` to be sent to this process when its parent dies (Linux; elsewhere nothing happens)."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signum)
