"""Keeping what was built: drafts as one goes, versions when one says so. Who may do it is decided here."""

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from decks import decklists
from decks.drafts import draft_of, draft_save, draft_seen
from decks.models import Deck
from decks.rules.fixes import NotAChange, read_change
from decks.selectors import own_deck
from decks.services import deck_create, version_save
from simulator.engine.decks.changes import apply_fix, counts
from simulator.engine.decks.decklist import DeckList

from .url_state import Address

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

    from decks.models import Visitor

MOST_CHANGES = 100
"""At once: somebody who presses + faster than the answers come."""


def deck_changed(deck: DeckList, changes: list[str]) -> DeckList:
    """The deck after each of the changes in turn; NotAChange, and no change at all, for what is none."""
    for change in changes[:MOST_CHANGES]:
        deck = apply_fix(deck, read_change(change))
    if len(counts(deck)) > decklists.MOST_LINES:
        raise NotAChange(_("A deck has at most {most} different cards.").format(most=decklists.MOST_LINES))
    return deck


def edited_deck(address: Address, *, user: "Visitor") -> Deck | None:
    """The saved deck the address speaks of, if it is the visitor's own."""
    return own_deck(user=user, pk=address.deck_id) if address.deck_id else None


def draft_kept(address: Address, *, user: "Visitor") -> Address:
    """Autosave: the address with the stamp of the draft, which only somebody who is known has.

    DraftConflict if another tab wrote something else into it.
    """
    if not user.is_authenticated or address.tour:
        return address
    deck = edited_deck(address, user=user)
    if (address.deck_id and deck is None) or (deck is None and not address.deck.sections and not address.draft):
        return address
    if deck is not None and deck.system != address.deck.system:
        return address
    draft = draft_save(owner=user, decklist=address.deck, seen=address.draft, deck=deck, base=address.base)
    return replace(address, draft=draft.stamp if draft is not None else "")


def deck_keep(address: Address, *, user: "User", message: str) -> Deck:
    """A version of the deck being edited, or a new deck. VersionConflict or DraftConflict if somebody was faster."""
    deck, seen = edited_deck(address, user=user), address.draft
    if deck is not None:
        cards, base = address.deck, address.base
        return version_save(deck=deck, author=user, decklist=cards, message=message, parent=base, seen=seen).deck
    draft = draft_of(owner=user, deck=None, seen=seen)
    draft_seen(draft, seen=seen, decklist=address.deck)
    deck = deck_create(owner=user, decklist=address.deck, message=message)
    if draft is not None:
        draft.delete()
    return deck
