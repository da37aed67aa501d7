"""The door to the commands."""

import os
import subprocess
import sys

from signum_site.environment import BASE_DIR


def test_a_reader_that_has_had_enough_causes_no_trace() -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as `… | head` does, only sooner
    command = [sys.executable, "manage.py", "catalogue_counts"]
    done = subprocess.run(command, cwd=BASE_DIR, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.returncode == 1
    assert done.stderr == ""
