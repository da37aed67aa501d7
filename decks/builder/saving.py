"""Keeping what was built: drafts as one goes, versions when one says so. Who may do it is decided here."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from simulator.engine.deck_changes import counts, mended
from simulator.engine.decklist import DeckList

from .. import decklists
from ..mending import NotAChange, read_change
from ..models import Deck
from ..selectors import own_deck
from ..services import deck_create, draft_save, version_save
from .address import Address

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

    from ..models import Visitor

MOST_CHANGES = 100
"""At once: somebody who presses + faster than the answers come."""


def deck_changed(deck: DeckList, changes: list[str]) -> DeckList:
    """The deck after each of the changes in turn; NotAChange, and no change at all, for what is none."""
    for change in changes[:MOST_CHANGES]:
        deck = mended(deck, read_change(change))
    if len(counts(deck)) > decklists.MOST_LINES:
        raise NotAChange(_("A deck has at most {most} different cards.").format(most=decklists.MOST_LINES))
    return deck


def edited_deck(address: Address, *, user: "Visitor") -> Deck | None:
    """The saved deck the address speaks of, if it is the visitor's own."""
    return own_deck(user=user, pk=address.deck_id) if address.deck_id else None


def draft_keep(address: Address, *, user: "Visitor") -> bool:
    """Autosave; whether there was a deck of the visitor's to save a draft of."""
    deck = edited_deck(address, user=user)
    if deck is None or deck.system != address.deck.system:
        return False
    draft_save(deck=deck, decklist=address.deck, base=address.base)
    return True


def deck_keep(address: Address, *, user: "User", message: str) -> Deck:
    """A version of the deck being edited, or a new deck. VersionConflict if somebody saved in between."""
    deck = edited_deck(address, user=user)
    if deck is None:
        return deck_create(owner=user, decklist=address.deck, message=message)
    return version_save(deck=deck, author=user, decklist=address.deck, message=message, parent=address.base).deck
