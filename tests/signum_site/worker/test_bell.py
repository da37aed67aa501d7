"""The bell wakes the sweeper of the embedded worker from another process."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from signum_site.worker import sweeper
from signum_site.worker.bell import Bell, bell_path, ring
from signum_site.worker.sweeper import Sweeper


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def bell() -> Iterator[Bell]:
    one = Bell()
    yield one
    one.close()


def test_bell_rings_once_for_any_number_of_rings(bell: Bell) -> None:
    assert not bell.wait(0)
    for _ in range(100):
        ring()
    assert bell.wait(0)
    assert not bell.wait(0)


def test_ringing_without_a_listener_does_nothing(bell: Bell, var: Path) -> None:
    bell_path().unlink()
    ring()
    assert list(var.iterdir()) == []
    os.mkfifo(bell_path())
    ring()


def test_ringing_a_full_pipe_does_not_block(bell: Bell) -> None:
    os.write(bell.pipe, b"!" * 65_536)
    ring()
    assert bell.wait(0)


def test_sweeper_sweeps_at_once_when_the_bell_rings(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMBEDDED_QUEUE = True
    monkeypatch.setattr(sweeper, "TICK_S", 60.0)
    sweeps: list[float] = []
    swept = threading.Event()

    class Listener(Sweeper):
        def tick(self, *, now: float) -> None:
            sweeps.append(self.next_sweep)
            self.next_sweep = now + 60
            swept.set()

    monkeypatch.setattr(sweeper.services, "pulse_end", lambda worker: None)
    monkeypatch.setattr(Sweeper, "take_back", lambda self: None)
    monkeypatch.setattr(sweeper.connections, "close_all", lambda: None)
    listener = Listener(app=None, worker="celery@here", processes=1)  # type: ignore[arg-type]
    started = time.monotonic()
    listener.start()
    assert swept.wait(30)
    swept.clear()
    ring()
    assert swept.wait(30)
    listener.stop()
    assert not listener.is_alive()
    assert sweeps[:2] == [0.0, 0.0], "it is due at once"
    assert time.monotonic() - started < 30


def test_folder_without_pipes_costs_only_the_wait(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path / "missing"
    assert sweeper._hang_bell() is None
    ring()
