"""The language of the current page or response."""

from typing import Final

from django.conf import settings
from django.utils.translation import get_language

DEFAULT_LANGUAGE: Final = "en"


def current_language(preferred: str = "") -> str:
    """The code of `preferred`, else of the active language, else English.

    Only languages of the site count.
    """
    codes = {code for code, _name in settings.LANGUAGES}
    if preferred in codes:
        return preferred
    language = (get_language() or DEFAULT_LANGUAGE)[:2]
    return language if language in codes else DEFAULT_LANGUAGE
