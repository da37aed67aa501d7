"""What `manage.py check --deploy` asks of a public site, besides Django's own questions."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


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


@register(Tags.files)
def card_folders_are_there(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    return [
        Warning(
            f"CARD_FOLDERS names {folder}, which is not there: no cards are read from it.",
            hint="manage.py import_cards FILE --write makes the first one.",
            id="signum.W002",
        )
        for folder in settings.CARD_FOLDERS
        if not folder.is_dir()
    ]
