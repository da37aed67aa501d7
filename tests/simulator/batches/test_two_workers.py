"""Workers that know nothing of each other but the database: no chunk of a living one is taken for lost."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from simulator.tasks import play_chunk
from tests.signum_site.worker.running import eventually, family, lives
from tests.simulator.batches.workers import PATIENCE_S, Workers, workers

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("running")]
FEW = 120


def namespace() -> list[str]:
    """The words that start a command with process numbers of its own, as in a container; none where it is forbidden."""
    words = ["unshare", "--pid", "--fork", "--kill-child"]
    allowed = shutil.which("unshare") and subprocess.run([*words, "true"], capture_output=True).returncode == 0
    return words if allowed else []


@contextmanager
def another(running: Workers, *, clock_s: int) -> Iterator[None]:
    process = running.started(*namespace(), clock_s=clock_s)
    try:
        yield
    finally:
        members = family(process.pid)
        process.kill()
        process.wait()
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)


def test_equal_names_and_wrong_clocks_lose_no_chunk(tmp_path: Path, server_database: str) -> None:
    """One host name, in containers the same process numbers, and clocks three minutes apart."""
    servers = {"DATABASE_URL": server_database, "BROKER_URL": settings.CELERY_BROKER_URL}
    with workers(tmp_path, games=FEW, state="cancelled", **servers) as running, ExitStack() as others:
        for clock_s in (90, -90):
            others.enter_context(another(running, clock_s=clock_s))
        # Each has a pulse of its own; nothing is played before all are there.
        eventually(lambda: running.asks("SELECT count(*) FROM health_pulse") == [(3,)], within_s=PATIENCE_S)
        for _ in running.asks("UPDATE simulator_batch SET state = 'playing' RETURNING id") * FEW:
            play_chunk.delay(0)
        running.came_to_what_a_quiet_run_comes_to()
        assert running.asks("SELECT sum(losses) FROM simulator_chunk") == [(0,)]
