"""A whole site as in production: web server and worker in their own processes.

Tests wait for a condition with a deadline, never for a fixed time.
"""

import atexit
import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from signum_site.config.environment import BASE_DIR

DEADLINE_S = 90.0
POLL_EVERY_S = 0.05
PREPARE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("load_catalogue")
call_command("collectstatic", verbosity=0, interactive=False)
"""


def eventually(condition: Callable[[], Any], *, within_s: float = DEADLINE_S) -> Any:
    """Waits for a true result and returns it; fails after the deadline."""
    deadline = time.monotonic() + within_s
    while not (result := condition()):
        assert time.monotonic() < deadline, f"{condition} still returned {result!r} after {within_s} s"
        time.sleep(POLL_EVERY_S)
    return result


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def family(pid: int) -> list[int]:
    """The process and all its descendants, read from /proc."""
    children = (int(child) for child in _read(f"/proc/{pid}/task/{pid}/children").split())
    return [pid, *(member for child in children for member in family(child))]


def _read(path: str) -> str:
    with suppress(OSError):
        return Path(path).read_text()
    return ""


def lives(pid: int) -> bool:
    """Whether the process is alive; zombies do not count."""
    return _read(f"/proc/{pid}/stat").rpartition(")")[2].split()[:1] not in ([], ["Z"], ["X"])


@cache
def _prepared_folder() -> Path:
    """A folder as the first start of a site leaves it: database with catalogue, and static files."""
    folder = Path(tempfile.mkdtemp(prefix="signum-prepared-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "signum_site.settings", "VAR_DIR": str(folder)}
    env |= {"DATABASE_URL": "", "BROKER_URL": "", "CACHE_URL": ""}
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", PREPARE]
    subprocess.run(command, cwd=BASE_DIR, env=env, check=True, capture_output=True, timeout=300)
    return folder


def prepare(folder: Path) -> None:
    """Spares an empty folder the work of a first start."""
    if not any(folder.iterdir()):
        shutil.copytree(_prepared_folder(), folder, dirs_exist_ok=True)


class Site:
    """A running `manage.py run_site`, with its own folder and port."""

    def __init__(
        self, *, var: Path, variables: dict[str, str], command: list[str] | None = None, is_first_start: bool = False
    ) -> None:
        self.command = command or [sys.executable, "manage.py", "run_site"]
        self.port = free_port()
        self.var = var
        self.log = var / "site.log"
        self.env = {
            **{name: value for name, value in os.environ.items() if name != "MAKELEVEL"},
            "DJANGO_SETTINGS_MODULE": "signum_site.settings",
            "VAR_DIR": str(var),
            "PORT": str(self.port),
            "LOG_LEVEL": "INFO",
            "ENGINE_BUILD": "off",
            **variables,
        }
        if not is_first_start and not self.env.get("DATABASE_URL"):
            prepare(var)
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, cwd=BASE_DIR, env=self.env, stdout=log, stderr=log)
        eventually(lambda: self.process.poll() is not None or self.health().get("worker") == "ok")
        assert self.process.poll() is None, self.log.read_text()
        return self.process

    def health(self) -> dict[str, str]:
        status, body = self.get("/healthz")
        return json.loads(body) | {"code": str(status)} if status else {}

    def get(self, path: str, *, headers: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and body; status 0 while the site does not listen."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as fault:
            return fault.code, fault.read().decode()
        except OSError:
            return 0, ""

    def post(self, path: str, *, session: str) -> int:
        """Posts an empty form and returns the status; follows no redirects."""
        token = "c" * 32
        headers = {"Cookie": f"session={session}; csrf={token}", "X-CSRFToken": token}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
            connection.request("POST", path, headers=headers)
            return connection.getresponse().status

    def send(self, path: str, data: Any) -> Any:
        """Sends JSON to the API and returns its response."""
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=json.dumps(data).encode(), headers=headers
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.loads(response.read())

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=BASE_DIR,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def python(self, code: str) -> str:
        """Runs Python code in the site's Django and returns its output."""
        done = self.manage("shell", "--verbosity", "0", "--command", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the site's database; much faster than a command."""
        url = self.env.get("DATABASE_URL")
        connect = psycopg.connect(url) if url else sqlite3.connect(self.var / "signum.sqlite3", timeout=DEADLINE_S)
        with closing(connect) as connection, closing(connection.cursor()) as cursor:
            cursor.execute(sql)
            return list(cursor.fetchall())

    def worker_pid(self) -> int:
        return next(pid for pid in family(self.process.pid) if "celery" in _read(f"/proc/{pid}/cmdline"))

    def web_pids(self) -> list[int]:
        """The web server's main process, then its worker processes."""
        return [pid for pid in family(self.process.pid) if "gunicorn" in _read(f"/proc/{pid}/cmdline")]

    def stop(self, signum: int = signal.SIGTERM) -> int:
        members = family(self.process.pid)
        self.process.send_signal(signum)
        code = self.process.wait(timeout=DEADLINE_S)
        eventually(lambda: not any(lives(pid) for pid in members))
        return code


@contextmanager
def running_site(
    var: Path, *, command: list[str] | None = None, is_first_start: bool = False, **variables: str
) -> Iterator[Site]:
    """A site that stops at the end. Its database is copied unless it is to be a first start."""
    site = Site(var=var, variables=variables, command=command, is_first_start=is_first_start)
    try:
        yield site
    finally:
        if site.process.poll() is None:
            site.stop()
