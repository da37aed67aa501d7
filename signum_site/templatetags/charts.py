"""Charts as inline SVG with an equivalent table.

Tags: `{% column_chart chart %}` and `{% bar_chart chart %}`. The content security policy forbids style attributes, so
positions are SVG attributes, and colours are classes in charts.css.
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
    """One series' part of a bar, in SVG units.

    Numbers are strings, since localised templates could write a decimal comma.
    """

    series: int
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class ChartBar:
    bar: Bar
    parts: tuple[ChartSegment, ...]
    middle: str = ""
    top: str = ""


@register.filter
def localized(words: Words | None) -> str:
    """The words in the current language."""
    return words[current_language()] if words is not None else ""


@register.filter
def percent(probability: float) -> str:
    """A probability as a whole percentage; only 0 and 1 are 0 % and 100 %."""
    if 0 < probability < 0.01:
        return "<1 %"
    if 0.99 < probability < 1:
        return ">99 %"
    return f"{probability * 100:.0f} %"


@register.filter
def tenth(probability: float) -> int:
    """A probability as a shade from 0 to 10."""
    return round(probability * 10)


@register.inclusion_tag("charts/columns.html")
def column_chart(chart: Chart) -> dict[str, Any]:
    """Vertical bars, for labels that are steps of a scale."""
    highest = max(chart.highest, 1)
    bars = []
    for number, bar in enumerate(chart.bars):
        left, bottom = number * (COLUMN + GAP), float(HEAD + HEIGHT)
        parts = []
        for series, value in enumerate(bar.values):
            height = round(HEIGHT * value / highest, 1)
            bottom = round(bottom - height, 1)
            if value:
                parts.append(ChartSegment(series, f"{left}", f"{bottom:g}", f"{COLUMN}", f"{height:g}"))
        bars.append(ChartBar(bar, tuple(parts), f"{left + COLUMN / 2:g}", f"{bottom - 5:g}"))
    width = len(chart.bars) * (COLUMN + GAP) - GAP
    return {
        "chart": chart, "bars": bars, "width": width, "height": HEAD + HEIGHT + FOOT, "base": HEAD + HEIGHT,
        "foot": HEAD + HEIGHT + FOOT - 5,
    }  # fmt: skip


@register.inclusion_tag("charts/bars.html")
def bar_chart(chart: Chart) -> dict[str, Any]:
    """Horizontal bars for labels that are names: a table with a bar in each row."""
    highest = max(chart.highest, 1)
    rows = []
    for bar in chart.bars:
        left, parts = 0.0, []
        for series, value in enumerate(bar.values):
            width = round(100 * value / highest, 1)
            if value:
                parts.append(ChartSegment(series, f"{left:g}", "0", f"{width:g}", "10"))
            left = round(left + width, 1)
        rows.append(ChartBar(bar, tuple(parts)))
    return {"chart": chart, "rows": rows}
