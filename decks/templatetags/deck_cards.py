"""Cards of a deck in templates: `{{ code|card_name:system }}`."""

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from decks.rules.fixes import change_of
from signum_site.core.i18n import current_language
from simulator.engine.decks.report import Fix
from simulator.engine.system import GameSystem

register = template.Library()


@register.filter
def card_name(code: str, system: GameSystem) -> str:
    """The card's name in the reader's language; a code that no card has stays as it is."""
    card = system.catalogue.get(code)
    return card.name(current_language()) if card is not None else code


@register.filter
def card_colour(code: str, system: GameSystem) -> str:
    """The value that gives a card its colours; a class of the same name sets them."""
    card = system.catalogue.get(code)
    return str(card.fact(system.colour_facet) or "") if card is not None else ""


@register.simple_tag
def card_summary(code: str, system: GameSystem) -> SafeString:
    """Name, kind, cost, values and text of a card, as a list of cards shows it."""
    return _rendered("decks/builder/summary.html", code, system, current_language())


@register.simple_tag
def card_cost(code: str, system: GameSystem) -> SafeString:
    """What a card costs, in symbols."""
    return _rendered("decks/builder/cost.html", code, system, current_language())


@lru_cache(maxsize=20_000)
def _rendered(template: str, code: str, system: GameSystem, language: str) -> SafeString:
    """Cards do not change while the site runs, and a page shows dozens of them."""
    card = system.catalogue.get(code)
    if card is None:
        return SafeString()
    context = {"card": card, "face": system.face(card, language), "text": card.text(language), "system": system}
    return render_to_string(template, context)


@register.filter
def add_change(code: str, system: GameSystem) -> str:
    """The change that puts a card where it belongs, as a form sends it."""
    card = system.catalogue.get(code)
    home = system.home_of(card) if card is not None else None
    return change_of(Fix(do="add", card=code, count=1, section=home.code if home is not None else ""))


@register.filter
def earlier(order: Sequence[str], code: str) -> str:
    """An order, as an address writes it, with one card a place earlier."""
    codes = list(order)
    place = codes.index(code)
    codes.insert(max(place - 1, 0), codes.pop(place))
    return ",".join(codes)


@register.filter
def kept(hand: Sequence[str], aside: Sequence[str]) -> list[tuple[str, bool]]:
    """Each card of the first hand, and whether it was kept; of two copies one may go and one stay."""
    gone = list(aside)
    found = []
    for card in hand:
        stays = card not in gone
        if not stays:
            gone.remove(card)
        found.append((card, stays))
    return found
