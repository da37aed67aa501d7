"""Private Redis and PostgreSQL servers that a test may kill."""

import getpass
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.signum_site.worker.running import eventually, free_port


def find_program(program: str) -> str:
    """The path of the program; skips the test if it is not installed."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = shutil.which(program, path=os.pathsep.join([*map(str, versions), os.environ.get("PATH", "")]))
    if path is None:
        pytest.skip(f"{program} is not installed")
    return path


class Redis:
    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        command = [find_program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
                   "--dir", str(self.folder), "--daemonize", "no"]  # fmt: skip
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: self.is_ready() or self.process.poll() is not None)
        assert self.process.poll() is None

    def is_ready(self) -> bool:
        import redis

        try:
            return bool(redis.Redis(port=self.port, socket_timeout=1).ping())
        except redis.RedisError:
            return False

    def kill(self) -> None:
        """Kills the server; all its data is lost."""
        self.process.kill()
        self.process.wait()


class Postgres:
    """A PostgreSQL cluster in a folder; root runs it as the user postgres."""

    def __init__(self, folder: Path, *, settings: tuple[str, ...] = ("fsync=off",)) -> None:
        self.port, self.data, self.settings = free_port(), folder / "data", settings
        folder.mkdir(mode=0o755)
        self.root = os.geteuid() == 0
        self.user = "postgres" if self.root else getpass.getuser()
        self.runs_as = self.user if self.root else None
        if self.root:
            shutil.chown(folder, self.user)
            for parent in folder.parents:
                if parent.stat().st_uid == 0 and str(parent).startswith("/tmp/"):
                    parent.chmod(parent.stat().st_mode | 0o011)
        self.run(
            find_program("initdb"), "--pgdata", str(self.data), "--auth", "trust", "--username", self.user, "--no-sync"
        )
        self.url = f"postgres://{self.user}@127.0.0.1:{self.port}/postgres"
        self.start()

    def run(self, *command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=120, user=self.runs_as)

    def start(self) -> None:
        self.process = self.spawn()
        eventually(self.is_ready)

    def spawn(self) -> "subprocess.Popen[bytes]":
        command = [find_program("postgres"), "-D", str(self.data), "-p", str(self.port),
                   "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]  # fmt: skip
        for setting in self.settings:
            command += ["-c", setting]
        return subprocess.Popen(
            command,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self.runs_as,
        )

    def is_ready(self) -> bool:
        if self.process.poll() is not None:  # processes of the one before may hold its port or memory for a moment
            self.process = self.spawn()
        try:
            psycopg.connect(self.url, connect_timeout=1).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        """Stops the server at once and drops all connections."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(timeout=30)


@contextmanager
def own_redis(folder: Path) -> Iterator[Redis]:
    server = Redis(folder)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def own_postgres(folder: Path, **options: Any) -> Iterator[Postgres]:
    server = Postgres(folder, **options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
