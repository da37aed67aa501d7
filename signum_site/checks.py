"""Checks for `manage.py check`, most of them for `--deploy` only."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from .config import service_tls


@register(Tags.security, deploy=True)
def rate_limits_are_shared(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    if settings.ENV["CACHE_URL"]:
        return []
    return [
        Warning(
            "CACHE_URL is empty: every web process counts rate limits for itself.",
            hint="Name a Redis that all web processes share.",
            id="signum.W001",
        )
    ]


@register(Tags.security, deploy=True)
def connections_are_encrypted(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    if not settings.HTTPS or settings.ENV["INNER_NETWORK_TRUSTED"]:
        return []
    return [
        Error(
            f"{name} leads to {host}, another machine, without TLS that checks its certificate.",
            hint=f"{fix} Or say INNER_NETWORK_TRUSTED=1 if nobody else is on that network.",
            id="signum.E001",
        )
        for name, (host, fix) in service_tls.find_insecure(settings.ENV).items()
    ]


@register(Tags.files)
def card_folders_exist(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    return [
        Warning(
            f"CARD_FOLDERS names {folder}, which is not there: no cards are read from it.",
            hint="manage.py import_cards FILE --write makes the first one.",
            id="signum.W002",
        )
        for folder in settings.CARD_FOLDERS
        if not folder.is_dir()
    ]
