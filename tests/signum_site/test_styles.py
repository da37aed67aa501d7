"""Style sheets ask for lining figures.

In the fonts' default old-style figures, 0 looks like o.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings

STYLES = sorted((Path(settings.BASE_DIR) / "signum_site/static/css").glob("*.css"))
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
OWN_FONT = re.compile(r"(?<![-\w])font: (?!inherit)[^;]*var\(--font-(?:text|head)\)")


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_every_font_rule_asks_for_lining_figures(path: Path) -> None:
    """The shorthand `font` resets the setting of <body>.

    So does `tabular-nums` alone.
    """
    found = []
    for selector, body in RULE.findall(path.read_text(encoding="utf-8")):
        numeric = re.findall(r"font-variant-numeric: ([^;]+);", body)
        if (OWN_FONT.search(body) or numeric) and not any("lining-nums" in value for value in numeric):
            found.append(selector.strip())
    assert found == []
