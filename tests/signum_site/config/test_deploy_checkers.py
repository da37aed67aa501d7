"""The deployment files, checked by systemd, nginx and Caddy.

Skipped where these are not installed. Only what a test machine cannot have is replaced: the site's folder, its
certificate, ports below 1024.
"""

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from signum_site.config.environment import BASE_DIR

pytestmark = pytest.mark.deploy

DEPLOY = BASE_DIR / "docs/deploy"
UNITS = sorted(path.name for path in DEPLOY.glob("signum-*"))
HTTP2_IN_LISTEN = 'the "listen ... http2" directive is deprecated'
"""nginx warns about this since 1.25.1; before, there was no alternative."""


def program(name: str) -> str:
    path = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def complaints(*command: str, folder: Path) -> list[str]:
    """The lines on stderr, and a line for an exit code other than 0."""
    environment = {"HOME": str(folder), "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    return [*done.stderr.splitlines(), *([f"exit code {done.returncode}"] if done.returncode else [])]


def unit_complaints(folder: Path, text: str, name: str) -> list[str]:
    text = text.replace("/srv/signum/.venv", sys.prefix).replace("/srv/signum", str(BASE_DIR))
    (folder / name).write_text(text)
    for service in DEPLOY.glob("signum-*.service"):  # a timer is checked with its service
        if not (folder / service.name).exists():
            (folder / service.name).write_text(service.read_text().replace("/srv/signum/.venv", sys.prefix))
    lines = complaints(program("systemd-analyze"), "verify", "--man=no", str(folder / name), folder=folder)
    return [line for line in lines if "signum-" in line]  # not about other units of this machine


def nginx_files(folder: Path, text: str, *, ports: tuple[int, int] = (8080, 8443), main: str = "") -> None:
    """Writes the site's file and a main file that includes it.

    nginx writes only to the folder.
    """
    certificate(folder)
    for ours, here in (
        ("/etc/letsencrypt/live/signum.example", str(folder)),
        ("listen 80;", f"listen 127.0.0.1:{ports[0]};"),
        ("listen 443 ", f"listen 127.0.0.1:{ports[1]} "),
    ):
        assert ours in text
        text = text.replace(ours, here)
    (folder / "site.conf").write_text(text)
    temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    paths = "".join(f"{name}_temp_path {folder}/{name};" for name in temporary)
    main += f"pid {folder}/pid; error_log stderr; events {{}} http {{ {paths} include {folder}/site.conf; }}"
    (folder / "nginx.conf").write_text(main)


def nginx_complaints(folder: Path, text: str) -> list[str]:
    nginx_files(folder, text)
    lines = complaints(program("nginx"), "-t", "-p", str(folder), "-c", str(folder / "nginx.conf"), folder=folder)
    harmless = (HTTP2_IN_LISTEN, "syntax is ok", "test is successful", "could not open error log file")
    return [line for line in lines if not any(words in line for words in harmless)]


def certificate(folder: Path) -> None:
    """Writes a self-signed certificate for nginx."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "signum.example")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    signed = builder.not_valid_before(now).not_valid_after(now + timedelta(days=1)).sign(key, hashes.SHA256())
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    kind = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(key.private_bytes(*kind))


def caddy_text() -> str:
    """The Caddyfile, adapted as its comment says for a Caddy newer than Debian's."""
    text = (DEPLOY / "Caddyfile").read_text()
    output = subprocess.run([program("caddy"), "version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", output)[:3]))
    assert "buffer_requests\n" in text
    if version >= (2, 6, 4):
        text = re.sub(r"buffer_requests\n\s+max_buffer_size \d+", "request_buffers 20MiB", text)
    return text


def caddy_complaints(folder: Path, text: str) -> list[str]:
    path = folder / "Caddyfile"
    path.write_text(text)
    caddy = program("caddy")
    lines = complaints(caddy, "validate", "--adapter", "caddyfile", "--config", str(path), folder=folder)
    harmless = ('"level":"info"', "no automatic HTTPS will be applied")
    lines = [line for line in lines if not any(words in line for words in harmless)]
    return lines + complaints(caddy, "fmt", "--diff", str(path), folder=folder)


@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_the_units(name: str, tmp_path: Path) -> None:
    assert unit_complaints(tmp_path, (DEPLOY / name).read_text(), name) == []


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    assert nginx_complaints(tmp_path, (DEPLOY / "nginx.conf").read_text()) == []


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    assert caddy_complaints(tmp_path, caddy_text()) == []


def test_checkers_find_errors(tmp_path: Path) -> None:
    """Proves that the checkers complain at all."""
    name = "signum-web.service"
    spoiled = (DEPLOY / name).read_text().replace("ProtectHome=", "ProtectHomes=")
    assert "ProtectHomes" in "".join(unit_complaints(tmp_path, spoiled, name))
    spoiled = (DEPLOY / "nginx.conf").read_text().replace("proxy_read_timeout", "proxy_reading_timeout")
    assert "proxy_reading_timeout" in "".join(nginx_complaints(tmp_path, spoiled))
    spoiled = caddy_text().replace("max_size", "most_size")
    assert "most_size" in "".join(caddy_complaints(tmp_path, spoiled))
