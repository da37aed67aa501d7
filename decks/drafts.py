"""Drafts: unsaved changes to a saved deck, or to a deck that was never saved.

A page identifies the draft it shows by a stamp. If the stamp has changed when the page saves, another tab or device has
written to the draft in the meantime. The save then raises DraftConflict, and the stored draft stays as it is until the
user has chosen.
"""

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet

from signum_site.core.locks import lock_account
from simulator.engine.decks.changes import common, merged
from simulator.engine.decks.decklist import DeckList

from . import decklists
from .models import Deck, DeckVersion, Draft

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MAX_NEW_DRAFTS = 50
"""Drafts of never-saved decks per user; further ones exist only in the builder's URL."""


class DraftConflict(Exception):
    """Raised when another tab has changed the draft; `draft` is its stored state."""

    def __init__(self, *, draft: Draft) -> None:
        super().__init__(f"the draft is at {draft.stamp}")
        self.draft = draft


def draft_of(*, owner: "User", deck: Deck | None, seen: str) -> Draft | None:
    """Return the draft of a saved deck, or the new deck's draft with the seen stamp."""
    drafts = Draft.objects.filter(owner_id=owner.pk, deck=deck).select_related("deck", "base__deck")
    if deck is None:
        drafts = drafts.filter(pk=int(seen.partition(".")[0] or 0))
    return drafts.first()


def new_drafts(*, owner: "User") -> QuerySet[Draft]:
    """Return the drafts of never-saved decks, most recently changed first."""
    return Draft.objects.filter(owner_id=owner.pk, deck=None).order_by("-changed_at", "-pk")


@transaction.atomic
def draft_save(
    *, owner: "User", decklist: DeckList, seen: str = "", deck: Deck | None = None, base: int = 0
) -> Draft | None:
    """Store unsaved changes to a deck, based on version `base`, or to a new deck.

    Return None if the user has too many drafts of new decks.
    """
    if deck is not None:
        Deck.objects.select_for_update().get(pk=deck.pk)
    else:
        lock_account(owner)
    draft = draft_of(owner=owner, deck=deck, seen=seen)
    draft_check_seen(draft, seen=seen, decklist=decklist)
    if deck is None and draft is None and new_drafts(owner=owner).count() >= MAX_NEW_DRAFTS:
        return None
    version = None
    if deck is not None:
        version = deck.versions.filter(number=base).first() or deck.current
    return draft_write(owner=owner, draft=draft, deck=deck, decklist=decklist, base=version)


def draft_check_seen(draft: Draft | None, *, seen: str, decklist: DeckList) -> None:
    """Raise DraftConflict if the draft has changed since the page saw this stamp.

    A draft with exactly the page's cards is no conflict.
    """
    if draft is not None and draft.stamp != seen and not has_same_cards(draft, decklist):
        raise DraftConflict(draft=draft)


def has_same_cards(draft: Draft, decklist: DeckList) -> bool:
    """Return whether the draft holds exactly these cards."""
    return decklists.of_draft(draft).content_hash == decklist.content_hash


def is_contained_in(draft: Draft, decklist: DeckList) -> bool:
    """Return whether the decklist includes every change of the draft."""
    return merged_with(draft, decklist).content_hash == decklist.content_hash


def draft_write(
    *, owner: "User", draft: Draft | None, deck: Deck | None, decklist: DeckList, base: DeckVersion | None
) -> Draft:
    """Write the draft, replacing its previous content."""
    draft = draft or Draft(owner_id=owner.pk, deck=deck, revision=0)
    draft.system, draft.base = decklist.system, base
    draft.name, draft.format = decklist.name, decklist.format
    draft.sections = decklists.sections_of(decklist)
    draft.revision += 1
    draft.save()
    return draft


def draft_discard(*, owner: "User", deck: Deck | None = None, pk: int | None = None) -> None:
    drafts = Draft.objects.filter(owner_id=owner.pk, deck=deck)
    (drafts if pk is None else drafts.filter(pk=pk)).delete()


def merged_with(draft: Draft, mine: DeckList) -> DeckList:
    """Merge the draft with the cards of a page that has not seen it.

    The common base of a new deck is unknown; the cards that both have in common stand in for it.
    """
    theirs = decklists.of_draft(draft)
    base = decklists.of_version(draft.base) if draft.base is not None else common(theirs, mine)
    return merged(base=base, theirs=theirs, mine=mine)
