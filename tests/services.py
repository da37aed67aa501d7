"""Checks whether the servers for tests marked `services` are reachable."""

import socket
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings


def is_embedded() -> bool:
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3")


@cache
def missing_service() -> str | None:
    """A sentence about what is missing, or None."""
    if is_embedded():
        return "DATABASE_URL names no PostgreSQL: run this part with make test-services."
    if not settings.CELERY_BROKER_URL.startswith("redis"):
        return "BROKER_URL names no Redis: run this part with make test-services."
    return _unreachable("DATABASE_URL", settings.ENV["DATABASE_URL"], 5432) or _unreachable(
        "BROKER_URL", settings.CELERY_BROKER_URL, 6379
    )


def _unreachable(variable: str, url: str, port: int) -> str | None:
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname, parts.port or port), timeout=2):
            return None
    except OSError as error:
        return f"{variable}: nothing answers at {parts.hostname}:{parts.port or port} ({error})."
