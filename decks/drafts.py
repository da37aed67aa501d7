"""Unsaved changes: of a saved deck, or of one that has never been saved. Nobody's are overwritten unseen.

A page knows the draft it shows by its stamp. Whoever saves a draft that has another stamp by now did not see what
another tab or device wrote since, and gets DraftConflict: what is kept stays as it is until somebody has chosen.
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

MOST_NEW = 50
"""New decks of one person that were never saved; further ones live in the builder's address alone."""


class DraftConflict(Exception):
    """Another tab changed the draft in between; `draft` is what it says now."""

    def __init__(self, *, draft: Draft) -> None:
        super().__init__(f"the draft is at {draft.stamp}")
        self.draft = draft


def draft_of(*, owner: "User", deck: Deck | None, seen: str) -> Draft | None:
    """The draft of a saved deck; of a new one, the draft whose stamp a page has seen."""
    drafts = Draft.objects.filter(owner_id=owner.pk, deck=deck).select_related("deck", "base__deck")
    if deck is None:
        drafts = drafts.filter(pk=int(seen.partition(".")[0] or 0))
    return drafts.first()


def new_drafts(*, owner: "User") -> QuerySet[Draft]:
    """Of decks that were never saved, the last change first."""
    return Draft.objects.filter(owner_id=owner.pk, deck=None).order_by("-changed_at", "-pk")


@transaction.atomic
def draft_save(
    *, owner: "User", decklist: DeckList, seen: str = "", deck: Deck | None = None, base: int = 0
) -> Draft | None:
    """Keep unsaved changes, of a deck that began with version `base` or of a new one; None if there are too many."""
    if deck is not None:
        Deck.objects.select_for_update().get(pk=deck.pk)
    else:
        lock_account(owner)
    draft = draft_of(owner=owner, deck=deck, seen=seen)
    draft_seen(draft, seen=seen, decklist=decklist)
    if deck is None and draft is None and new_drafts(owner=owner).count() >= MOST_NEW:
        return None
    version = None
    if deck is not None:
        version = deck.versions.filter(number=base).first() or deck.current
    return draft_keep(owner=owner, draft=draft, deck=deck, decklist=decklist, base=version)


def draft_seen(draft: Draft | None, *, seen: str, decklist: DeckList) -> None:
    """DraftConflict if a draft says something else than the page that knows it by this stamp."""
    if draft is not None and draft.stamp != seen and not is_of(draft, decklist):
        raise DraftConflict(draft=draft)


def is_of(draft: Draft, decklist: DeckList) -> bool:
    """Whether these are the cards of the draft."""
    return decklists.of_draft(draft).content_hash == decklist.content_hash


def is_within(draft: Draft, decklist: DeckList) -> bool:
    """Whether every change of the draft has been made in these cards."""
    return merged_with(draft, decklist).content_hash == decklist.content_hash


def draft_keep(
    *, owner: "User", draft: Draft | None, deck: Deck | None, decklist: DeckList, base: DeckVersion | None
) -> Draft:
    """Write the draft, whatever it said before."""
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
    """What the draft says and what a page that did not see it says. Of a new deck nobody knows what both began with."""
    theirs = decklists.of_draft(draft)
    base = decklists.of_version(draft.base) if draft.base is not None else common(theirs, mine)
    return merged(base=base, theirs=theirs, mine=mine)
