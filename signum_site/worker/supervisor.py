"""Runs web server and worker as one program, and leaves no process behind.

Each child has its own session, so that Ctrl-C reaches only this process. It then stops the children: first TERM, later
QUIT (Celery drops its tasks, which the next start resumes), and finally KILL. If this process is killed, the kernel
signals the children.
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

from .processes import stop_with_parent

STOP_SIGNALS = ((signal.SIGTERM, 10.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))
POLL_INTERVAL_S = 0.1


def web_command(env: Mapping[str, Any]) -> list[str]:
    return [
        sys.executable, "-m", "gunicorn", "signum_site.wsgi",
        "--config", "python:signum_site.config.gunicorn_settings", "--bind", f"{env['HOST']}:{env['PORT']}",
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
    """A sentence why the port cannot be used, or None."""
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
    """Run the commands until one ends or a signal stops them.

    Return 0 after a signal, else 1.
    """
    # If make is killed, this process stops, and so do its children. Started by a shell, it survives the end of the
    # shell, as with `nohup`.
    if "MAKELEVEL" in os.environ:
        stop_with_parent(signal.SIGTERM)
    received: list[int] = []

    def handle(signum: int, frame: FrameType | None) -> None:
        received.append(signum)

    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, handle)
    children = {name: _start(command) for name, command in commands.items()}
    while not received and all(child.poll() is None for child in children.values()):
        time.sleep(POLL_INTERVAL_S)
    ended = [name for name, child in children.items() if child.poll() is not None]
    _stop(list(children.values()))
    if received:
        return 0
    print(
        f"The {' and the '.join(ended)} ended by itself; everything is stopped. The log above says why.",
        file=sys.stderr,
    )
    return 1


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, start_new_session=True, preexec_fn=lambda: stop_with_parent(signal.SIGTERM))


def _stop(children: list[subprocess.Popen[bytes]]) -> None:
    for signum, timeout_s in STOP_SIGNALS:
        running = [child for child in children if child.poll() is None]
        for child in running:
            child.send_signal(signum)
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline and any(child.poll() is None for child in running):
            time.sleep(POLL_INTERVAL_S)
    for child in children:
        # Also end what a child has left in its session, such as pool processes of a killed worker.
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
