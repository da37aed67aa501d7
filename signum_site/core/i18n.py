"""The language of the current page or answer."""

from typing import Final

from django.conf import settings
from django.utils.translation import get_language

DEFAULT_LANGUAGE: Final = "en"


def current_language(preferred: str = "") -> str:
    """The two-letter code of `preferred` or else of the active language; English if the site does not have it."""
    codes = {code for code, _name in settings.LANGUAGES}
    if preferred in codes:
        return preferred
    language = (get_language() or DEFAULT_LANGUAGE)[:2]
    return language if language in codes else DEFAULT_LANGUAGE
