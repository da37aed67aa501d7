"""Write operations on decks, versions and forks.

See drafts.py for drafts, social/visibility.py for links and visibility.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from collection.games import installed_game
from signum_site.core.locks import lock_account
from simulator.engine.decks.changes import merged
from simulator.engine.decks.decklist import DeckList
from simulator.engine.values import fold

from . import decklists, drafts
from .models import MAX_MESSAGE_LENGTH, Deck, DeckLine, DeckTag, DeckVersion, Draft
from .rules import legality

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MAX_DECKS = 2_000
MAX_VERSIONS = 2_000


class TooMany(ValueError):
    """Raised when a user has too many decks, or a deck too many versions."""


class VersionConflict(Exception):
    """Raised when another version was saved in the meantime.

    `current` is that version, `merged` combines both changes. Nothing is lost: the rejected deck is stored as the
    draft, unless the draft holds other changes.
    """

    def __init__(self, *, current: DeckVersion, merged: DeckList, draft: Draft | None) -> None:
        super().__init__(f"version {current.number} was saved in the meantime")
        self.current = current
        self.merged = merged
        self.draft = draft


@transaction.atomic
def deck_create(
    *, owner: "User", decklist: DeckList, message: str = "", notes: str = "", forked_from: DeckVersion | None = None
) -> Deck:
    """Create a private deck with its first version."""
    lock_account(owner)
    if Deck.objects.owned_by(owner).count() >= MAX_DECKS:
        sentence = _("You have %(most)s decks, which is the most anybody can have: delete one first.")
        raise TooMany(sentence % {"most": MAX_DECKS})
    deck = Deck.objects.create(
        owner_id=owner.pk, system=decklist.system, name=decklist.name, notes=notes, forked_from=forked_from
    )
    _create_version(deck, decklist, author=owner, message=message, parent=None)
    return deck


def version_save(
    *, deck: Deck, author: "User", decklist: DeckList, message: str = "", parent: int, seen: str | None = None
) -> DeckVersion:
    """Save the next version of a deck, based on version number `parent`.

    Raise VersionConflict if that is not the current version and the content differs. Saving the current content again
    makes no new version. `seen` is the stamp of the draft the caller has seen: the new version replaces that draft, and
    DraftConflict is raised if it has changed. Without `seen`, a draft with other changes stays as it is.
    """
    with transaction.atomic():
        # No join with the current version: after waiting for the lock, the joined row would be outdated.
        deck = Deck.objects.select_for_update().get(pk=deck.pk)
        current = deck.current
        assert current is not None  # every deck is created with a first version
        draft = drafts.draft_of(owner=author, deck=deck, seen="")
        if seen is not None:
            drafts.draft_check_seen(draft, seen=seen, decklist=decklist)
        is_superseded = draft is None or draft.stamp == seen or drafts.is_contained_in(draft, decklist)
        if current.number == parent or _is_same(current, decklist):
            version = current
            if not _is_same(current, decklist):
                version = _create_version(deck, decklist, author=author, message=message, parent=current)
            if draft is not None and is_superseded:
                draft.delete()
            return version
        base = deck.versions.filter(number=parent).first() or deck.versions.order_by("number")[0]
        if is_superseded:
            draft = drafts.draft_write(owner=author, draft=draft, deck=deck, decklist=decklist, base=base)
    both = merged(base=decklists.of_version(base), theirs=decklists.of_version(current), mine=decklist)
    raise VersionConflict(current=current, merged=both, draft=draft)


@transaction.atomic
def version_restore(*, deck: Deck, author: "User", version: DeckVersion, message: str) -> DeckVersion:
    """Save an old version again as the newest one: history only grows."""
    deck = Deck.objects.select_for_update().get(pk=deck.pk)
    assert deck.current is not None
    decklist = decklists.of_version(version)
    return version_save(deck=deck, author=author, decklist=decklist, message=message, parent=deck.current.number)


def deck_fork(*, owner: "User", version: DeckVersion, message: str = "") -> Deck:
    """Create a private copy of a version, with credit to its source."""
    return deck_create(owner=owner, decklist=decklists.of_version(version), message=message, forked_from=version)


@transaction.atomic
def deck_describe(*, deck: Deck, notes: str | None = None, tags: list[str] | None = None) -> None:
    """Update notes and tags, which are not part of versions; None changes nothing."""
    if notes is not None:
        Deck.objects.filter(pk=deck.pk).update(notes=notes)
    if tags is not None:
        DeckTag.objects.filter(deck=deck).exclude(tag__in=tags).delete()
        DeckTag.objects.bulk_create([DeckTag(deck=deck, tag=tag) for tag in tags], ignore_conflicts=True)


def deck_delete(*, deck: Deck) -> None:
    """Delete a deck with all versions; forks keep their cards but lose the credit."""
    deck.delete()


def _is_same(version: DeckVersion, decklist: DeckList) -> bool:
    known = (version.content_hash, version.format, version.name)
    return known == (decklist.content_hash, decklist.format, decklist.name or version.name)


def _create_version(
    deck: Deck, decklist: DeckList, *, author: "User", message: str, parent: DeckVersion | None
) -> DeckVersion:
    number = 1 if parent is None else parent.number + 1
    if number > MAX_VERSIONS:
        sentence = _("This deck has %(most)s versions, which is the most it can have: fork it to go on.")
        raise TooMany(sentence % {"most": MAX_VERSIONS})
    system = installed_game(decklist.system)
    decklist = decklist if decklist.name else replace(decklist, name=deck.name)
    version = DeckVersion.objects.create(
        deck=deck,
        number=number,
        parent=parent,
        author_id=author.pk,
        message=message[:MAX_MESSAGE_LENGTH],
        name=decklist.name,
        format=decklist.format,
        content_hash=decklist.content_hash,
    )
    DeckLine.objects.bulk_create(decklists.build_rows(version, decklist))
    face = decklists.face_of(decklist, system=system)
    deck.current, deck.name, deck.changed_at = version, decklist.name, timezone.now()
    deck.name_folded = fold(deck.name)
    deck.face = face.code if face is not None else ""
    deck.colour = decklists.colour_of(decklist, system=system)
    deck.rating = None  # the old rating belongs to the previous cards
    deck.save(update_fields=["current", "name", "name_folded", "changed_at", "face", "colour", "rating"])
    if deck.visibility == Deck.Visibility.PUBLIC:
        legality.verdicts_store_all(decklist)
    return version


def ratings_store(*, system: str, ratings: dict[str, int]) -> None:
    """Store ratings by content hash of the current cards; clear all other ratings."""
    decks = Deck.objects.filter(system=system)
    decks.exclude(rating=None).exclude(current__content_hash__in=ratings).update(rating=None)
    for content_hash, rating in ratings.items():
        decks.filter(current__content_hash=content_hash).update(rating=rating)
