"""A public site needs TLS to other machines, or a trusted network."""

import ssl
from pathlib import Path

import pytest

from signum_site.config import environment
from signum_site.config.service_tls import broker_tls, find_insecure, is_local
from tests.signum_site.config.test_environment import manage

LOCAL = {
    "SITE_URL": "https://signum.example",
    "SECRET_KEY": "a1B2c3D4e5F6g7H8i9J0" * 3,
    "DATABASE_URL": "postgres://me:x@127.0.0.1:5432/signum",
    "BROKER_URL": "redis://localhost:6379/0",
    "CACHE_URL": "redis://[::1]:6379/1",
    "EMAIL_URL": "consolemail://",
}
INSECURE = [
    ("DATABASE_URL", "postgres://me:hunter2@db.inner.example:5432/signum"),
    ("DATABASE_URL", "postgres://me:hunter2@10.0.0.5/signum?sslmode=require"),
    ("DATABASE_URL", "postgres:///signum?host=db.inner.example"),
    ("DATABASE_URL", "postgres://me:hunter2@127.0.0.1.evil.example/signum"),
    ("BROKER_URL", "redis://:hunter2@10.0.0.6:6379/0"),
    ("BROKER_URL", "amqp://me:hunter2@queue.inner.example//"),
    ("BROKER_URL", "rediss://:hunter2@10.0.0.6:6379/0?ssl_cert_reqs=none"),
    ("CACHE_URL", "redis://[2001:db8::1]:6379/1"),
    ("CACHE_URL", "rediss://:hunter2@10.0.0.6:6379/1?ssl_cert_reqs=optional"),
    ("SCANNER_URL", "tcp://10.0.0.7:3310"),
    ("EMAIL_URL", "smtp://me:hunter2@mail.example:25"),
]
SECURE = [
    ("DATABASE_URL", "postgres://me:x@db.inner.example/signum?sslmode=verify-full&sslrootcert=/etc/ca.pem"),
    ("DATABASE_URL", "postgres:///signum"),
    ("DATABASE_URL", "postgres:///signum?host=/var/run/postgresql"),
    ("DATABASE_URL", "sqlite:////srv/signum.sqlite3"),
    ("BROKER_URL", "rediss://:x@10.0.0.6:6379/0"),
    ("BROKER_URL", "amqps://me:x@queue.inner.example//"),
    ("BROKER_URL", "embedded://localhost"),
    ("CACHE_URL", "rediss://:x@10.0.0.6:6379/1?ssl_ca_certs=/etc/ca.pem"),
    ("CACHE_URL", ""),
    ("SCANNER_URL", "unix:///run/clamav/clamd.ctl"),
    ("SCANNER_URL", "tcp://127.0.0.1:3310"),
    ("EMAIL_URL", "smtp+tls://me:x@mail.example:587"),
]


@pytest.mark.parametrize(("name", "address"), INSECURE)
def test_other_machine_without_verified_tls_is_reported(name: str, address: str) -> None:
    assert list(find_insecure(environment.read(LOCAL | {name: address}))) == [name]


@pytest.mark.parametrize(("name", "address"), SECURE)
def test_local_or_verified_tls_is_accepted(name: str, address: str) -> None:
    assert find_insecure(environment.read(LOCAL | {name: address})) == {}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LOCALHOST.", "/run/pg", ""])
def test_local_hosts(host: str) -> None:
    assert is_local(host)


@pytest.mark.parametrize("host", ["10.0.0.1", "db", "127.0.0.1.example", "0x7f000001.example", "::2", "localhost.evil"])
def test_other_hosts(host: str) -> None:
    assert not is_local(host)


def check_deploy(tmp_path: Path, **changes: str) -> tuple[int, str]:
    done = manage("check", "--deploy", VAR_DIR=str(tmp_path), LOG_LEVEL="ERROR", **LOCAL | changes)
    return done.returncode, done.stderr + done.stdout


@pytest.mark.processes
def test_deploy_check_fails_without_repeating_the_password(tmp_path: Path) -> None:
    code, output = check_deploy(tmp_path, DATABASE_URL=INSECURE[0][1])
    assert code == 1
    assert "(signum.E001) DATABASE_URL leads to db.inner.example, another machine, without TLS" in output
    assert "sslmode=verify-full" in output
    assert "hunter2" not in output


@pytest.mark.processes
def test_deploy_check_passes_with_a_trusted_network(tmp_path: Path) -> None:
    code, output = check_deploy(tmp_path, DATABASE_URL=INSECURE[0][1], INNER_NETWORK_TRUSTED="1")
    assert code == 0, output


@pytest.mark.processes
def test_parameters_of_an_address_reach_the_database(tmp_path: Path) -> None:
    show = "from django.conf import settings as s; print(s.DATABASES['default']['OPTIONS'])"
    address = "postgres://me@127.0.0.1/signum?sslmode=verify-full"
    done = manage("shell", "--verbosity", "0", "--command", show, DATABASE_URL=address, VAR_DIR=str(tmp_path))
    assert "'sslmode': 'verify-full'" in done.stdout
    assert "'connect_timeout': 3" in done.stdout


def test_brokers_certificate_is_verified_with_its_name() -> None:
    redis = broker_tls("rediss://r.example:6379/0?ssl_ca_certs=/etc/ca.pem")
    assert redis == {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True, "ssl_ca_certs": "/etc/ca.pem"}
    assert broker_tls("amqps://q.example//") == {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": "q.example"}
    assert broker_tls("redis://r.example") is None
