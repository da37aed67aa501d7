"""Decks in the card library: on a card's page and in the search field `in:`."""

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from collection.library.panels import CardPanel
from collection.library.panels import register as register_panel
from collection.models import Card
from collection.search import UserField
from collection.search import register as register_field
from simulator import games
from simulator.engine.values import Words, fold

from .models import Deck, DeckLine
from .reference_decks import ready_made

DECKS_SHOWN = 12


def register() -> None:
    register_panel(CardPanel(code="decks", template="decks/using_card.html", context=decks_using, order=20))
    register_field(
        UserField(
            code="in",
            names=Words(en="In deck", es="En el mazo", it="Nel mazzo"),
            about=_("The cards of one of your decks, by its name."),
            also=("deck", "mazo", "mazzo"),
            named=cards_in_deck,
        )
    )


def decks_using(request: HttpRequest, card: Card) -> dict[str, Any]:
    """Return the decks that contain the card, newest first, and ready-made ones.

    Only current versions of public decks and of the user's own decks count.
    """
    decks = (
        Deck.objects.visible_to(request.user)
        .filter(Exists(DeckLine.objects.filter(version=OuterRef("current"), card=card.code)), system=card.system)
        .select_related("owner", "current")
        .order_by("-pk")
    )
    page = list(decks[: DECKS_SHOWN + 1])
    system = games.systems().get(card.system)
    ready = ready_made(system, using=card.code) if system is not None else []
    return {"decks": page[:DECKS_SHOWN], "has_more": len(page) > DECKS_SHOWN, "ready_made": ready}


def cards_in_deck(user: Any, system: str, name: str) -> Collection[str] | None:
    """Return the card codes of the user's deck with this name.

    None if there is no such deck. If several decks share the name, the newest one counts.
    """
    own = Deck.objects.owned_by(user).filter(system=system).order_by("-pk").values_list("name", "current_id")
    for deck_name, version in own:
        if fold(deck_name) == fold(name):
            return list(DeckLine.objects.filter(version_id=version).values_list("card", flat=True))
    return None
