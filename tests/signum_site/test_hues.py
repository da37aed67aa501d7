"""Hues: readable in both themes, and there for the sides and seats of every game."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from simulator import games
from simulator.engine.cards.card import CatalogueError
from simulator.engine.game_system import HUES
from simulator.engine.play.scene import PAINTS
from tests.toy import SYSTEM as TOY

CSS = Path(settings.BASE_DIR) / "signum_site/static/css"
TOKENS = (CSS / "tokens.css").read_text(encoding="utf-8")
REPLAY = (CSS / "replay.css").read_text(encoding="utf-8")
MAX_SEATS = 6
AA_TEXT = 4.5
THEMES = {"light": 0, "dark": 1}


def token(name: str, theme: str) -> str:
    """The colour of a token in a theme."""
    value = re.search(rf"--{name}: ([^;]+);", TOKENS)
    assert value is not None, name
    colours = re.findall(r"#[0-9a-f]{6}", value[1])
    return colours[THEMES[theme] % len(colours)]


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("hue", HUES)
def test_every_hue_is_readable(hue: str, theme: str) -> None:
    for ground in ("ground", "surface", "surface-raised", f"{hue}-tint"):
        assert contrast(token(hue, theme), token(ground, theme)) >= AA_TEXT, ground
    assert contrast(token("on-field", theme), token(f"{hue}-field", theme)) >= AA_TEXT
    assert contrast(token("ink", theme), token(f"{hue}-tint", theme)) >= AA_TEXT
    assert contrast(token("ink-soft", theme), token(f"{hue}-tint", theme)) >= AA_TEXT


@pytest.mark.parametrize("hue", HUES)
def test_every_hue_has_a_class(hue: str) -> None:
    assert re.search(rf"\.hue-{hue}\b[^{{]*\{{[^}}]*--hue: var\(--{hue}\)", TOKENS)


def test_six_seats_have_six_hues() -> None:
    found = {}
    for seat in range(MAX_SEATS):
        for name in ("seat", "piece", "trace"):
            rule = re.search(rf"\.{name}-{seat}\b[^{{]*\{{[^}}]*--hue: var\(--(\w+)\)", TOKENS)
            assert rule is not None, f"{name}-{seat}"
            found.setdefault(seat, set()).add(rule[1])
    assert all(len(hues) == 1 for hues in found.values())
    assert len({hue for hues in found.values() for hue in hues}) == MAX_SEATS


@pytest.mark.parametrize("paint", PAINTS)
def test_every_paint_has_a_class(paint: str) -> None:
    assert f".paint-{paint} " in REPLAY


# --- by data


def test_a_game_names_the_hues_of_its_sides() -> None:
    signum = games.system("signum")
    assert [signum.hue(side) for side in ("vallor", "grypharim", "mercenary")] == ["teal", "crimson", "ochre"]
    assert signum.hue("rare", facet="rarity") == "teal"
    assert signum.hue("legendary", facet="rarity") == ""


def test_sides_without_named_hues_get_different_ones() -> None:
    hues = [TOY.hue(kind) for kind in ("flame", "gust", "charm")]
    assert len(set(hues)) == 3
    assert set(hues) <= set(HUES)
    assert TOY.hue("nonsense") == ""


def test_an_unknown_hue_is_refused() -> None:
    kinds = replace(TOY.facets[0], hues={"flame": "puce"})
    with pytest.raises(CatalogueError, match="puce"):
        replace(TOY, facets=(kinds, *TOY.facets[1:]))


def test_templates_use_the_class_of_the_hue() -> None:
    template = Template("{{ 'gust'|hue:system }}")
    assert template.render(Context({"system": TOY})) == f"hue-{TOY.hue('gust')}"
    assert Template("{{ 'vallor'|hue:'signum' }}").render(Context()) == "hue-teal"
    assert Template("{{ 'vallor'|hue:'chess' }}").render(Context()) == ""


def test_no_style_sheet_names_the_sides_of_one_game_in_classes_of_cards_and_decks() -> None:
    for path in CSS.glob("*.css"):
        names = re.findall(r"\.(?:colour|tone|tint|edge)-\w+", path.read_text(encoding="utf-8"))
        assert names == [], path.name
