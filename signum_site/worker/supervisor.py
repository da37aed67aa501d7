"""Web server and worker as one program: both start, both stop, nothing is left behind.

Each child has its own session, so that Ctrl-C reaches only this process and the children are
stopped in order: TERM, after a while QUIT (Celery's "drop the tasks", which are taken up again
at the next start), in the end KILL. If this process is killed, the kernel tells the children.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from types import FrameType
from typing import Any

from signum_site.config.environment import BASE_DIR

from .processes import stop_with_parent

STOPS = ((signal.SIGTERM, 10.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))
LOOK_EVERY_S = 0.1


def web_command(env: Mapping[str, Any]) -> list[str]:
    return [
        sys.executable, "-m", "gunicorn", "signum_site.wsgi",
        "--config", str(BASE_DIR / "gunicorn.conf.py"), "--bind", f"{env['HOST']}:{env['PORT']}",
        "--workers", str(env["WEB_PROCESSES"]), "--threads", "8",
        "--graceful-timeout", "5", "--log-level", "warning",
    ]  # fmt: skip


def worker_command(env: Mapping[str, Any]) -> list[str]:
    return [
        sys.executable, "-m", "celery", "--app", "signum_site", "--quiet", "worker",
        "--concurrency", str(env["WORKER_PROCESSES"]), "--loglevel", env["LOG_LEVEL"],
        "--queues", "interactive,bulk",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip


def port_problem(host: str, port: int) -> str | None:
    """A sentence that says why the port cannot be used, or None."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError:
        return f"Port {port} needs more rights than this user has: choose one from 1024 up, as in make run PORT=8001."
    except OSError as fault:
        return (
            f"{host}:{port} cannot be used ({fault.strerror}). Choose another port, as in make run PORT={_next(port)}."
        )
    return None


def _next(port: int) -> int:
    return port + 1 if port < 65535 else 8000


def run(commands: Mapping[str, list[str]]) -> int:
    """Run the named commands until one ends or this process is asked to stop; 0 if it was asked."""
    # Make itself may be killed: then this process is told to stop, and with it the children. Started by a shell it
    # lives on when the shell ends, as `nohup` promises.
    if "MAKELEVEL" in os.environ:
        stop_with_parent(signal.SIGTERM)
    asked: list[int] = []

    def ask(signum: int, frame: FrameType | None) -> None:
        asked.append(signum)

    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, ask)
    children = {name: _start(command) for name, command in commands.items()}
    while not asked and all(child.poll() is None for child in children.values()):
        time.sleep(LOOK_EVERY_S)
    ended = [name for name, child in children.items() if child.poll() is not None]
    _stop(list(children.values()))
    if asked:
        return 0
    print(
        f"The {' and the '.join(ended)} ended by itself; everything is stopped. The log above says why.",
        file=sys.stderr,
    )
    return 1


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, start_new_session=True, preexec_fn=lambda: stop_with_parent(signal.SIGTERM))


def _stop(children: list[subprocess.Popen[bytes]]) -> None:
    for signum, patience_s in STOPS:
        living = [child for child in children if child.poll() is None]
        for child in living:
            child.send_signal(signum)
        give_up = time.monotonic() + patience_s
        while time.monotonic() < give_up and any(child.poll() is None for child in living):
            time.sleep(LOOK_EVERY_S)
    for child in children:
        # Whatever a child left in its own session (pool processes of a killed worker) goes with it.
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
