"""Fonts use lining figures; their default old-style 0 looks like an o."""

import re
from pathlib import Path

import pytest
from django.conf import settings

STYLES = sorted((Path(settings.BASE_DIR) / "signum_site/static/css").glob("*.css"))
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
OWN_FONT = re.compile(r"(?<![-\w])font: (?!inherit)[^;]*var\(--font-(?:text|head)\)")


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_every_font_rule_sets_lining_figures(path: Path) -> None:
    """The shorthand `font` resets the setting of <body>, and so does `tabular-nums`."""
    selectors = []
    for selector, body in RULE.findall(path.read_text(encoding="utf-8")):
        numeric = re.findall(r"font-variant-numeric: ([^;]+);", body)
        if (OWN_FONT.search(body) or numeric) and not any("lining-nums" in value for value in numeric):
            selectors.append(selector.strip())
    assert selectors == []
