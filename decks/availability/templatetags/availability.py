"""Template tags for deck badges.

Use `{% reader_badges decks as mine %}`, then `{% deck_badges mine deck %}`.
"""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.context import Context

from decks.availability.selectors import Badges, badges
from decks.models import Deck
from decks.rules import legality

register = template.Library()


@register.simple_tag(takes_context=True)
def reader_badges(context: Context, decks: Deck | Iterable[Any]) -> dict[int, Badges]:
    """Return the user's badges for a deck, several decks or tiles of decks."""
    rows = [decks] if isinstance(decks, Deck) else [getattr(item, "deck", item) for item in decks]
    request = context.get("request")
    return badges(request.user, rows) if request is not None else {}


@register.inclusion_tag("reserve/badges.html")
def deck_badges(by_deck: dict[int, Badges], deck: Deck) -> dict[str, Any]:
    return {"badge": by_deck.get(deck.pk) if by_deck else None}


@register.simple_tag
def legal_verdicts(decks: Iterable[Any]) -> dict[int, bool]:
    """Return the verdicts of all decks of a list at once.

    Use `{% legal_verdicts decks as legal %}` before the list.
    """
    return legality.current_verdicts([item[0] if isinstance(item, tuple) else item for item in decks])


@register.inclusion_tag("reserve/legal.html")
def legal_badge(by_deck: dict[int, bool], deck: Deck) -> dict[str, Any]:
    """Show whether a deck is legal in its own format, if its game is installed."""
    return {"legal": by_deck.get(deck.pk)}


@register.inclusion_tag("reserve/build_button.html", takes_context=True)
def build_button(context: Context, by_deck: dict[int, Badges], deck: Deck) -> dict[str, Any]:
    request = context["request"]
    return {
        "badge": by_deck.get(deck.pk),
        "deck": deck,
        "csrf_token": context.get("csrf_token"),
        "next": request.get_full_path(),
    }
