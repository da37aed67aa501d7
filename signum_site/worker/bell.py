"""Wakes the sweeper of the embedded worker at once, from another process.

Without a broker, a web process can send no message: the sweeper finds rows that are due. So that it need not wait for
its next tick, the web process writes a byte to a named pipe in the folder `var/`. Nothing depends on it: a byte that
is lost costs half a second.
"""

import os
import select
from contextlib import suppress
from pathlib import Path

from django.conf import settings

FILE_NAME = "worker.bell"
ALL_BYTES = 65_536
"""What a pipe holds: one read empties it."""


def bell_path() -> Path:
    return Path(settings.VAR_DIR) / FILE_NAME


def ring() -> None:
    """Wake the sweeper, if one listens."""
    with suppress(OSError):
        pipe = os.open(bell_path(), os.O_WRONLY | os.O_NONBLOCK)
        try:
            os.write(pipe, b"!")
        finally:
            os.close(pipe)


class Bell:
    """The end of the pipe at which the sweeper listens."""

    def __init__(self) -> None:
        path = bell_path()
        with suppress(FileExistsError):
            os.mkfifo(path, 0o600)
        # Also open for writing: otherwise the pipe would end whenever the last writer closes it.
        self.pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def wait(self, seconds: float) -> bool:
        """Wait until the bell rings, or the time is over; return whether it rang."""
        if not select.select([self.pipe], [], [], seconds)[0]:
            return False
        with suppress(BlockingIOError):  # another worker was faster
            os.read(self.pipe, ALL_BYTES)
        return True

    def close(self) -> None:
        os.close(self.pipe)
