"""Processor time and memory of processes, read from /proc."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def processor_seconds(pids: Iterable[int]) -> float:
    """User and system time of all threads."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS_PER_SECOND


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory in megabytes.

    PSS divides shared memory among its processes, so it can be added up.
    """

    rss: float
    pss: float


def memory(pids: Iterable[int]) -> Memory:
    sums = {"Rss:": 0, "Pss:": 0}
    for pid in pids:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                name, *rest = line.split()
                if name in sums:
                    sums[name] += int(rest[0])
    return Memory(rss=sums["Rss:"] / 1024, pss=sums["Pss:"] / 1024)


class MemoryWatch(threading.Thread):
    """Samples groups of processes at an interval until it is stopped."""

    def __init__(self, groups: dict[str, Callable[[], list[int]]], *, every_s: float) -> None:
        super().__init__(daemon=True)
        self.groups, self.every_s = groups, every_s
        self.samples: list[dict[str, Any]] = []
        self.stopped = threading.Event()
        self.started_at = time.monotonic()

    def run(self) -> None:
        while True:
            sample: dict[str, Any] = {"minute": round((time.monotonic() - self.started_at) / 60, 1)}
            for name, pids in self.groups.items():
                used = memory(pids())
                sample |= {f"{name} RSS": round(used.rss), f"{name} PSS": round(used.pss)}
            self.samples.append(sample)
            if self.stopped.wait(self.every_s):
                return

    def stop(self) -> list[dict[str, Any]]:
        self.stopped.set()
        self.join()
        return self.samples
