"""Template tags for collections: a count with − and +, a progress ring, names."""

import secrets
from collections.abc import Iterable
from typing import Any

from django import template
from django.template.context import Context

from collection.models import Card
from collection.stock.completion import Share
from collection.stock.counts import field_name, piece_kinds
from collection.stock.models import Collection
from collection.stock.owned_filter import OnlyMine, only_mine
from collection.stock.selectors import main_counts_of
from simulator import games

register = template.Library()

SYMBOLS = {"cards": "cards", "unpainted": "miniature", "painted": "brush", "wanted": "wish", "trade": "trade"}


@register.simple_tag
def fresh_key() -> str:
    """A form key: a form that is sent twice takes effect once."""
    return secrets.token_urlsafe(12)


@register.inclusion_tag("stock/stepper.html", takes_context=True)
def stepper(
    context: Context, printing: Any, what: str, count: int, name: str, collection: int | None = None
) -> dict[str, Any]:
    """A count with its two buttons.

    Without a collection, the buttons change the user's main one. `printing` may be a card, which stands for its first
    printing: both have `system` and `code`.
    """
    return {
        "csrf_token": context.get("csrf_token"),
        "printing": printing,
        "what": what,
        "label": field_label(what, printing),
        "symbol_name": symbol_of(what, printing),
        "count": count,
        "name": name,
        "collection_id": collection,
        "key": fresh_key(),
        "next": context["request"].get_full_path() if "request" in context else "",
    }


@register.simple_tag
def only_mine_switch(text: str) -> OnlyMine:
    return only_mine(text)


@register.simple_tag(takes_context=True)
def main_counts(context: Context, rows: Iterable[Any]) -> dict[str, int] | None:
    """The user's counts of the cards on a library page, by code; None for guests."""
    user = context["request"].user
    return main_counts_of(user, [row.card for row in rows]) if user.is_authenticated else None


@register.filter
def count_in(code: str, counts: dict[str, int]) -> int:
    return counts.get(code, 0)


@register.inclusion_tag("stock/ring.html")
def ring(share: Share, size: str = "") -> dict[str, Any]:
    return {"share": share, "size": size}


@register.filter
def name_in(card: Card, language: str) -> str:
    return card.name(language)


@register.filter
def has_miniature(card: Card) -> bool:
    system = games.systems().get(card.system)
    return system is not None and card.kind in system.miniature_kinds


@register.filter
def has_miniatures(collection: Collection) -> bool:
    """Whether the collection's game has miniatures: of its cards, or pieces."""
    return has_painted(collection) or bool(piece_kinds(collection.system))


@register.filter
def has_painted(collection: Collection) -> bool:
    """Whether any card of the collection's game has miniatures to paint."""
    system = games.systems().get(collection.system)
    return system is None or bool(system.miniature_kinds)


@register.filter
def colour(card: Card) -> str:
    """The value of the facet that determines the card's colours, if the game has one."""
    system = games.systems().get(card.system)
    return str(card.fact(system.colour_facet) or "") if system and system.colour_facet else ""


@register.filter
def symbol_of(field: str, printing: Any = None) -> str:
    return "miniature" if field == "cards" and _is_piece(printing) else SYMBOLS[field]


@register.filter
def field_label(field: str, printing: Any = None) -> str:
    """The label of a ledger field, for a card or printing if there is one."""
    return field_name(field, system=getattr(printing, "system", ""), kind=_kind_of(printing))


def _is_piece(printing: Any) -> bool:
    return printing is not None and _kind_of(printing) in piece_kinds(printing.system)


def _kind_of(printing: Any) -> str:
    """The kind of a card or of a printing's card."""
    return str(getattr(getattr(printing, "card", printing), "kind", ""))
