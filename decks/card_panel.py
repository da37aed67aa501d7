"""Decks where cards are looked at: the decks that use a card, on its page, and `in:"name of a deck"` in searches."""

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from collection.library.panels import CardPanel
from collection.library.panels import register as register_panel
from collection.models import Card
from collection.search import ReaderField
from collection.search import register as register_field
from simulator import games
from simulator.engine.values import Words, fold

from .models import Deck, DeckLine
from .reference_decks import ready_made

DECKS_SHOWN = 12


def register() -> None:
    register_panel(CardPanel(code="decks", template="decks/using_card.html", context=decks_using, order=20))
    register_field(
        ReaderField(
            code="in",
            names=Words(en="In deck", es="En el mazo", it="Nel mazzo"),
            about=_("The cards of one of your decks, by its name."),
            also=("deck", "mazo", "mazzo"),
            named=cards_in_deck,
        )
    )


def decks_using(request: HttpRequest, card: Card) -> dict[str, Any]:
    """Public decks and the reader's own whose current version holds the card, the latest first; and ready-made ones."""
    decks = (
        Deck.objects.visible_to(request.user)
        .filter(Exists(DeckLine.objects.filter(version=OuterRef("current"), card=card.code)), system=card.system)
        .select_related("owner", "current")
        .order_by("-pk")
    )
    shown = list(decks[: DECKS_SHOWN + 1])
    system = games.systems().get(card.system)
    ready = ready_made(system, using=card.code) if system is not None else []
    return {"decks": shown[:DECKS_SHOWN], "has_more": len(shown) > DECKS_SHOWN, "ready_made": ready}


def cards_in_deck(user: Any, system: str, name: str) -> Collection[str] | None:
    """None if no deck of the reader's is called that; of several the latest counts."""
    own = Deck.objects.owned_by(user).filter(system=system).order_by("-pk").values_list("name", "current_id")
    for deck_name, version in own:
        if fold(deck_name) == fold(name):
            return list(DeckLine.objects.filter(version_id=version).values_list("card", flat=True))
    return None
