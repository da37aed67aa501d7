"""Charts as inline SVG, with a table that says the same: `{% column_chart chart %}`, `{% bar_chart chart %}`.

No style attributes (the content security policy allows none): places are attributes, colours classes in charts.css.
"""

from dataclasses import dataclass
from typing import Any

from django import template

from signum_site.core.i18n import current_language
from simulator.engine.decks.statistics import Bar, Chart
from simulator.engine.values import Words

register = template.Library()

COLUMN, GAP, HEIGHT, HEAD, FOOT = 34, 8, 96, 20, 22


@dataclass(frozen=True, slots=True)
class ChartSegment:
    """One series' part of one bar, in the units of the drawing; as text, for SVG knows no decimal comma."""

    series: int
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class Drawn:
    bar: Bar
    parts: tuple[ChartSegment, ...]
    middle: str = ""
    top: str = ""


@register.filter
def said(words: Words | None) -> str:
    """Words in the reader's language."""
    return words[current_language()] if words is not None else ""


@register.filter
def percent(chance: float) -> str:
    """A chance as a whole percentage; what is merely nearly certain never looks certain."""
    if 0 < chance < 0.01:
        return "<1 %"
    if 0.99 < chance < 1:
        return ">99 %"
    return f"{chance * 100:.0f} %"


@register.filter
def tenth(chance: float) -> int:
    """A chance as a shade from 0 to 10."""
    return round(chance * 10)


@register.inclusion_tag("charts/columns.html")
def column_chart(chart: Chart) -> dict[str, Any]:
    """Bars side by side, for labels that are steps of a scale."""
    highest = max(chart.highest, 1)
    drawn = []
    for number, bar in enumerate(chart.bars):
        left, bottom = number * (COLUMN + GAP), float(HEAD + HEIGHT)
        parts = []
        for series, value in enumerate(bar.values):
            height = round(HEIGHT * value / highest, 1)
            bottom = round(bottom - height, 1)
            if value:
                parts.append(ChartSegment(series, f"{left}", f"{bottom:g}", f"{COLUMN}", f"{height:g}"))
        drawn.append(Drawn(bar, tuple(parts), f"{left + COLUMN / 2:g}", f"{bottom - 5:g}"))
    width = len(chart.bars) * (COLUMN + GAP) - GAP
    return {
        "chart": chart, "drawn": drawn, "width": width, "height": HEAD + HEIGHT + FOOT, "base": HEAD + HEIGHT,
        "foot": HEAD + HEIGHT + FOOT - 5,
    }  # fmt: skip


@register.inclusion_tag("charts/bars.html")
def bar_chart(chart: Chart) -> dict[str, Any]:
    """Bars one below another, for labels that are names; the table itself, with a bar in each row."""
    highest = max(chart.highest, 1)
    rows = []
    for bar in chart.bars:
        left, parts = 0.0, []
        for series, value in enumerate(bar.values):
            width = round(100 * value / highest, 1)
            if value:
                parts.append(ChartSegment(series, f"{left:g}", "0", f"{width:g}", "10"))
            left = round(left + width, 1)
        rows.append(Drawn(bar, tuple(parts)))
    return {"chart": chart, "rows": rows}
