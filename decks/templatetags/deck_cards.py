"""Cards of a deck in templates: `{{ code|card_name:system }}`."""

from collections.abc import Sequence

from django import template

from collection.selectors import reading_language
from simulator.engine.system import GameSystem

register = template.Library()


@register.filter
def card_name(code: str, system: GameSystem) -> str:
    """The card's name in the reader's language; a code that no card has stays as it is."""
    card = system.catalogue.get(code)
    return card.name(reading_language()) if card is not None else code


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
