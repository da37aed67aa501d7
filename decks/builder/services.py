"""Save from the builder: drafts automatically, versions on request.

Permissions are checked here.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from decks.drafts import draft_check_seen, draft_of, draft_save
from decks.models import Deck
from decks.rules.fixes import NotAChange, parse_change
from decks.selectors import own_deck
from decks.services import deck_create, version_save
from simulator.engine.decks.changes import apply_fix, counts
from simulator.engine.decks.decklist import DeckList
from simulator.engine.decks.plain_data import MAX_CARDS

from .url_state import Address

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

    from decks.models import Visitor

MAX_CHANGES = 100
"""Changes per request: users may press + faster than responses arrive."""


def apply_changes(deck: DeckList, changes: list[str]) -> DeckList:
    """Apply changes in order; raise NotAChange if one is invalid."""
    for change in changes[:MAX_CHANGES]:
        deck = apply_fix(deck, parse_change(change))
    if len(counts(deck)) > MAX_CARDS:
        raise NotAChange(_("A deck has at most %(most)s different cards.") % {"most": MAX_CARDS})
    return deck


def edited_deck(address: Address, *, user: "Visitor") -> Deck | None:
    """Return the saved deck being edited, if the user owns it."""
    return own_deck(user=user, pk=address.deck_id) if address.deck_id else None


def draft_autosave(address: Address, *, user: "Visitor") -> Address:
    """Save a draft and return the address with its stamp; only for logged-in users.

    Raise DraftConflict if another tab has changed the draft.
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


def deck_save(address: Address, *, user: "User", message: str) -> Deck:
    """Save a version of the edited deck, or a new deck.

    Raise VersionConflict or DraftConflict if it was changed in the meantime.
    """
    deck, seen = edited_deck(address, user=user), address.draft
    if deck is not None:
        cards, base = address.deck, address.base
        return version_save(deck=deck, author=user, decklist=cards, message=message, parent=base, seen=seen).deck
    draft = draft_of(owner=user, deck=None, seen=seen)
    draft_check_seen(draft, seen=seen, decklist=address.deck)
    deck = deck_create(owner=user, decklist=address.deck, message=message)
    if draft is not None:
        draft.delete()
    return deck
