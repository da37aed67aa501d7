"""The language of the current page."""

import pytest
from django.utils import translation

from signum_site.core.i18n import current_language


@pytest.mark.parametrize(("active", "language"), [("es", "es"), ("it-ch", "it"), ("fr", "en"), ("en-gb", "en")])
def test_unsupported_language_falls_back_to_english(active: str, language: str) -> None:
    with translation.override(active):
        assert current_language() == language


def test_no_language_falls_back_to_english() -> None:
    with translation.override(None):
        assert current_language() == "en"


@pytest.mark.parametrize(("preferred", "language"), [("es", "es"), ("fr", "it"), ("", "it")])
def test_supported_preferred_language_comes_first(preferred: str, language: str) -> None:
    with translation.override("it"):
        assert current_language(preferred) == language
