"""The language of the current page."""

import pytest
from django.utils import translation

from signum_site.core.i18n import current_language


@pytest.mark.parametrize(("active", "language"), [("es", "es"), ("it-ch", "it"), ("fr", "en"), ("en-gb", "en")])
def test_unknown_languages_fall_back_to_english(active: str, language: str) -> None:
    with translation.override(active):
        assert current_language() == language


def test_english_is_the_default() -> None:
    with translation.override(None):
        assert current_language() == "en"


@pytest.mark.parametrize(("preferred", "language"), [("es", "es"), ("fr", "it"), ("", "it")])
def test_a_preferred_language_comes_first_if_the_site_has_it(preferred: str, language: str) -> None:
    with translation.override("it"):
        assert current_language(preferred) == language
