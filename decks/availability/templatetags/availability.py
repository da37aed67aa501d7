"""Badges of decks for whoever reads: `{% reader_badges decks as mine %}`, then `{% deck_badges mine deck %}`."""

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
    """For a deck, several, or tiles of decks."""
    several = [decks] if isinstance(decks, Deck) else [getattr(one, "deck", one) for one in decks]
    request = context.get("request")
    return badges(request.user, several) if request is not None else {}


@register.inclusion_tag("reserve/badges.html")
def deck_badges(found: dict[int, Badges], deck: Deck) -> dict[str, Any]:
    return {"badge": found.get(deck.pk) if found else None}


@register.simple_tag
def legal_verdicts(decks: Iterable[Any]) -> dict[int, bool]:
    """`{% legal_verdicts decks as legal %}` before a list: one question for all of it."""
    return legality.verdicts_now([one[0] if isinstance(one, tuple) else one for one in decks])


@register.inclusion_tag("reserve/legal.html")
def legal_badge(found: dict[int, bool], deck: Deck) -> dict[str, Any]:
    """Its current cards in its own format, if its game is here."""
    return {"legal": found.get(deck.pk)}


@register.inclusion_tag("reserve/build_button.html", takes_context=True)
def build_button(context: Context, found: dict[int, Badges], deck: Deck) -> dict[str, Any]:
    request = context["request"]
    return {
        "badge": found.get(deck.pk),
        "deck": deck,
        "csrf_token": context.get("csrf_token"),
        "next": request.get_full_path(),
    }
