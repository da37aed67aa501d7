"""Checks that connections to database, broker, cache and mail are safe.

They must be local or use TLS. TLS counts only if the certificate is verified: otherwise anyone in between can present
another one.
"""

import ipaddress
import ssl
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

FIXES = {
    "DATABASE_URL": "Add ?sslmode=verify-full (and &sslrootcert=…).",
    "BROKER_URL": "Use rediss:// or amqps:// (and ?ssl_ca_certs=…).",
    "CACHE_URL": "Use rediss:// (and ?ssl_ca_certs=…).",
    "SCANNER_URL": "Use its socket on this machine: clamd knows no TLS.",
    "EMAIL_URL": "Use smtp+tls:// or smtp+ssl://.",
}
SAFE_SCHEMES = ("rediss", "amqps", "smtp+tls", "smtp+ssl")


def find_insecure(environment: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Variables that lead to another machine without TLS: the host and a fix."""
    insecure = {}
    for name, fix in FIXES.items():
        parts = urlsplit(environment[name])
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        hosts = [host for host in _hosts(parts.netloc, query) if not is_local(host)]
        if (
            parts.scheme not in ("", "sqlite", "embedded", "consolemail")
            and hosts
            and not _is_safe(parts.scheme, query)
        ):
            insecure[name] = (hosts[0], fix)
    return insecure


def _hosts(netloc: str, query: Mapping[str, str]) -> list[str]:
    """The hosts of a URL. PostgreSQL allows several, also as a parameter."""
    hosts = query.get("host") or unquote(netloc.rpartition("@")[2])
    return [host.rpartition(":")[0] or host if host.count(":") == 1 else host for host in hosts.split(",")]


def is_local(host: str) -> bool:
    """Whether the host is this machine: a socket, localhost or a loopback address."""
    if host.startswith(("/", "@")) or host.rstrip(".").lower() in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host.partition("]")[0].lstrip("[")).is_loopback
    except ValueError:
        return False


def _is_safe(scheme: str, query: Mapping[str, str]) -> bool:
    if scheme.startswith("postgres"):
        return query.get("sslmode") in ("verify-full", "verify-ca")
    return scheme in SAFE_SCHEMES and query.get("ssl_cert_reqs", "required") in ("required", "CERT_REQUIRED")


def broker_tls(address: str) -> dict[str, Any] | None:
    """TLS options for Celery.

    By default it accepts any certificate from Redis, and one for any host name from RabbitMQ.
    """
    parts = urlsplit(address)
    authority = parse_qs(parts.query).get("ssl_ca_certs", [""])[-1]
    if parts.scheme == "rediss":
        options: dict[str, Any] = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True}
        return options | ({"ssl_ca_certs": authority} if authority else {})
    if parts.scheme == "amqps":
        options = {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": parts.hostname}
        return options | ({"ca_certs": authority} if authority else {})
    return None
