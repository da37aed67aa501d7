"""Runs web server and worker as one program, and leaves no process behind.

Each child has its own session, so that Ctrl-C reaches only this process. It then stops the children: first TERM, later
QUIT (Celery drops its tasks, which the next start resumes), and finally KILL. If this process is killed, the kernel
signals the children.

A third child compiles the engine (engine_build.py). Once it is done, the worker finishes its tasks and is replaced by
one that loads the compiled engine.
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

from .engine_build import EngineBuild
from .processes import stop_with_parent

WEB_SERVER, WORKER = "web server", "worker"
FINISH_TASKS_S = 330.0
"""Longer than the longest task (simulator/tasks.py)."""
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


def run(commands: Mapping[str, list[str]], *, build: EngineBuild | None = None) -> int:
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
    if build is not None:
        build.start()
    while not received and all(_is_running(child) for child in children.values()):
        if build is not None and build.has_new_binaries() and _finish_tasks(children, received):
            children[WORKER] = _start(commands[WORKER])
            build.record_change()
        time.sleep(POLL_INTERVAL_S)
    ended = [name for name, child in children.items() if not _is_running(child)]
    _stop([*children.values(), *([build.child] if build is not None and build.child is not None else [])])
    if received:
        return 0
    print(
        f"The {' and the '.join(ended)} ended by itself; everything is stopped. The log above says why.",
        file=sys.stderr,
    )
    return 1


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, start_new_session=True, preexec_fn=lambda: stop_with_parent(signal.SIGTERM))


def _is_running(child: subprocess.Popen[bytes]) -> bool:
    return child.poll() is None


def _finish_tasks(children: Mapping[str, subprocess.Popen[bytes]], received: list[int]) -> bool:
    """Let the worker finish its tasks and end; False if the site is to stop meanwhile."""
    worker, web_server = children[WORKER], children[WEB_SERVER]
    worker.terminate()
    deadline = time.monotonic() + FINISH_TASKS_S
    while _is_running(worker) and time.monotonic() < deadline:
        if received or not _is_running(web_server):
            return False
        time.sleep(POLL_INTERVAL_S)
    _stop([worker])
    return True


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
