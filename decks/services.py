"""Writes: decks, versions and forks. Drafts are drafts.py, links and visibility social/visibility.py."""

from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from signum_site.core.locks import lock_account
from simulator import games
from simulator.engine.decks.changes import merged
from simulator.engine.decks.decklist import DeckList
from simulator.engine.values import fold

from . import decklists, drafts
from .models import LONGEST_MESSAGE, Deck, DeckLine, DeckTag, DeckVersion, Draft
from .rules import legality

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser as User

MOST_DECKS = 2_000
MOST_VERSIONS = 2_000


class TooMany(ValueError):
    """Somebody has more decks or versions than one can look through."""


class VersionConflict(Exception):
    """Somebody saved in between. `current` is what they saved, `merged` both people's changes; nothing is lost:
    the deck that was to be saved is kept as the draft, unless that holds something else."""

    def __init__(self, *, current: DeckVersion, merged: DeckList, draft: Draft | None) -> None:
        super().__init__(f"version {current.number} was saved in the meantime")
        self.current = current
        self.merged = merged
        self.draft = draft


@transaction.atomic
def deck_create(
    *, owner: "User", decklist: DeckList, message: str = "", notes: str = "", forked_from: DeckVersion | None = None
) -> Deck:
    """A new private deck with its first version."""
    lock_account(owner)
    if Deck.objects.owned_by(owner).count() >= MOST_DECKS:
        sentence = _("You have %(most)s decks, which is the most anybody can have: delete one first.")
        raise TooMany(sentence % {"most": MOST_DECKS})
    deck = Deck.objects.create(
        owner_id=owner.pk, system=decklist.system, name=decklist.name, notes=notes, forked_from=forked_from
    )
    _version_add(deck, decklist, author=owner, message=message, parent=None)
    return deck


def version_save(
    *, deck: Deck, author: "User", decklist: DeckList, message: str = "", parent: int, seen: str | None = None
) -> DeckVersion:
    """The next version of a deck whose current version is number `parent`; else VersionConflict.

    Saving what is saved already makes no new version. Whoever has `seen` a draft saves instead of it, and gets
    DraftConflict if it has changed; for all others a draft with changes of its own stays as it is.
    """
    with transaction.atomic():
        # Not joined with its current version: whoever waited here would be given the deck of now without that of then.
        deck = Deck.objects.select_for_update().get(pk=deck.pk)
        current = deck.current
        assert current is not None  # a deck is made with its first version
        draft = drafts.draft_of(owner=author, deck=deck, seen="")
        if seen is not None:
            drafts.draft_seen(draft, seen=seen, decklist=decklist)
        is_done = draft is None or draft.stamp == seen or drafts.is_within(draft, decklist)
        if current.number == parent or _same(current, decklist):
            version = current
            if not _same(current, decklist):
                version = _version_add(deck, decklist, author=author, message=message, parent=current)
            if draft is not None and is_done:
                draft.delete()
            return version
        base = deck.versions.filter(number=parent).first() or deck.versions.order_by("number")[0]
        if is_done:
            draft = drafts.draft_keep(owner=author, draft=draft, deck=deck, decklist=decklist, base=base)
    both = merged(base=decklists.of_version(base), theirs=decklists.of_version(current), mine=decklist)
    raise VersionConflict(current=current, merged=both, draft=draft)


@transaction.atomic
def version_restore(*, deck: Deck, author: "User", version: DeckVersion, message: str) -> DeckVersion:
    """An old state again, as a new version: history only grows. It follows whatever is current by now."""
    deck = Deck.objects.select_for_update().get(pk=deck.pk)
    assert deck.current is not None
    decklist = decklists.of_version(version)
    return version_save(deck=deck, author=author, decklist=decklist, message=message, parent=deck.current.number)


def deck_fork(*, owner: "User", version: DeckVersion, message: str = "") -> Deck:
    """One's own private copy, with credit to where it came from."""
    return deck_create(owner=owner, decklist=decklists.of_version(version), message=message, forked_from=version)


@transaction.atomic
def deck_describe(*, deck: Deck, notes: str | None = None, tags: list[str] | None = None) -> None:
    """Notes and tags: what is said about the deck and is no part of its versions."""
    if notes is not None:
        Deck.objects.filter(pk=deck.pk).update(notes=notes)
    if tags is not None:
        DeckTag.objects.filter(deck=deck).exclude(tag__in=tags).delete()
        DeckTag.objects.bulk_create([DeckTag(deck=deck, tag=tag) for tag in tags], ignore_conflicts=True)


def deck_delete(*, deck: Deck) -> None:
    """The deck with all its versions; forks keep their cards and lose the credit line."""
    deck.delete()


def _same(version: DeckVersion, decklist: DeckList) -> bool:
    known = (version.content_hash, version.format, version.name)
    return known == (decklist.content_hash, decklist.format, decklist.name or version.name)


def _version_add(
    deck: Deck, decklist: DeckList, *, author: "User", message: str, parent: DeckVersion | None
) -> DeckVersion:
    number = 1 if parent is None else parent.number + 1
    if number > MOST_VERSIONS:
        sentence = _("This deck has %(most)s versions, which is the most it can have: fork it to go on.")
        raise TooMany(sentence % {"most": MOST_VERSIONS})
    system = games.system(decklist.system)
    decklist = decklist if decklist.name else replace(decklist, name=deck.name)
    version = DeckVersion.objects.create(
        deck=deck,
        number=number,
        parent=parent,
        author_id=author.pk,
        message=message[:LONGEST_MESSAGE],
        name=decklist.name,
        format=decklist.format,
        content_hash=decklist.content_hash,
    )
    DeckLine.objects.bulk_create(decklists.rows(version, decklist))
    face = decklists.face_of(decklist, system=system)
    deck.current, deck.name, deck.changed_at = version, decklist.name, timezone.now()
    deck.name_folded = fold(deck.name)
    deck.face = face.code if face is not None else ""
    deck.colour = decklists.colour_of(decklist, system=system)
    deck.rating = None  # that of the cards before; games with the new ones bring another
    deck.save(update_fields=["current", "name", "name_folded", "changed_at", "face", "colour", "rating"])
    if deck.visibility == Deck.Visibility.PUBLIC:
        legality.verdicts_of(decklist)
    return version


def ratings_store(*, system: str, ratings: dict[str, int]) -> None:
    """What decks are worth, by the hash of their current cards; decks that are not among them have no rating."""
    decks = Deck.objects.filter(system=system)
    decks.exclude(rating=None).exclude(current__content_hash__in=ratings).update(rating=None)
    for content_hash, rating in ratings.items():
        decks.filter(current__content_hash=content_hash).update(rating=rating)
