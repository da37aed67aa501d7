"""Date formats of the site's languages."""

from datetime import UTC, datetime

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

MOMENT = datetime(2026, 4, 3, 17, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "form", "expected"),
    [
        ("en", "DATE_FORMAT", "3 April 2026"),
        ("en", "DATETIME_FORMAT", "3 April 2026, 17:05"),
        ("en", "SHORT_DATE_FORMAT", "3 Apr 2026"),
        ("es", "DATE_FORMAT", "3 de abril de 2026"),
        ("es", "SHORT_DATE_FORMAT", "03/04/2026"),
        ("it", "DATE_FORMAT", "3 aprile 2026"),
        ("it", "DATETIME_FORMAT", "3 aprile 2026, 17:05"),
    ],
)
def test_date_formats(language: str, form: str, expected: str) -> None:
    with override(language):
        assert date_format(MOMENT, form) == expected
