"""What processes use, read from /proc: processor time, and memory over time."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def processor_seconds(pids: Iterable[int]) -> float:
    """User and system time together, of all threads."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS_A_SECOND


@dataclass(frozen=True, slots=True)
class Memory:
    """In megabytes. PSS counts what processes share in equal parts, so it can be added up."""

    rss: float
    pss: float


def memory(pids: Iterable[int]) -> Memory:
    found = {"Rss:": 0, "Pss:": 0}
    for pid in pids:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                name, *rest = line.split()
                if name in found:
                    found[name] += int(rest[0])
    return Memory(rss=found["Rss:"] / 1024, pss=found["Pss:"] / 1024)


class MemoryWatch(threading.Thread):
    """Looks at groups of processes every so many seconds until it is stopped."""

    def __init__(self, groups: dict[str, Callable[[], list[int]]], *, every_s: float) -> None:
        super().__init__(daemon=True)
        self.groups, self.every_s = groups, every_s
        self.samples: list[dict[str, Any]] = []
        self.ended = threading.Event()
        self.began = time.monotonic()

    def run(self) -> None:
        while True:
            sample: dict[str, Any] = {"minute": round((time.monotonic() - self.began) / 60, 1)}
            for name, pids in self.groups.items():
                used = memory(pids())
                sample |= {f"{name} RSS": round(used.rss), f"{name} PSS": round(used.pss)}
            self.samples.append(sample)
            if self.ended.wait(self.every_s):
                return

    def stop(self) -> list[dict[str, Any]]:
        self.ended.set()
        self.join()
        return self.samples
