"""Template tags and filters for cards of a deck: `{{ code|card_name:system }}`."""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from decks.rules.fixes import change_of
from signum_site.core.i18n import current_language
from simulator.engine.decks.report import Fix
from simulator.engine.game_system import GameSystem

register = template.Library()


@register.filter
def card_name(code: str, system: GameSystem) -> str:
    """Return the card's name in the user's language, or an unknown code unchanged."""
    card = system.catalogue.get(code)
    return card.name(current_language()) if card is not None else code


@register.filter
def card_colour(code: str, system: GameSystem) -> str:
    """Return the value that colours a card; the CSS class has the same name."""
    card = system.catalogue.get(code)
    return str(card.fact(system.colour_facet) or "") if card is not None else ""


@register.simple_tag
def card_summary(code: str, system: GameSystem) -> SafeString:
    """Render name, kind, cost, values and text of a card for a list."""
    return _render("decks/builder/summary.html", code, system, current_language())


@register.simple_tag
def card_cost(code: str, system: GameSystem) -> SafeString:
    """Render the cost of a card in symbols."""
    return _render("decks/builder/cost.html", code, system, current_language())


@lru_cache(maxsize=20_000)
def _render(template: str, code: str, system: GameSystem, language: str) -> SafeString:
    """Render a card.

    Cached: cards do not change while the site runs, and pages show dozens of them.
    """
    card = system.catalogue.get(code)
    if card is None:
        return SafeString()
    context = {"card": card, "face": system.face(card, language), "text": card.text(language), "system": system}
    return render_to_string(template, context)


@register.filter
def add_change(code: str, system: GameSystem) -> str:
    """Return the change that adds a card to its home section, as forms send it."""
    card = system.catalogue.get(code)
    home = system.home_of(card) if card is not None else None
    return change_of(Fix(do="add", card=code, count=1, section=home.code if home is not None else ""))


@register.filter
def earlier(order: Sequence[str], code: str) -> str:
    """Return an order as a query parameter, with one card moved one place forward."""
    codes = list(order)
    index = codes.index(code)
    codes.insert(max(index - 1, 0), codes.pop(index))
    return ",".join(codes)


@register.filter
def kept(hand: Sequence[str], aside: Sequence[str]) -> list[tuple[str, bool]]:
    """Return the cards of the opening hand and whether each was kept.

    Of two copies, one may be kept and one set aside.
    """
    remaining = list(aside)
    result = []
    for card in hand:
        is_kept = card not in remaining
        if not is_kept:
            remaining.remove(card)
        result.append((card, is_kept))
    return result
