"""Workers that share only the database take no chunk from each other."""

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


def namespace_command() -> list[str]:
    """A command prefix for a PID namespace, as in a container.

    Empty where it is not allowed.
    """
    prefix = ["unshare", "--pid", "--fork", "--kill-child"]
    allowed = shutil.which("unshare") and subprocess.run([*prefix, "true"], capture_output=True).returncode == 0
    return prefix if allowed else []


@contextmanager
def another_worker(running: Workers, *, clock_s: int) -> Iterator[None]:
    process = running.spawn(*namespace_command(), clock_s=clock_s)
    try:
        yield
    finally:
        members = family(process.pid)
        process.kill()
        process.wait()
        eventually(lambda: not any(lives(pid) for pid in members), within_s=PATIENCE_S)


def test_equal_names_and_wrong_clocks_lose_no_chunk(tmp_path: Path, server_database: str) -> None:
    """Same host name and process ids, and clocks three minutes apart."""
    servers = {"DATABASE_URL": server_database, "BROKER_URL": settings.CELERY_BROKER_URL}
    with workers(tmp_path, games=FEW, state="cancelled", **servers) as running, ExitStack() as others:
        for clock_s in (90, -90):
            others.enter_context(another_worker(running, clock_s=clock_s))
        # Each worker has a pulse; nothing is played before all have started.
        eventually(lambda: running.query("SELECT count(*) FROM health_pulse") == [(3,)], within_s=PATIENCE_S)
        for _ in running.query("UPDATE simulator_batch SET state = 'playing' RETURNING id") * FEW:
            play_chunk.delay(0)
        running.assert_undisturbed_result()
        assert running.query("SELECT sum(losses) FROM simulator_chunk") == [(0,)]
