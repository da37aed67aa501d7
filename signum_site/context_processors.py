"""Template context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def shell(request: HttpRequest) -> dict[str, Any]:
    return {
        "site_url": settings.SITE_URL,
        "theme": chosen_theme(request),
        "themes": tuple(settings.THEMES),
        "languages": tuple(settings.LANGUAGES),
        "cookie_prefix": settings.COOKIE_PREFIX,
        "sends_mail": settings.SENDS_MAIL,
        "request_id": getattr(request, "request_id", ""),
    }


def chosen_theme(request: HttpRequest) -> str:
    """The theme of the account, else of the visitor's cookie, else of the device."""
    user = getattr(request, "user", None)
    theme = user.theme if user and user.is_authenticated else request.COOKIES.get(settings.THEME_COOKIE_NAME, "auto")
    return theme if theme in dict(settings.THEMES) else "auto"
