"""The way from the site to its database, broker, cache and mail: is it inside this machine, or safe with TLS?

TLS counts only if the other side's certificate is checked: without that, whoever sits in between has one too.
"""

import ipaddress
import ssl
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

HOW = {
    "DATABASE_URL": "Add ?sslmode=verify-full (and &sslrootcert=…).",
    "BROKER_URL": "Use rediss:// or amqps:// (and ?ssl_ca_certs=…).",
    "CACHE_URL": "Use rediss:// (and ?ssl_ca_certs=…).",
    "SCANNER_URL": "Use its socket on this machine: clamd knows no TLS.",
    "EMAIL_URL": "Use smtp+tls:// or smtp+ssl://.",
}
SAFE_SCHEMES = ("rediss", "amqps", "smtp+tls", "smtp+ssl")


def in_the_clear(environment: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Which addresses lead to another machine without TLS: the machine, and how to mend it."""
    found = {}
    for name, how in HOW.items():
        parts = urlsplit(environment[name])
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        hosts = [host for host in _hosts(parts.netloc, query) if not is_here(host)]
        if (
            parts.scheme not in ("", "sqlite", "embedded", "consolemail")
            and hosts
            and not _is_safe(parts.scheme, query)
        ):
            found[name] = (hosts[0], how)
    return found


def _hosts(netloc: str, query: Mapping[str, str]) -> list[str]:
    """PostgreSQL's addresses may name several, or one as a parameter."""
    named = query.get("host") or unquote(netloc.rpartition("@")[2])
    return [each.rpartition(":")[0] or each if each.count(":") == 1 else each for each in named.split(",")]


def is_here(host: str) -> bool:
    """A socket, this machine's own name for itself, or a loopback address."""
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
    """For Celery, which by itself takes any certificate of a Redis, and of RabbitMQ one for any name."""
    parts = urlsplit(address)
    authority = parse_qs(parts.query).get("ssl_ca_certs", [""])[-1]
    if parts.scheme == "rediss":
        asked: dict[str, Any] = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True}
        return asked | ({"ssl_ca_certs": authority} if authority else {})
    if parts.scheme == "amqps":
        asked = {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": parts.hostname}
        return asked | ({"ca_certs": authority} if authority else {})
    return None
