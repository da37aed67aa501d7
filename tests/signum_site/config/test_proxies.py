"""nginx and Caddy as in docs/deploy forward only complete requests.

gunicorn has only a few threads, and a client that sends its body slowly would occupy one (docs/security.md).
"""

import http.client
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.signum_site.config.test_deploy_checkers import DEPLOY, caddy_text, nginx_files, program
from tests.signum_site.worker.running import eventually, free_port

pytestmark = pytest.mark.deploy

BODY = b"x" * 1000


class Upstream(BaseHTTPRequestHandler):
    """A fake gunicorn that records the headers of a request as soon as they arrive."""

    seen: dict[str, Any]

    def do_POST(self) -> None:
        self.seen[self.path] = self.headers
        self.rfile.read(len(BODY))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments: Any) -> None:
        """Silent."""


@contextmanager
def process(*command: str, folder: Path, port: int) -> Iterator[None]:
    environment = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            eventually(lambda: _listens(port) or running.poll() is not None)
            assert running.poll() is None
            yield
        finally:
            running.kill()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def nginx(folder: Path, upstream: int) -> Iterator[int]:
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    nginx_files(folder, text, ports=(free_port(), port), main="daemon off; master_process off;")
    with process(program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf"), folder=folder, port=port):
        yield port


@contextmanager
def caddy(folder: Path, upstream: int) -> Iterator[int]:
    port = free_port()
    block = caddy_text().split("\n# A tool that sends")[0].replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = "{\n\tadmin off\n}\n" + block.replace("signum.example {", f"http://127.0.0.1:{port} {{")
    (folder / "Caddyfile").write_text(text)
    command = (program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile"))
    with process(*command, folder=folder, port=port):
        yield port


def request(port: int, path: str, *, tls: bool) -> http.client.HTTPConnection:
    """A connection that has sent a request except for the last byte of its body."""
    context = ssl._create_unverified_context() if tls else None
    made = http.client.HTTPSConnection if tls else http.client.HTTPConnection
    options = {"context": context} if tls else {}
    connection = made("127.0.0.1", port, timeout=20, **options)
    connection.putrequest("POST", path, skip_host=True)
    connection.putheader("Host", "signum.example" if tls else f"127.0.0.1:{port}")
    connection.putheader("X-Forwarded-For", "10.1.2.3")
    connection.putheader("X-Request-ID", "chosen-by-a-visitor")
    connection.putheader("Content-Length", str(len(BODY)))
    connection.endheaders()
    connection.send(BODY[:-1])
    return connection


@pytest.mark.parametrize(("proxy", "tls"), [(nginx, True), (caddy, False)], ids=["nginx", "caddy"])
def test_only_complete_requests_are_forwarded(proxy: Any, tls: bool, tmp_path: Path) -> None:
    Upstream.seen = {}
    with ThreadingHTTPServer(("127.0.0.1", 0), Upstream) as upstream:
        Thread(target=upstream.serve_forever, daemon=True).start()
        with proxy(tmp_path, upstream.server_port) as port:
            slow, quick = request(port, "/slow", tls=tls), request(port, "/quick", tls=tls)
            quick.send(BODY[-1:])
            assert quick.getresponse().status == 204
            assert list(Upstream.seen) == ["/quick"]
            assert "10.1.2.3" not in Upstream.seen["/quick"].get_all("X-Forwarded-For")
            assert Upstream.seen["/quick"].get_all("X-Request-ID") != ["chosen-by-a-visitor"]
            slow.send(BODY[-1:])
            assert slow.getresponse().status == 204
            slow.close()
            quick.close()
        upstream.shutdown()
