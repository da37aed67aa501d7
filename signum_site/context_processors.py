"""What every page's template may use."""

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
    """The account's theme, else the visitor's cookie, else what the device says."""
    user = getattr(request, "user", None)
    theme = user.theme if user and user.is_authenticated else request.COOKIES.get(settings.THEME_COOKIE_NAME, "auto")
    return theme if theme in dict(settings.THEMES) else "auto"
